import { expect } from "vitest";
import type { IndexedLog } from "../../src/session-index/log-reading.ts";
import type { SessionIndex } from "../../src/session-index/session-index.ts";
import { freshMap, fromIndex, fromLog, type Contents } from "./index-folder.ts";

/** The index says what the log says, and its map of the log, if it has one, is the log's. Tells whether it has one. */
export function expectSame(index: SessionIndex, log: IndexedLog, now: number): boolean {
  const asked = fromIndex(index, log, now);
  expect(asked).toEqual(expected(asked, fromLog(log, now)));
  expect(freshMap(index, log)).toEqual(asked.map);
  return asked.map !== null;
}

/** What an answer must be. */
export function expected(answer: Contents, truth: Contents): Contents {
  return { ...truth, map: answer.map && truth.map };
}
