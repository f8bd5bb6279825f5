// A fault layer under a real process, for tests: `node --import fault.mjs program.mjs`. It stands between the program and
// `node:fs`, counts the calls that concern files of one folder, and makes the Nth of a kind go wrong. The program arms it
// through the global `sessionTreeFaults`; nothing in `src` knows of it.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import process from "node:process";

const real = { ...fs };

/** The paths of open descriptors that the program opened. */
const paths = new Map();

const NUMBERS = { EPERM: 1, EIO: 5, EMFILE: 24, EFBIG: 27, ENOSPC: 28, EROFS: 30, EDQUOT: 122 };

/** @type {{ fault: object | null, folder: string, counts: Record<string, number>, fired: boolean, shadow?: string } | undefined} */
let state;

globalThis.sessionTreeFaults = {
  /** From now on calls about `folder` are counted, and `fault` (or null) happens to them. */
  arm(fault, folder, shadow) {
    state = { fault, folder, counts: {}, fired: false, shadow };
    if (shadow !== undefined) rememberAll(folder);
  },
  /** Tells what happened. */
  disarm() {
    const { fired, counts } = state;
    state = undefined;
    return { fired, counts };
  },
};

wrap("openSync", (args) => (changesFolder(args[1]) ? ["open", "change"] : ["open"]), {
  done: (descriptor, [file]) => paths.set(descriptor, String(file)),
});
wrap("writeSync", () => ["write", "change"]);
wrap("fsyncSync", () => ["sync", "change"], { done: (_, [descriptor]) => remember(descriptor) });
wrap("fdatasyncSync", () => ["sync", "change"], { done: (_, [descriptor]) => remember(descriptor) });
wrap("statSync", () => ["stat"]);
wrap("lstatSync", () => ["stat"]);
wrap("fstatSync", () => ["stat"]);
wrap("linkSync", () => ["link", "change"]);
wrap("renameSync", () => ["link", "change"]);
wrap("unlinkSync", () => ["unlink", "change"]);
wrap("rmSync", () => ["unlink", "change"]);
wrap("mkdirSync", () => ["mkdir", "change"]);
wrap("readSync", () => ["read"]);
wrap("readdirSync", () => ["list"]);
wrap("watch", () => ["watch"]);
wrap("closeSync", () => ["close"], { done: (_, [descriptor]) => paths.delete(descriptor) });

fs.fdatasync = (descriptor, callback) => {
  const failure = failureOf("fdatasync", ["sync", "change"], [descriptor]);
  if (failure !== undefined) return void setImmediate(() => callback(failure));
  real.fdatasync(descriptor, (error) => {
    if (error === null) remember(descriptor);
    callback(error);
  });
};

syncBuiltinESMExports();

function wrap(name, kindsOf, { done = () => undefined } = {}) {
  fs[name] = (...args) => {
    const failure = failureOf(name, kindsOf(args), args);
    if (failure instanceof Error) {
      // A close that fails has closed all the same.
      if (name === "closeSync") real.closeSync(...args);
      throw failure;
    }
    const result = failure === undefined ? real[name](...args) : failure.result;
    done(result, args);
    return result;
  };
}

/** The error to throw, `{ result }` of a call that was done otherwise, or undefined: it is done as it was asked for. */
function failureOf(name, kinds, args) {
  if (state === undefined || !concerns(args)) return undefined;
  const { fault, counts } = state;
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  if (fault === null || !kinds.includes(fault.call)) return undefined;
  const count = counts[fault.call];
  const lasting = fault.always === true || fault.kind === "full";
  if (count !== fault.nth && !(lasting && count > fault.nth)) return undefined;
  state.fired = true;
  switch (fault.kind) {
    case "error":
      return errorOf(fault.code, name);
    case "full":
      return count === fault.nth && name === "writeSync" ? cutWrite(args, fault.at) : errorOf("ENOSPC", name);
    case "short":
      return name === "readSync" ? shortRead(args) : cutWrite(args, fault.at);
    case "flip":
      return flippedWrite(args, fault.at);
    case "kill":
      if (name === "writeSync" && fault.at !== "start") cutWrite(args, fault.at);
      process.kill(process.pid, "SIGKILL");
      for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    default:
      throw new Error(`no such fault: ${fault.kind}`);
  }
}

function concerns([subject]) {
  const path = typeof subject === "number" ? paths.get(subject) : String(subject);
  return path !== undefined && path.startsWith(state.folder);
}

function changesFolder(flags) {
  return typeof flags === "string" ? flags.startsWith("w") : (flags & real.constants.O_CREAT) !== 0;
}

/** What Node.js throws; it has no name for EDQUOT on Linux. */
function errorOf(code, name) {
  const errno = -NUMBERS[code];
  const named = code === "EDQUOT" ? `Unknown system error ${errno}` : code;
  const syscall = name.replace(/Sync$/, "");
  return Object.assign(new Error(`${named}: injected, ${syscall}`), { code: named, errno, syscall });
}

function bytesOf([, buffer, offset = 0, length = buffer.length - offset]) {
  return buffer.subarray(offset, offset + length);
}

function placeIn({ length }, at) {
  const late = length - Math.min(20, length >> 2);
  return { start: 0, one: 1, half: length >> 1, late, last: length - 1, end: length }[at];
}

/** Writes only a part and says so, as the kernel does when an error comes half way. */
function cutWrite(args, at) {
  const bytes = bytesOf(args);
  const count = Math.max(placeIn(bytes, at), Math.min(1, bytes.length));
  real.writeSync(args[0], bytes, 0, count);
  return { result: count };
}

function flippedWrite(args, at) {
  const bytes = Buffer.from(bytesOf(args));
  bytes[placeIn(bytes, at)] ^= 1;
  return { result: real.writeSync(args[0], bytes) };
}

function shortRead([descriptor, buffer, offset, length, position]) {
  return { result: real.readSync(descriptor, buffer, offset, Math.max(length >> 1, 1), position) };
}

/** Keeps what a power cut would leave: a file as it was last synced, a folder's names as they were last synced. */
function remember(descriptor) {
  const path = paths.get(descriptor);
  if (state?.shadow === undefined || !path?.startsWith(state.folder)) return;
  keep(path, real.fstatSync(descriptor));
}

/** What is there when it begins is on disk. */
function rememberAll(path) {
  const stats = real.lstatSync(path);
  keep(path, stats);
  if (stats.isDirectory()) for (const name of real.readdirSync(path)) rememberAll(join(path, name));
}

function keep(path, stats) {
  const kept = join(state.shadow, String(stats.ino));
  if (!stats.isDirectory()) {
    real.copyFileSync(path, kept);
    return;
  }
  const names = real.readdirSync(path).map((name) => {
    const child = real.lstatSync(join(path, name));
    return [name, { inode: child.ino, isFolder: child.isDirectory() }];
  });
  real.writeFileSync(`${kept}.names`, JSON.stringify(Object.fromEntries(names)));
}
