/** Scrolls a row of a table to the middle, and a table that scrolls by itself into view with its head. */
export function scrollToRow(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' });
  const region = row?.closest<HTMLElement>('.table-scroll');
  if (region && region.scrollHeight > region.clientHeight + 1) region.scrollIntoView({ block: 'nearest' });
}
