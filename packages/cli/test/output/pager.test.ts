import { expect, test } from "vitest";
import type { ProgramCall } from "../../src/context.ts";
import { page } from "../../src/output/pager.ts";
import { Run, type GlobalOptions } from "../../src/run.ts";
import { FakeContext } from "../support/fake-context.ts";

async function paged(
  env: Record<string, string>,
  options: GlobalOptions = {},
  terminal: number | undefined = 80,
  code = 0,
  text: readonly string[] = ["text\n"],
  from: "start" | "end" = "start",
) {
  const calls: ProgramCall[] = [];
  const context = new FakeContext({
    cwd: "/",
    home: "/",
    env,
    ...(terminal !== undefined && { terminal }),
    run: (program) => {
      calls.push(program);
      return code;
    },
  });
  await page(new Run(context, options), text, from);
  return { pager: calls[0]?.command, env: calls[0]?.env, out: context.out, err: context.err };
}

test.each([
  ["less by default", {}, "less"],
  ["$PAGER", { PAGER: "more" }, "more"],
  ["$SESSIONS_PAGER first", { PAGER: "more", SESSIONS_PAGER: "most -s" }, "most -s"],
])("%s", async (_name, env, pager) => {
  expect(await paged(env)).toMatchObject({ pager, out: "" });
});

test("less is told to leave if the text fits, unless the user told it otherwise", async () => {
  expect((await paged({})).env).toMatchObject({ LESS: "FRX" });
  expect((await paged({ LESS: "R" })).env).toMatchObject({ LESS: "R" });
});

test.each([
  ["longer than the screen", 24, "end", "FRX +G"],
  ["on one screen", 23, "end", "FRX"],
  ["from the start", 24, "start", "FRX"],
] as const)(
  "less is sent to the end of a text where that was asked for: %s",
  async (_name, lines, from, LESS) => {
    expect((await paged({}, {}, 80, 0, Array(lines).fill("line\n"), from)).env).toMatchObject({ LESS });
  },
);

test.each([
  ["a pipe", {}, {}, undefined],
  ["--no-pager", {}, { pager: false }, 80],
  ["PAGER=cat", { PAGER: "cat" }, {}, 80],
  ["an empty $SESSIONS_PAGER", { SESSIONS_PAGER: "" }, {}, 80],
  ["a dumb terminal", { TERM: "dumb" }, {}, 80],
])("no pager: %s", async (_name, env, options, terminal) => {
  const context = new FakeContext({
    cwd: "/",
    home: "/",
    env,
    ...(terminal !== undefined && { terminal }),
    run: () => 99,
  });
  await page(new Run(context, options), ["text\n"]);
  expect(context.out).toBe("text\n");
});

test("a pager that cannot be started does not keep the text away", async () => {
  const { out, err } = await paged({ PAGER: "nosuch" }, {}, 80, 127);
  expect(out).toBe("text\n");
  expect(err).toBe("\u001b[33mwarning:\u001b[39m the pager could not be started: nosuch\n");
});

test("a reader that has left is no error", async () => {
  await page(new Run(new FakeContext({ cwd: "/", home: "/", gone: true }), {}), ["text\n"]);
});
