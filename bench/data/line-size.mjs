/** Upper bounds, with the share of lines below them: half are under 1.15 KB, a tenth over 2.9 KB, a few of 1 MB. */
const STEPS = [
  [0, 450],
  [0.5, 1150],
  [0.9, 2900],
  [0.95, 8000],
  [0.99995, 14_000],
];

/** How long a line is, in bytes; 2 KB in the mean. */
export function lineSize(random) {
  const at = random();
  const above = STEPS.findIndex(([share]) => share > at);
  if (above < 0) return 1_000_000;
  const [[low, least], [high, most]] = [STEPS[above - 1], STEPS[above]];
  return Math.round(least + ((at - low) / (high - low)) * (most - least));
}
