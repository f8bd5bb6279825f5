// A process of its own, for tests: `node index-worker.js <folder> <log>... [+<lines to append to each>]`.
import { join } from "node:path";
import { native } from "../../src/dialects/native.ts";
import { openIndex } from "../../src/session-index/open-index.ts";
import { SessionIndex } from "../../src/session-index/session-index.ts";
import { append, fromIndex, NOW, user } from "./index-folder.ts";

const [folder = "", ...rest] = process.argv.slice(2);
const logs = rest
  .filter((argument) => !argument.startsWith("+"))
  .map((name) => ({ file: join(folder, `${name}.jsonl`), dialect: native, fallbackId: name }));
const lines = Number(rest.find((argument) => argument.startsWith("+")) ?? 0);

const problems: string[] = [];
const opened = await openIndex(join(folder, "index.sqlite"), {
  onProblem: ({ reason, detail }) => problems.push(`${reason}: ${detail}`),
});
const answers: unknown[] = [];
if (opened instanceof SessionIndex) {
  for (let line = 0; line < lines; line++) {
    for (const log of logs) {
      append(log, `${user(`${process.pid}-${line}`, null)}\n`);
      opened.summary(log, NOW);
    }
  }
  for (const log of logs) answers.push(fromIndex(opened, log, NOW));
  opened.close();
}
const unavailable = opened instanceof SessionIndex ? null : opened.reason;
process.stdout.write(JSON.stringify({ unavailable, problems, answers }));
