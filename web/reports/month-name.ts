const names = new Intl.DateTimeFormat('en-AU', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `Jul 2026` of `2026-07`. */
export function monthName(month: string): string {
  return names.format(new Date(`${month}-01T00:00:00Z`));
}
