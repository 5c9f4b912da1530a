/** Returns round amounts from 0 up to `highest` or just above it, two to five steps apart. */
export function roundTicks(highest: number): number[] {
  const rough = Math.max(highest, 0.01) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10);
  const count = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
