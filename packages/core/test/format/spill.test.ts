import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blobName } from "../../src/format/blob.ts";
import { encodeEntry } from "../../src/format/encode.ts";
import type { Entry } from "../../src/format/entries.ts";
import { blobsIn, IMAGE_LOST, restoreEntry, TEXT_LOST, withPreviews } from "../../src/format/restore.ts";
import { spillEntry } from "../../src/format/spill.ts";
import { validateEntry } from "../../src/format/validate.ts";
import { loggedEntry } from "./random-contents.ts";

function said(content: unknown): Entry {
  return {
    type: "message",
    id: "a",
    parentId: null,
    timestamp: "2026-01-01T10:00:00.000Z",
    message: { role: "user", content },
  };
}

function contentOf(entry: Entry): unknown {
  return (entry as { message?: { content: unknown } }).message?.content;
}

describe("spilling", () => {
  test("what is spilled, written and read again is what it was, whatever it is", () => {
    fc.assert(
      fc.property(loggedEntry, fc.constantFrom(0, 1, 20, 1000), (entry, above) => {
        const { entry: spilled, blobs } = spillEntry(entry, above);
        const line = encodeEntry(spilled);
        const read = JSON.parse(line.toString("utf8")) as Entry;
        expect(validateEntry(read)).toEqual([]);
        const byName = new Map(blobs.map(({ sha256, content }) => [sha256, content()]));
        const { entry: restored, lost } = restoreEntry(read, ({ sha256 }) => byName.get(sha256));
        expect(lost).toEqual([]);
        expect(restored).toEqual(JSON.parse(JSON.stringify(entry)));
        for (const { sha256, bytes, content } of blobs) {
          expect(content()).toHaveLength(bytes);
          expect(blobName(content()!)).toBe(sha256);
        }
        expect(blobsIn(read)).toHaveLength(blobs.length);
        if (blobs.length === 0) expect(spilled).toBe(entry);
      }),
      { numRuns: 1500 },
    );
  });

  test("is measured in bytes of UTF-8 and of base64, and starts above the limit", () => {
    expect(spillEntry(said("é".repeat(5)), 10).blobs).toHaveLength(0);
    expect(spillEntry(said("é".repeat(5)), 9).blobs).toHaveLength(1);
    const image = [{ type: "image", mimeType: "image/png", data: "aGk=" }];
    expect(spillEntry(said(image), 4).blobs).toHaveLength(0);
    expect(spillEntry(said(image), 3).blobs.map(({ content }) => content()?.toString())).toEqual(["hi"]);
  });

  test("writes the block as the format page says", () => {
    const text = `${"x".repeat(2047)}é and the rest`;
    const { entry } = spillEntry(said(text), 100);
    expect(contentOf(entry)).toEqual([
      {
        type: "blob",
        sha256: blobName(Buffer.from(text)),
        bytes: Buffer.byteLength(text),
        mimeType: "text/plain",
        of: "text",
        preview: "x".repeat(2047),
        whole: true,
      },
    ]);
    const image = { type: "image", mimeType: "image/png", data: "aGk=", extra: 1 };
    expect(contentOf(spillEntry(said([image]), 1).entry)).toEqual([
      {
        type: "blob",
        sha256: blobName(Buffer.from("hi")),
        bytes: 2,
        mimeType: "image/png",
        of: "image",
        extra: 1,
      },
    ]);
  });

  test("thinking, calls, summaries and details stay in the line", () => {
    const long = "x".repeat(100);
    const entry = said([
      { type: "thinking", thinking: long },
      { type: "toolCall", id: "t", name: "n", input: { text: long } },
    ]);
    expect(spillEntry(entry, 10).entry).toBe(entry);
  });
});

describe("restoring", () => {
  const { entry, blobs } = spillEntry(said([{ type: "text", text: "hello, world", signature: "s" }]), 3);

  test.each([
    ["nothing", undefined],
    ["too little", Buffer.from("hello")],
    ["other bytes", Buffer.from("hello, werld")],
  ])("gives preview and note where the blob holds %s, and says so", (_what, bytes) => {
    const { entry: restored, lost } = restoreEntry(entry, () => bytes);
    expect(contentOf(restored)).toEqual([{ type: "text", text: `hello, world\n${TEXT_LOST}` }]);
    expect(lost).toEqual([expect.stringContaining(blobs[0]!.sha256)]);
  });

  test("a lost image is a note; a lost string stays a string", () => {
    const image = spillEntry(said([{ type: "image", mimeType: "image/png", data: "aGk=" }]), 1).entry;
    expect(contentOf(restoreEntry(image, () => undefined).entry)).toEqual([
      { type: "text", text: IMAGE_LOST },
    ]);
    const text = spillEntry(said("hello"), 1).entry;
    expect(contentOf(restoreEntry(text, () => undefined).entry)).toBe(`hello\n${TEXT_LOST}`);
  });

  test("a blob block cannot name what it gives", () => {
    const [block] = contentOf(entry) as object[];
    const evil = said([{ ...block, text: "evil", data: "evil" }]);
    const { entry: restored } = restoreEntry(evil, () => blobs[0]!.content());
    expect(contentOf(restored)).toEqual([
      { type: "text", text: "hello, world", signature: "s", data: "evil" },
    ]);
  });

  test("previews need no blob", () => {
    const image = { type: "image", mimeType: "image/png", data: "aGk=" };
    const spilled = spillEntry(said([{ type: "text", text: "x".repeat(3000) }, image]), 1).entry;
    expect(contentOf(withPreviews(spilled))).toEqual([
      { type: "text", text: "x".repeat(2048) },
      { type: "image", mimeType: "image/png", data: "" },
    ]);
  });
});

describe("a blob block", () => {
  const good = { type: "blob", sha256: "0".repeat(64), bytes: 1, mimeType: "text/plain", of: "text" };

  test.each([{}, { preview: "p", whole: true, signature: "s", extra: [] }, { of: "image", mimeType: "" }])(
    "%j is sound",
    (more) => {
      expect(validateEntry(said([{ ...good, ...more }]))).toEqual([]);
    },
  );

  test.each([
    { sha256: "../../etc/passwd" },
    { sha256: "A".repeat(64) },
    { sha256: "0".repeat(63) },
    { sha256: "0".repeat(65) },
    { sha256: `${"0".repeat(64)}\n` },
    { sha256: `${"0".repeat(63)}/` },
    { sha256: undefined },
    { bytes: -1 },
    { bytes: 1.5 },
    { bytes: "1" },
    { of: "video" },
    { mimeType: null },
    { preview: 1 },
    { whole: "yes" },
    { signature: 1 },
  ])("%j makes the body bad", (more) => {
    expect(validateEntry(said([{ ...good, ...more }]))).not.toEqual([]);
  });
});
