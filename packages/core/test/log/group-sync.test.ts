import { expect, test } from "vitest";
import { GroupSync } from "../../src/log/group-sync.ts";

/** Syncs that end when they are told to. */
function controlled() {
  const ends: ((error?: Error) => void)[] = [];
  const group = new GroupSync(
    () =>
      new Promise<void>((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve() : reject(error)));
      }),
  );
  return { group, ends };
}

test("who asks during a sync waits for the next one, all for the same", async () => {
  const { group, ends } = controlled();
  const first = group.request();
  const others = [group.request(), group.request(), group.request()];
  expect(ends).toHaveLength(1);
  ends[0]!();
  await first;
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  ends[1]!();
  await Promise.all(others);
  expect(ends).toHaveLength(2);
});

test("a failed sync fails for those who waited for it, and is not tried again for them", async () => {
  const { group, ends } = controlled();
  const first = group.request();
  const second = group.request();
  ends[0]!(new Error("EIO"));
  await expect(first).rejects.toThrow("EIO");
  ends[1]!();
  await second;
  expect(ends).toHaveLength(2);
});
