import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { standardOutput } from "../src/standard-output.ts";

const folder = await mkdtemp(join(tmpdir(), "standard-output-"));

function noStream(): never {
  throw new Error("it needs no stream");
}

test("a file takes all at once, in order", async () => {
  const file = join(folder, "answer");
  const fd = openSync(file, "w");
  const output = standardOutput(fd, noStream);
  expect(output).toMatchObject({ isTTY: false, columns: 80, rows: 24 });
  await Promise.all(["é\n", "", "x".repeat(300_000), "\nend"].map((part) => output.write(part)));
  closeSync(fd);
  expect(readFileSync(file, "utf8")).toBe(`é\n${"x".repeat(300_000)}\nend`);
});

test("the error of a write reaches who wrote", async () => {
  const fd = openSync(join(folder, "readable"), constants.O_RDONLY | constants.O_CREAT);
  await expect(standardOutput(fd, noStream).write("text")).rejects.toMatchObject({ code: "EBADF" });
  closeSync(fd);
});

test.skipIf(process.platform === "win32")(
  "a pipe that is full and does not block is waited for",
  async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const fd = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    const stream = new Socket({ fd, readable: false });
    const output = standardOutput(fd, () => stream as unknown as NodeJS.WriteStream);
    const texts = ["a".repeat(200_000), "b".repeat(200_000), "end"];
    const written = Promise.all(texts.map((part) => output.write(part))).then(() => stream.end());
    expect(await text(new Socket({ fd: reader, writable: false }))).toBe(texts.join(""));
    await written;
  },
);
