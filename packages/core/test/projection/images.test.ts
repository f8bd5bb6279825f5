import { describe, expect, it } from "vitest";
import { project } from "../../src/projection/project.ts";
import { render } from "../../src/projection/render.ts";
import { IMAGE_UNUSABLE } from "../../src/projection/wire/images.ts";
import { pathOf, type Body } from "./build.ts";
import { PNG } from "./every-kind.ts";

/** A PNG of so many pixels, as far as its header goes. */
function png(width: number, height: number): Body {
  const bytes = Buffer.from(PNG, "base64");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return { type: "image", mimeType: "image/png", data: bytes.toString("base64") };
}

const said = (...content: Body[]): Body => ({ type: "message", message: { role: "user", content } });

/** How many images of a path reach Claude, and whether a text stands for the others. */
function sent(...bodies: Body[]): { images: number; told: boolean } {
  const { messages } = render.anthropic(project(pathOf(...bodies)));
  let images = 0;
  for (const { content } of messages) for (const { type } of content) if (type === "image") images++;
  return { images, told: JSON.stringify(messages).includes(IMAGE_UNUSABLE) };
}

describe("an image that no API would take stands there as a text", () => {
  it.each<[string, Body]>([
    ["of another type than it says", { type: "image", mimeType: "image/jpeg", data: PNG }],
    ["of a type that few take", { type: "image", mimeType: "image/bmp", data: PNG }],
    ["that is none", { type: "image", mimeType: "image/png", data: "AAAA" }],
    ["that is cut", { type: "image", mimeType: "image/png", data: PNG.slice(0, 12) }],
    ["without bytes", { type: "image", mimeType: "image/png", data: "" }],
    ["in no base64", { type: "image", mimeType: "image/png", data: `data:image/png;base64,${PNG}` }],
    ["of more than 5 MB", { type: "image", mimeType: "image/png", data: PNG + "AAAA".repeat(1_400_000) }],
    ["of more than 8000 pixels", png(8001, 10)],
  ])("%s", (_, image) => {
    expect(sent(said(image))).toEqual({ images: 0, told: true });
  });
});

it("an image of just 5 MB is sent", () => {
  const head = Buffer.from(PNG, "base64");
  const bytes = Buffer.concat([head, Buffer.alloc((5 * 1024 * 1024 * 3) / 4 - head.length)]);
  const image = { type: "image", mimeType: "image/png", data: bytes.toString("base64") };
  expect(sent(said(image))).toEqual({ images: 1, told: false });
});

it("Gemini takes no GIF", () => {
  const data = Buffer.from("GIF89a\u0001\0\u0001\0", "latin1").toString("base64");
  const projection = project(pathOf(said({ type: "image", mimeType: "image/gif", data })));
  expect(render.gemini(projection).contents[0]?.parts).toEqual([{ text: IMAGE_UNUSABLE }]);
});

describe("Claude's limits on many images", () => {
  const times = (count: number, image: Body) => Array.from({ length: count }, () => said(image));

  it("100 in all: the newest ones go, as nothing sent may change", () => {
    expect(sent(...times(101, png(2000, 2000)))).toEqual({ images: 100, told: true });
  });

  it("more than 20 only of 2000 pixels", () => {
    expect(sent(...times(20, png(2001, 10)))).toEqual({ images: 20, told: false });
    expect(sent(...times(20, png(10, 10)), said(png(2001, 10)))).toEqual({ images: 20, told: true });
    expect(sent(said(png(10, 2001)), ...times(20, png(10, 10)))).toEqual({ images: 20, told: true });
    expect(sent(...times(21, png(2000, 2000)))).toEqual({ images: 21, told: false });
  });

  it("do not bind other APIs", () => {
    const { contents } = render.gemini(project(pathOf(...times(101, png(9000, 10)))));
    expect(contents.flatMap(({ parts }) => parts).filter(({ inlineData }) => inlineData)).toHaveLength(101);
  });
});

describe("an image is known by its first bytes", () => {
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 0x11, 0];
  it.each([
    ["image/gif", Buffer.from("GIF89a\u0001\0\u0001\0", "latin1")],
    ["image/webp", Buffer.from("RIFF\u001a\0\0\0WEBPVP8L\r\0\0\0/\0\0\0\u0010\u0007\u0010\u0011", "latin1")],
    ["image/jpeg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...frame])],
  ])("%s", (mimeType, bytes) => {
    const image = said({ type: "image", mimeType, data: bytes.toString("base64") });
    expect(sent(image)).toEqual({ images: 1, told: false });
  });
});
