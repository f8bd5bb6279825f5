import { readFileSync } from "node:fs";

const [, , module, task] = process.argv;
const tasks = await import(module);
const value = await tasks[task](JSON.parse(readFileSync(0, "utf8")));
console.log(JSON.stringify({ value, peak: process.resourceUsage().maxRSS / 1024 }));
