/** In place of the package `bindings`, which looks in dozens of places: what better-sqlite3 builds, or downloads, lies here. */
module.exports = (name) => require(`better-sqlite3/build/Release/${name}`);
