import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Workspace } from "./support/workspace.ts";

/** The built command: these few tests only see that it is wired to a real process. */
const BIN = fileURLToPath(new URL("../dist/bin.js", import.meta.url));

function bin(workspace: Workspace, args: readonly string[], input = "") {
  const env = {
    ...process.env,
    HOME: workspace.home,
    SESSIONS_ROOT: workspace.root,
    PI_CODING_AGENT_DIR: workspace.home,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: workspace.project,
    env,
    input,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("the command is built (pnpm build)", () => {
  expect(existsSync(BIN)).toBe(true);
});

/** Tells on stderr, at the end, what of the bundle was loaded, and of Node what takes long to load. */
const TELL_LOADED = `
  const { basename } = require("path");
  process.on("exit", () => {
    const files = Object.keys(require.cache).filter((file) => file !== __filename).map((file) => basename(file));
    const slow = process.moduleLoadList.filter((name) => /^NativeModule (crypto|net|perf_hooks|child_process)$/.test(name));
    process.stderr.write([...files, ...slow].join(" "));
  });
`;

const LOADED: [string, RegExp][] = [
  ["--version", /^bin\.js$/],
  [
    "list --all",
    /^bin\.js (?:(?:rolldown-runtime|answer|list|listing|shared|lib)\.js )+better_sqlite3\.node$/,
  ],
  ["search beans", /^(?!.* (?:projection|schemas|store)\.js).* search\.js/],
  ["show", /^(?!.* (?:projection|schemas|search|dialects|pi|codex)\.js).* show\.js/],
  ["project", /^(?!.* (?:schemas|search|dialects|pi|codex)\.js).* project\.js/],
];

test.each(LOADED)("%s loads only what it needs", async (line, loaded) => {
  const workspace = new Workspace();
  await workspace.session("known", [{ type: "message", message: { role: "user", content: "sow beans" } }]);
  for (const before of ["list", "search beans"]) await workspace.run(before);
  const tell = join(workspace.home, "tell-loaded.cjs");
  writeFileSync(tell, TELL_LOADED);
  const env = { ...process.env, HOME: workspace.home, SESSIONS_ROOT: workspace.root };
  const { stderr } = spawnSync(process.execPath, ["--require", tell, BIN, ...line.split(" ")], {
    cwd: workspace.project,
    env,
    encoding: "utf8",
  });
  expect(stderr.split("\n").at(-1)).toMatch(loaded);
});

test("every file of the bundle can be the first that is loaded", () => {
  const files = readdirSync(dirname(BIN)).filter((file) => file.endsWith(".js") && file !== "bin.js");
  const require = createRequire(BIN);
  for (const file of files) {
    for (const name of files) delete require.cache[require.resolve(`./${name}`)];
    expect(() => require(`./${file}`), file).not.toThrow();
  }
});

test("a session from first to last", () => {
  const workspace = new Workspace();
  const made = bin(workspace, ["new"]);
  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
  expect(bin(workspace, ["append"], '{"role":"user","content":"hi\u2028"}\n').status).toBe(0);
  const [row] = JSON.parse(bin(workspace, ["list", "--json"]).stdout);
  expect(row).toMatchObject({ id: made.stdout.trim(), messages: 1 });
});

/** A Zstandard frame of one block that is not compressed, for fewer than 256 bytes. */
function zstd(text: string): Buffer {
  const block = (Buffer.byteLength(text) << 3) | 1;
  return Buffer.from([
    0x28,
    0xb5,
    0x2f,
    0xfd,
    0x20,
    text.length,
    block & 255,
    block >> 8,
    0,
    ...Buffer.from(text),
  ]);
}

test("what the command loads only for some agents is there: YAML for Copilot, Zstandard for Codex", () => {
  const workspace = new Workspace();
  const put = (file: string, content: string | Buffer) => {
    mkdirSync(dirname(join(workspace.home, file)), { recursive: true });
    writeFileSync(join(workspace.home, file), content);
  };
  const start = { type: "session.start", id: "e0", parentId: null, data: { sessionId: "c1", version: 1 } };
  const asked = { type: "user.message", id: "e1", parentId: "e0", data: { content: "hi" } };
  put(".copilot/session-state/c1/events.jsonl", `${JSON.stringify(start)}\n${JSON.stringify(asked)}\n`);
  put(".copilot/session-state/c1/workspace.yaml", "name: sow peas\n");
  const id = "0198bbbb-0000-7000-8000-000000000001";
  const meta = {
    timestamp: "2026-06-01T09:00:00.000Z",
    type: "session_meta",
    payload: { id, cwd: "/garden" },
  };
  put(
    `.codex/sessions/2026/06/01/rollout-2026-06-01T09-00-00-${id}.jsonl.zst`,
    zstd(`${JSON.stringify(meta)}\n`),
  );
  const { stdout, stderr } = bin(workspace, ["list", "--all", "--json"]);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject([{ name: "sow peas" }, { id, cwd: "/garden" }]);
});

test.skipIf(!existsSync("/dev/full"))("an answer onto a full disk: one clear line, and exit code 1", () => {
  const workspace = new Workspace();
  const full = openSync("/dev/full", "w");
  try {
    const { status, stderr } = spawnSync(process.execPath, [BIN, "list", "--json"], {
      cwd: workspace.project,
      env: { ...process.env, HOME: workspace.home, SESSIONS_ROOT: workspace.root },
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: .*ENOSPC.*\n$/);
  } finally {
    closeSync(full);
  }
});

test("exit codes reach the shell", () => {
  const workspace = new Workspace();
  expect(bin(workspace, ["nosuch"])).toMatchObject({ status: 2, stdout: "" });
  expect(bin(workspace, ["continue"])).toMatchObject({ status: 3, stdout: "" });
});

test("continue -- gives a program its environment, its stdin and its exit code", () => {
  const workspace = new Workspace();
  const id = bin(workspace, ["new"]).stdout.trim();
  const script =
    "process.stdin.on('data', (text) => { console.log(process.env.SESSION_ID, String(text)); process.exitCode = 7; })";
  const ran = bin(workspace, ["continue", "--", process.execPath, "-e", script], "typed");
  expect(ran).toMatchObject({ status: 7, stdout: `${id} typed\n` });
  expect(bin(workspace, ["continue", "--", "/nosuch/program"]).status).toBe(127);
});

test("a reader that leaves early ends it quietly", async () => {
  const workspace = new Workspace();
  const content = "long ".repeat(200_000);
  bin(workspace, ["new"]);
  bin(workspace, ["append"], `${JSON.stringify({ role: "user", content })}\n`);
  const env = { ...process.env, SESSIONS_ROOT: workspace.root, HOME: workspace.home };
  const child = spawn(process.execPath, [BIN, "show", "--json"], { cwd: workspace.project, env });
  child.stdout.once("data", () => child.stdout.destroy());
  let stderr = "";
  child.stderr.on("data", (text) => (stderr += String(text)));
  const [status] = await once(child, "close");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
