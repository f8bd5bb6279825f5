import { existsSync, readFileSync } from "node:fs";

const [, , module, task] = process.argv;
const tasks = await import(module);
const value = await tasks[task](JSON.parse(readFileSync(0, "utf8")));
// `maxRSS` would do, but on Linux has in it what the process took that started this one.
const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
const peak = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
console.log(JSON.stringify({ value, peak: peak / 1024 }));
