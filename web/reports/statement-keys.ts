/** Keyboard and clipboard of the statement balances: Tab goes to the next one, and a column can be pasted. */
import { plainMoneyInput } from '../../domain/money-input.ts';
import type { ClipboardEvent, KeyboardEvent } from 'react';

/** Marks the field of a balance with the id of its schedule. */
export const STATEMENT = 'data-statement';

function fieldsAround(target: EventTarget): { fields: HTMLInputElement[]; index: number } {
  const field = target as HTMLInputElement;
  const fields = [
    ...(field.closest('table')?.querySelectorAll<HTMLInputElement>(`[${STATEMENT}]:enabled`) ?? []),
  ];
  return { fields, index: fields.indexOf(field) };
}

/** Tab skips what stands between two balances. Shift and Tab reaches it, and Tab leaves the last one. */
export function goToNext(event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const { fields, index } = fieldsAround(event.target);
  const next = index < 0 ? undefined : fields[index + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * Spreads a pasted column over the fields from the one with the focus on. Of several cells in a line the last one
 * counts; an empty line leaves its loan alone.
 * @returns the number of lines that found no loan; null for a paste of one line, which the field takes itself.
 */
export function pasteColumn(
  event: ClipboardEvent,
  onType: (scheduleId: string, text: string) => void,
): number | null {
  const lines = event.clipboardData
    .getData('text/plain')
    .replace(/(\r?\n)+$/, '')
    .split(/\r?\n/);
  const { fields, index } = fieldsAround(event.target);
  if (lines.length < 2 || index < 0) return null;
  event.preventDefault();
  for (const [place, line] of lines.entries()) {
    const scheduleId = fields[index + place]?.getAttribute(STATEMENT);
    const text = plainMoneyInput(line.split('\t').at(-1) ?? '');
    if (scheduleId && text !== '') onType(scheduleId, text);
  }
  return Math.max(0, lines.length - (fields.length - index));
}
