import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isText } from "../../src/format/blocks.ts";
import { project } from "../../src/projection/project.ts";
import type { PathEntry } from "../../src/projection/types.ts";
import type { RenderOptions } from "../../src/projection/wire/render-options.ts";
import { refusals, TARGETS } from "./all-targets.ts";
import { frozen } from "./build.ts";
import { anyWirePath, plainWirePath, renderOptions } from "./random-wire.ts";

/** `pnpm test:long` asks for many more. */
const numRuns = Number(process.env["SESSION_TREE_RUNS"] ?? 300);
const timeout = 20_000 + numRuns * 100;

describe.each(TARGETS)("$name", (target) => {
  it("accepts what any path is rendered to", { timeout }, () => {
    check(fc.tuple(anyWirePath, renderOptions), ([path, options]) => {
      expect(refusals(target, project(path), options)).toEqual([]);
    });
  });

  it("gets the same bytes for the same path, which is left alone", { timeout }, () => {
    check(fc.tuple(anyWirePath, renderOptions), ([path, options]) => {
      const one = target.render(frozen(project(path)), options);
      expect(JSON.stringify(one)).toBe(
        JSON.stringify(target.render(project(structuredClone(path)), options)),
      );
    });
  });

  it("gets every turn and all before it as it was first sent, however the path grows", { timeout }, () => {
    check(fc.tuple(plainWirePath, renderOptions), ([path, options]) => {
      const whole = historyOf(path, options);
      for (let length = 1; length < path.length; length++) {
        const part = historyOf(path.slice(0, length), options);
        const end = part.findLastIndex(target.isModel) + 1;
        expect(JSON.stringify(whole.slice(0, end))).toBe(JSON.stringify(part.slice(0, end)));
      }
    });
  });

  it("gets every word of the context", { timeout }, () => {
    check(fc.tuple(anyWirePath, renderOptions), ([path, options]) => {
      const projection = project(path);
      const sent = JSON.stringify(target.render(projection, options));
      for (const { content } of projection.messages)
        for (const block of content)
          if (typeof block !== "string" && isText(block) && /[a-zS]/.test(block.text))
            expect(sent).toContain(JSON.stringify(block.text.trimEnd()).slice(1, -1));
    });
  });

  function historyOf(path: PathEntry[], options: RenderOptions): readonly object[] {
    // The model in force may change along the path; a host says which one it calls.
    const receiver = { ...options, model: options.model ?? "m1", provider: options.provider ?? "p" };
    return target.history(target.render(project(path, { ending: "as-is" }), receiver));
  }
});

function check<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, property), { numRuns });
}
