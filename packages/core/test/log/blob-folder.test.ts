import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { LogIoError } from "../../src/errors.ts";
import { blobName, MAX_BLOB, type NewBlob } from "../../src/format/blob.ts";
import { blobFolder, readBlob, writeBlobs } from "../../src/log/blob-folder.ts";
import { temporaryFolder } from "../support/store.ts";

let root: string;
let log: string;

beforeEach(() => {
  root = temporaryFolder();
  log = join(root, "s.jsonl");
});

function blob(text: string, more: Partial<NewBlob> = {}): NewBlob {
  const bytes = Buffer.from(text);
  return { sha256: blobName(bytes), bytes: bytes.length, content: () => bytes, ...more };
}

function place({ sha256 }: NewBlob, of = log): string {
  return join(blobFolder(of), sha256);
}

test("a log's blobs lie beside it", () => {
  expect(blobFolder("/x/s.jsonl")).toBe("/x/s.blobs");
  expect(blobFolder("/x/s.log")).toBe("/x/s.log.blobs");
});

describe("writing", () => {
  test("puts each blob there whole, for the owner only, and leaves nothing else behind", () => {
    const blobs = [blob("one"), blob("two"), blob("one")];
    writeBlobs(log, blobs);
    expect(readdirSync(blobFolder(log)).sort()).toEqual(
      [...new Set(blobs.map(({ sha256 }) => sha256))].sort(),
    );
    expect(readFileSync(place(blobs[0]!), "utf8")).toBe("one");
    expect(statSync(place(blobs[0]!)).mode & 0o777).toBe(0o600);
    expect(statSync(blobFolder(log)).mode & 0o777).toBe(0o700);
  });

  test("nothing to write makes no folder", () => {
    writeBlobs(log, []);
    expect(existsSync(blobFolder(log))).toBe(false);
  });

  test("what is there already stays; what is damaged there is replaced", () => {
    const [good, bad, other] = [blob("good"), blob("bad"), blob("other")];
    writeBlobs(log, [good]);
    const { ino } = statSync(place(good));
    writeFileSync(place(bad), "BAD");
    symlinkSync(place(good), place(other));
    writeBlobs(log, [good, bad, other]);
    expect(statSync(place(good)).ino).toBe(ino);
    expect([bad, other].map((one) => readFileSync(place(one), "utf8"))).toEqual(["bad", "other"]);
    expect(readFileSync(place(good), "utf8")).toBe("good");
  });

  test("what is lost is left out", () => {
    writeBlobs(log, [blob("x", { content: () => undefined })]);
    expect(readdirSync(blobFolder(log))).toEqual([]);
  });

  test("shares a file only where it may, and copies it where that fails", () => {
    const from = join(root, "from.jsonl");
    const [one, two] = [blob("one", { origin: from }), blob("two", { origin: from })];
    writeBlobs(from, [one]);
    writeBlobs(log, [one, two], () => true);
    expect(statSync(place(one)).ino).toBe(statSync(place(one, from)).ino);
    expect(readFileSync(place(two), "utf8")).toBe("two");
    const copy = join(root, "copy.jsonl");
    writeBlobs(copy, [one]);
    expect(statSync(place(one, copy)).ino).not.toBe(statSync(place(one, from)).ino);
  });

  test("a link in its place is not shared", () => {
    const from = join(root, "from.jsonl");
    const one = blob("one", { origin: from });
    mkdirSync(blobFolder(from));
    writeFileSync(join(root, "elsewhere"), "one");
    symlinkSync(join(root, "elsewhere"), place(one, from));
    writeBlobs(log, [one], () => true);
    expect(readBlob(log, one)?.toString()).toBe("one");
  });

  test("what the disk refuses is an error with its code, and leaves no half blob", () => {
    const one = blob("one");
    mkdirSync(place(one), { recursive: true });
    expect(() => writeBlobs(log, [one])).toThrow(LogIoError);
    expect(readdirSync(blobFolder(log))).toEqual([one.sha256]);
    writeFileSync(join(root, "file"), "");
    expect(() => writeBlobs(join(root, "file", "s.jsonl"), [one])).toThrow(LogIoError);
  });
});

describe("reading", () => {
  test.each([
    "../s.jsonl",
    "../../etc/passwd",
    "",
    ".",
    "0".repeat(63),
    "A".repeat(64),
    `${"0".repeat(64)}\n`,
  ])("never takes %j for a name", (sha256) => {
    mkdirSync(join(blobFolder(log), "x"), { recursive: true });
    writeFileSync(log, "x");
    if (/^[\w]+\n?$/.test(sha256)) writeFileSync(join(blobFolder(log), sha256), "x");
    expect(readBlob(log, { sha256, bytes: 1 })).toBeUndefined();
  });

  test("gives nothing for what is no regular file of that size", () => {
    const one = blob("one");
    expect(readBlob(log, one)).toBeUndefined();
    writeBlobs(log, [one]);
    expect(readBlob(log, one)?.toString()).toBe("one");
    expect(readBlob(log, { ...one, bytes: 2 })).toBeUndefined();
    expect(readBlob(log, { ...one, bytes: 2 ** 50 })).toBeUndefined();
    expect(readBlob(log, { ...one, bytes: MAX_BLOB + 1 })).toBeUndefined();
    renameSync(place(one), join(root, "moved"));
    symlinkSync(join(root, "moved"), place(one));
    expect(readBlob(log, one)).toBeUndefined();
  });

  test.skipIf(process.platform === "win32")("does not wait for a pipe", () => {
    const one = blob("");
    mkdirSync(blobFolder(log));
    execFileSync("sh", ["-c", `mkfifo "$0"`, place(one)]);
    expect(readBlob(log, one)).toBeUndefined();
  });
});
