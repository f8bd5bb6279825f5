import { dirname } from "node:path";
import { expect, test } from "vitest";
import { bytesOf, codexHome, context, meta, says, THREAD, write } from "../dialects/codex-rollouts.ts";
import {
  eventsFile,
  assistant,
  bytesOf as eventBytes,
  SESSION,
  start,
  user,
} from "../dialects/copilot-events.ts";
import { temporaryStore } from "../support/store.ts";

function codexSource() {
  const { home, file } = codexHome({
    [THREAD]: bytesOf(meta(), context(), says("user", "fix the tests"), says("assistant", "done")),
  });
  write(`${home}/session_index.jsonl`, `{"id":"${THREAD}","thread_name":"Tests"}\n`);
  return { dialect: "codex", folder: home, file: file(), id: THREAD };
}

function copilotSource() {
  const file = eventsFile(eventBytes(start(), user("fix the tests"), assistant("done")), "name: Tests\n");
  return { dialect: "copilot", folder: dirname(dirname(file)), file, id: SESSION };
}

test.each([codexSource, copilotSource])(
  "sessions are listed, opened by file or id, and forked: %o",
  async (source) => {
    const { dialect, folder, file, id } = source();
    const { store, cwd } = await temporaryStore({ sources: [{ dialect, folder }] });
    const [row, ...others] = await store.list({ source: dialect });
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id,
      dialect,
      file,
      cwd: "/work",
      name: "Tests",
      title: "fix the tests",
      messages: 2,
    });
    for (const name of [id, file]) {
      const session = await store.open(name);
      expect(session).toMatchObject({ id, dialect, readOnly: true });
      const { messages } = await session.project();
      const fork = await store.fork(session, { cwd });
      expect((await fork.project()).messages).toEqual(messages);
      expect(messages[0]).toMatchObject({ role: "user", content: [{ text: "fix the tests" }] });
    }
  },
);
