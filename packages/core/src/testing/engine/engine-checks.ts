import { APPENDING } from "./appending.ts";
import { BLOBS } from "./blobs.ts";
import { CREATING } from "./creating.ts";
import { REFUSING } from "./refusing.ts";
import { SESSIONS } from "./sessions.ts";
import type { EngineCheck, EngineCheckOptions, FailingEngine, TestedEngine } from "./tested-engine.ts";
import { TRASHING } from "./trashing.ts";
import { Trial, type Promises } from "./trial.ts";
import { WATCHING } from "./watching.ts";

/**
 * What every storage engine promises, and what a store of sessions promises over it: checks for any test runner.
 * @param makeEngine makes an empty engine; each check uses one of its own
 */
export function engineChecks(
  makeEngine: () => TestedEngine | Promise<TestedEngine>,
  options: EngineCheckOptions = {},
): EngineCheck[] {
  const promises = { ...CREATING, ...APPENDING, ...WATCHING, ...BLOBS, ...TRASHING, ...SESSIONS };
  return checksOf(promises, makeEngine, options);
}

/** What every storage engine promises where its medium fails: for engines that can be made to fail. */
export function refusalChecks(makeEngine: () => FailingEngine | Promise<FailingEngine>): EngineCheck[] {
  return checksOf(REFUSING, makeEngine, {});
}

function checksOf<T extends TestedEngine>(
  promises: Promises<T>,
  makeEngine: () => T | Promise<T>,
  { patience = 5000 }: EngineCheckOptions,
): EngineCheck[] {
  return Object.entries(promises).map(([name, hold]) => ({
    name,
    run: async () => {
      const trial = new Trial(await makeEngine(), patience);
      try {
        await hold(trial);
      } finally {
        await trial.end();
      }
    },
  }));
}
