import fc from "fast-check";
import { header, time } from "./index-folder.ts";
import { body } from "./random-log.ts";

const MOST = 12;

/** Entries whose ids never repeat, under parents that stand before them but for a few that do not. */
const lines = fc
  .array(fc.tuple(body, fc.nat(30), fc.nat(40)), { minLength: 1, maxLength: MOST })
  .map((entries) =>
    entries.map(([{ type, ...rest }, anywhere, chance], index) => {
      const anyPlace = anywhere % (index + (chance === 40 ? 3 : 1));
      const above = (chance < 30 ? index : anyPlace) - 1;
      const envelope = {
        type,
        id: `o${index}`,
        parentId: above < 0 ? null : `o${above}`,
        timestamp: time(index),
      };
      const target = anywhere < 29 && "targetId" in rest ? { targetId: `o${anyPlace}` } : {};
      return `${JSON.stringify({ ...envelope, ...rest, ...target })}\n`;
    }),
  );

/** A log whose links are mostly in order; `steps` are what is appended to it, some lines at a time. */
export const orderlyLog = fc.record({
  start: fc.constantFrom(`${header("o")}\n`, `${header("o", { forkedFrom: "a", parentSession: "p" })}\n`),
  leafRule: fc.constantFrom("replay" as const, "last" as const),
  steps: fc.tuple(lines, fc.integer({ min: 1, max: 4 })).map(([all, size]) => {
    const starts = all.flatMap((_, index) => (index % size === 0 ? [index] : []));
    return starts.map((at) => all.slice(at, at + size).join(""));
  }),
});
