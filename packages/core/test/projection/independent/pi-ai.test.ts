import type { Message } from "@earendil-works/pi-ai";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { project } from "../../../src/projection/project.ts";
import { render } from "../../../src/projection/render.ts";
import type { PathEntry } from "../../../src/projection/types.ts";
import { call, pathOf, result, turn, user } from "../build.ts";
import { PNG } from "../every-kind.ts";
import { anyWirePath, renderOptions } from "../random-wire.ts";
import { endRequests, PI_RECEIVERS, type PiReceiver } from "./pi-receivers.ts";

/** `pnpm test:long` asks for many more. */
const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 100);
const timeout = 20_000 + numRuns * 100;

afterAll(endRequests);

describe.each(PI_RECEIVERS)("pi-ai makes a sound request to $model.id by $model.api of", (receiver) => {
  const { id, provider } = receiver.model;

  it("any history", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(anyWirePath, renderOptions, async (path, options) => {
        const { messages } = render.pi(project(path), { ...options, model: id, provider });
        expect(await errorsOf(receiver, messages)).toEqual([]);
      }),
      { numRuns },
    );
  });

  it("a history of its own, with all that the model signed", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(anyWirePath, async (path) => {
        const { messages } = render.pi(project(madeBy(receiver, path)), { model: id, provider });
        expect(await errorsOf(receiver, messages)).toEqual([]);
      }),
      { numRuns },
    );
  });
});

/** What pi-ai would make an unsound request of, had it what other targets get. */
describe("pi-ai gets in a form it renders well", () => {
  const image = { type: "image", mimeType: "image/png", data: PNG };
  const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" };
  const signed = turn({ type: "thinking", thinking: "", signature: JSON.stringify(reasoning) }, "hi");

  it.each([
    {
      what: "an image in one of two results",
      of: "gemini-2.5-pro",
      path: [
        user("look"),
        turn(call("a"), call("b")),
        { type: "message", message: { role: "toolResult", toolCallId: "a", content: [image] } },
        result("b", "ok"),
      ],
    },
    { what: "reasoning that stands there twice", of: "gpt-5.5", path: [signed, user("go on"), signed] },
  ])("$what, for $of", async ({ of, path }) => {
    const receiver = PI_RECEIVERS.findLast(({ model: { id } }) => id === of)!;
    const { id, provider } = receiver.model;
    const { messages } = render.pi(project(madeBy(receiver, pathOf(...path))), { model: id, provider });
    expect(await errorsOf(receiver, messages)).toEqual([]);
  });

  it("ids that end in _, of another model, for gpt-5.5", async () => {
    const receiver = PI_RECEIVERS.findLast(({ model: { id } }) => id === "gpt-5.5")!;
    const { messages } = render.pi(project(pathOf(user("go"), turn(call("a"), call("a_")))));
    expect(await errorsOf(receiver, messages)).toEqual([]);
  });
});

/** What the API would refuse of the request that pi-ai makes, but for what is left out. */
async function errorsOf({ request, check, leftOut }: PiReceiver, messages: Message[]): Promise<string[]> {
  // No context at all: an empty list, which the hint tells of.
  if (messages.every(({ role }) => role === "system")) return [];
  return check(await request(messages))
    .filter(({ level, rule }) => level === "error" && !leftOut.includes(rule))
    .map(({ rule, at, message }) => `${rule} at ${at}: ${message}`);
}

/** The path as if this model had made all turns, and nothing of it were damaged. */
function madeBy({ model: { id, api, provider } }: PiReceiver, path: PathEntry[]): PathEntry[] {
  const own = JSON.stringify(path, (_, value: unknown) =>
    isTurn(value) ? { ...value, api, provider, model: id } : value,
  );
  const entries = JSON.parse(own) as PathEntry[];
  return entries.filter(({ problem }) => problem === undefined).map(({ entry }) => ({ entry }));
}

function isTurn(value: unknown): value is { role: "assistant" } {
  return (value as { role?: unknown } | null)?.role === "assistant";
}
