/** The exponent with which a figure grows with its size: 0 is flat, 1 linear. Undefined with fewer than two sizes. */
export function growth(points) {
  const logs = points.filter(({ size, figure }) => size > 0 && figure > 0);
  if (logs.length < 2) return undefined;
  const xs = logs.map(({ size }) => Math.log(size));
  const ys = logs.map(({ figure }) => Math.log(figure));
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const slope = xs.reduce((sum, at, index) => sum + (at - x) * (ys[index] - y), 0);
  return slope / xs.reduce((sum, at) => sum + (at - x) ** 2, 0);
}
