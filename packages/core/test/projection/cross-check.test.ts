import { describe, expect, it } from "vitest";
import { project } from "../../src/projection/project.ts";
import { render } from "../../src/projection/render.ts";
import { UNKNOWN_OUTCOME } from "../../src/projection/result-texts.ts";
import type { AnthropicBody } from "../../src/projection/targets/anthropic.ts";
import { refusals, TARGETS } from "./all-targets.ts";
import { type Body, call, failed, pathOf, result, turn, user } from "./build.ts";

/** Histories that converters of other projects are known to send on as they are, for some API to refuse. */
interface Row {
  readonly name: string;
  readonly path: Body[];
  /** What is sent to Anthropic, a message a line: `id => text` is a result, `!` an error, `?` the made up one. */
  readonly becomes: string[];
}

const thinking: Body = { type: "thinking", thinking: "hm", signature: "c2ln" };

/** A turn of the model that the request goes to. */
function own(...content: (string | Body)[]): Body {
  return by("m", ...content);
}

function by(model: string, ...content: (string | Body)[]): Body {
  const { message } = turn(...content) as unknown as { message: object };
  return { type: "message", message: { ...message, model } };
}

/** What an id of 65 times `x` is sent as. */
const LONG = `${"x".repeat(31)}_cf73b83e`;

/** What pi-ai 1.6 was tried with. */
const piRows: Row[] = [
  {
    name: "normal",
    path: [user("go"), own(thinking, "I look.", call("a")), result("a", "ok"), own("Done."), user("thanks")],
    becomes: [
      "user | go",
      "assistant | (thinking) | I look. | call a {}",
      "user | a => ok",
      "assistant | Done.",
      "user | thanks",
    ],
  },
  {
    name: "crash with unanswered calls",
    path: [user("go"), own(call("a"), call("b")), result("b", "ok")],
    becomes: ["user | go", "assistant | call a {} | call b {}", "user | a => !? | b => ok"],
  },
  {
    name: "result of an aborted turn",
    path: [user("go"), failed("aborted", "On it.", call("a")), result("a", "ok"), user("again")],
    becomes: ["user | go", "assistant | On it. | call a {}", "user | a => ok | again"],
  },
  {
    name: "result of a call that was cut off",
    path: [
      user("go"),
      failed("aborted", "On it.", { ...call("a"), partialJson: "{" }),
      result("a", "ok"),
      user("again"),
    ],
    becomes: ["user | go", "assistant | On it.", "user | again"],
  },
  {
    name: "compaction cut leaves an orphan result",
    path: [
      user("go"),
      own(call("a")),
      result("a", "ok"),
      { type: "compaction", summary: "S", firstKeptEntryId: "e2" },
      user("next"),
    ],
    becomes: [
      "user | [The conversation before this point was replaced by a summary:]\n\nS\n\n[End of the summary; the conversation goes on from here.] | [A result of the earlier tool call bash was recorded here:] | ok | next",
    ],
  },
  {
    name: "duplicate result",
    path: [user("go"), own(call("a")), result("a", "ok"), result("a", "ok"), user("next")],
    becomes: ["user | go", "assistant | call a {}", "user | a => ok | next"],
  },
  {
    name: "two results that differ",
    path: [user("go"), own(call("a")), result("a", "1"), result("a", "2"), user("next")],
    becomes: [
      "user | go",
      "assistant | call a {}",
      "user | a => 1 | [A result of the earlier tool call bash was recorded here:] | 2 | next",
    ],
  },
  {
    name: "user message between call and result",
    path: [user("go"), own(call("a")), user("hurry"), result("a", "ok")],
    becomes: ["user | go", "assistant | call a {}", "user | a => ok | hurry"],
  },
  {
    name: "text after call",
    path: [user("go"), own(call("a"), "I called."), result("a", "ok")],
    becomes: ["user | go", "assistant | I called. | call a {}", "user | a => ok"],
  },
  {
    name: "thinking-only turn",
    path: [user("go"), own(thinking), user("well?")],
    becomes: ["user | go | well?"],
  },
  {
    name: "two ids that sanitise to one",
    path: [user("go"), own(call("a:1"), call("a.1")), result("a.1", "dot"), result("a:1", "colon")],
    becomes: [
      "user | go",
      "assistant | call a_1_33380820 {} | call a_1_e305e8a3 {}",
      "user | a_1_33380820 => colon | a_1_e305e8a3 => dot",
    ],
  },
  {
    name: "same id in two turns",
    path: [user("go"), own(call("a")), result("a", "1"), own(call("a")), result("a", "2")],
    becomes: [
      "user | go",
      "assistant | call a {}",
      "user | a => 1",
      "assistant | call a_6f3d685d {}",
      "user | a_6f3d685d => 2",
    ],
  },
  {
    name: "empty error result",
    path: [user("go"), own(call("a")), result("a", "", { isError: true })],
    becomes: ["user | go", "assistant | call a {}", "user | a => !(no output)"],
  },
  {
    name: "empty user text",
    path: [user("go"), own("Yes?"), user(""), own("Still there?"), user("yes")],
    becomes: ["user | go", "assistant | Yes?", "user | Continue.", "assistant | Still there?", "user | yes"],
  },
  {
    name: "ends with assistant",
    path: [user("go"), own("Done.  ")],
    becomes: ["user | go", "assistant | Done.", "user | Continue."],
  },
  {
    name: "switch inside a tool loop",
    path: [user("go"), by("other", thinking, call("functions.bash:0")), result("functions.bash:0", "ok")],
    becomes: [
      "user | go",
      "assistant | call functions_bash_0_daa6a24c {}",
      "user | functions_bash_0_daa6a24c => ok",
    ],
  },
];

/** What the AI SDK 7 and its providers were tried with beside these. */
const aiSdkRows: Row[] = [
  {
    name: "long ids",
    path: [
      user("go"),
      own(call("x".repeat(65)), call(`call_1|fc_${"y".repeat(60)}`)),
      result("x".repeat(65), "1"),
      result(`call_1|fc_${"y".repeat(60)}`, "2"),
    ],
    becomes: [
      "user | go",
      `assistant | call ${LONG} {} | call call_1 {}`,
      `user | ${LONG} => 1 | call_1 => 2`,
    ],
  },
  {
    name: "white space for text",
    path: [user(" \n"), own("\t", thinking, " ", call("a")), result("a", "  ")],
    becomes: [
      "user | [The conversation before this point is not shown.]",
      "assistant | (thinking) | call a {}",
      "user | a => (no output)",
    ],
  },
  {
    name: "string input",
    path: [
      user("go"),
      own(call("a", '{"command":"ls"}'), call("b", '{"command":')),
      result("a", "ok"),
      result("b", "bad input", { isError: true }),
    ],
    becomes: [
      "user | go",
      'assistant | call a {"command":"ls"} | call b {"rawInvalidInput":"{\\"command\\":"}',
      "user | a => ok | b => !bad input",
    ],
  },
  {
    name: "reasoning without a signature",
    path: [user("go"), own({ type: "thinking", thinking: "hm" }), user("well?")],
    becomes: ["user | go | well?"],
  },
  {
    name: "two text parts in a result",
    path: [
      user("go"),
      own(call("a"), call("b")),
      {
        type: "message",
        message: {
          role: "toolResult",
          toolCallId: "a",
          content: [
            { type: "text", text: "1" },
            { type: "text", text: "2" },
          ],
        },
      },
      result("b", "ok"),
    ],
    becomes: ["user | go", "assistant | call a {} | call b {}", "user | a => 1 + 2 | b => ok"],
  },
];

describe.each([...piRows, ...aiSdkRows])("$name", ({ path, becomes }) => {
  const projection = project(pathOf(...path));

  it("is sent to Anthropic as", () => {
    expect(linesOf(render.anthropic(projection, { model: "m" }))).toEqual(becomes);
  });

  it.each(TARGETS)("becomes a history that $name takes", (target) => {
    expect(refusals(target, projection, { model: "m" })).toEqual([]);
  });
});

function linesOf({ messages }: AnthropicBody): string[] {
  return messages.map(({ role, content }) => [role, ...content.map(wordOf)].join(" | "));
}

function wordOf(block: AnthropicBody["messages"][number]["content"][number]): string {
  switch (block.type) {
    case "text":
      return block.text === UNKNOWN_OUTCOME ? "?" : block.text;
    case "tool_use":
      return `call ${block.id} ${JSON.stringify(block.input)}`;
    case "tool_result": {
      const output = block.content.map(wordOf).join(" + ");
      return `${block.tool_use_id} => ${block.is_error === true ? "!" : ""}${output}`;
    }
    case "thinking":
    case "redacted_thinking":
    case "image":
      return `(${block.type})`;
  }
}
