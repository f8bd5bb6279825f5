import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore, type NewEntry } from "@session-tree/core";
import { main } from "../../src/main.ts";
import { FakeContext, NOW, type FakeOptions } from "./fake-context.ts";

/** A home directory with a project and a store, gone when the test is over. */
export class Workspace {
  readonly home: string;
  readonly project: string;
  readonly root: string;

  constructor() {
    this.home = realpathSync(mkdtempSync(join(tmpdir(), "sessions-cli-")));
    this.project = join(this.home, "project");
    this.root = join(this.home, "store");
    mkdirSync(this.project);
    onTestFinished(() => rmSync(this.home, { recursive: true, force: true }));
  }

  context(options: Partial<FakeOptions> = {}): FakeContext {
    const { env = {}, ...rest } = options;
    return new FakeContext({
      cwd: this.project,
      home: this.home,
      ...rest,
      env: { SESSIONS_ROOT: this.root, ...env },
    });
  }

  /** Runs one command line; gives what it wrote and its exit code as one text, for inline snapshots. */
  async run(line: string | readonly string[], options: Partial<FakeOptions> = {}): Promise<string> {
    const context = this.context(options);
    const args = typeof line === "string" ? words(line) : line;
    const exitCode = await main(args, context);
    return this.steady(
      [context.out, mark(context.err), `exit ${exitCode}`].filter((part) => part !== "").join("\n"),
    );
  }

  /** Runs one command line with --json; gives the value, and the exit code. */
  async json(
    line: string | readonly string[],
    options: Partial<FakeOptions> = {},
  ): Promise<{ exitCode: number; value: Json; err: string }> {
    const context = this.context(options);
    const exitCode = await main([...(typeof line === "string" ? words(line) : line), "--json"], context);
    return { exitCode, value: JSON.parse(context.out), err: context.err };
  }

  /** Makes a session with entries whose ids and times are known. */
  async session(
    id: string,
    entries: readonly NewEntry[],
    options: { name?: string; cwd?: string; now?: Date; parentSession?: string; relation?: "subagent" } = {},
  ) {
    const { cwd = this.project, now = NOW, ...header } = options;
    const store = await openStore({ root: this.root, now: () => now });
    const session = await store.create({ id, cwd, ...header, eager: true });
    for (const entry of entries) await session.append(entry);
    const { file } = session;
    await session.close();
    await store.close();
    return file;
  }

  /** Replaces what changes from run to run. */
  steady(text: string): string {
    return text
      .replaceAll(this.home, "<home>")
      .replaceAll(/projects\/[^/]+\//g, "projects/<folder>/")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>");
  }
}

/** A value of which a test knows the shape. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

function words(line: string): string[] {
  return line === "" ? [] : line.split(" ");
}

/** Every line of stderr is marked, so that a snapshot tells the two streams apart. */
function mark(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, text === "" ? "" : "! ");
}
