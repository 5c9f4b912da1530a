const UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/**
 * `$1.25M`: dollars in three significant digits, for the axes of charts. Written as `Intl.NumberFormat` does in compact
 * notation, whose first format takes 15 ms of a page's start.
 */
export function formatShortDollars(dollars: number): string {
  const rounded = Number(dollars.toPrecision(3));
  const [unit, name] = UNITS.find(([size]) => Math.abs(rounded) >= size) ?? [1, ''];
  return `${rounded < 0 ? '-' : ''}$${Number((Math.abs(rounded) / unit).toPrecision(3))}${name}`;
}
