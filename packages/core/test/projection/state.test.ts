import { describe, expect, it } from "vitest";
import { project } from "../../src/projection/project.ts";
import { stateAt } from "../../src/projection/state.ts";
import { type Body, pathOf, system, turn, user } from "./build.ts";

const answer = (model: string, provider?: string): Body => ({
  type: "message",
  message: { role: "assistant", content: "x", model, provider, stopReason: "error" },
});
const queue = (operation: string, content?: string): Body => ({ type: "queue", operation, content });

describe("the state at the end of a path", () => {
  it("is empty at first", () => {
    expect(stateAt([])).toEqual({ model: null, thinkingLevel: null, queue: [], system: [] });
  });

  it("has the model of the last change or answer", () => {
    const change = { type: "model_change", model: "b", provider: "q" };
    expect(stateAt(pathOf(answer("a", "p"), change)).model).toEqual({ provider: "q", model: "b" });
    expect(stateAt(pathOf(change, answer("a"), turn("no model"))).model).toEqual({ model: "a" });
  });

  it("replays the queue", () => {
    const path = pathOf(
      queue("dequeue"),
      queue("enqueue", "1"),
      queue("enqueue", "2"),
      queue("dequeue"),
      queue("enqueue", "3"),
    );
    expect(stateAt(path).queue).toEqual(["2", "3"]);
    expect(stateAt([...path, ...pathOf(queue("clear"))]).queue).toEqual([]);
  });

  it("includes what a compaction hides, and nothing that is broken", () => {
    const path = pathOf(
      system("s"),
      { type: "model_change", model: "m" },
      { type: "thinking_level_change", thinkingLevel: "high" },
      { type: "compaction", summary: "S" },
      { type: "model_change", problem: "no model" },
    );
    const { model, thinkingLevel } = project(path);
    expect({ model, thinkingLevel }).toEqual({ model: { model: "m" }, thinkingLevel: "high" });
    expect(stateAt(path).system).toEqual([{ role: "system", content: "s" }]);
  });

  it("goes on from what a compaction carries", () => {
    const state = { model: { model: "m" }, thinkingLevel: "low", queue: ["1", "2"], system: [] };
    const path = pathOf(user("unread"), { type: "compaction", summary: "S", state }, queue("dequeue"), {
      type: "thinking_level_change",
      thinkingLevel: "high",
    });
    expect(stateAt(path.slice(1))).toEqual({ ...state, queue: ["2"], thinkingLevel: "high" });
    expect(stateAt(path)).toEqual(stateAt(path.slice(1)));
  });

  it("keeps what a compaction's state does not name", () => {
    const path = pathOf(
      { type: "model_change", model: "m" },
      { type: "compaction", summary: "S", state: {} },
    );
    expect(stateAt(path).model).toEqual({ model: "m" });
  });
});
