interface NumberRange {
  readonly from: number;
  /** The last number, included. */
  readonly to: number;
}

/** Returns the ranges of consecutive numbers, ascending. */
export function rangesOf(numbers: readonly number[]): NumberRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && number <= last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges;
}

/** Returns numbers as `1–4, 7 and 9`. */
export const inRanges = (numbers: readonly number[]): string =>
  new Intl.ListFormat('en-AU').format(
    rangesOf(numbers).map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)),
  );
