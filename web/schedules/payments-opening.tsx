/** Where the table of payments opens: at the work to do, or at today's divider. */
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { showDate, today } from '../ui/dates.ts';
import { ROW_HEIGHT } from './row-height.ts';
import type { TimelineRow } from './timeline.ts';

/** The number of the first row that is not past; null where all are past or none is. */
export function useFirstAhead(rows: readonly TimelineRow[]): number | null {
  return useMemo(() => {
    const now = today();
    const index = rows.findIndex(({ date }) => date >= now);
    return index > 0 ? index + 1 : null;
  }, [rows]);
}

/** Returns a function that scrolls the table to a row as the page opens: once, and not after the first input. */
export function useOpening(isWanted: boolean): (row: HTMLElement | null) => void {
  const isOpening = useRef(isWanted);
  // From the first rows on, so that no input is missed.
  useLayoutEffect(() => {
    const stop = (): void => void (isOpening.current = false);
    for (const input of INPUTS) addEventListener(input, stop, true);
    return () => {
      for (const input of INPUTS) removeEventListener(input, stop, true);
    };
  }, []);
  return useCallback((row) => {
    if (!isOpening.current || !row) return;
    isOpening.current = false;
    const region = row.closest('.table-scroll');
    const head = region?.querySelector('thead');
    if (!region || !head) return;
    // Below the head, with two earlier payments in view; the page stays at its top.
    const wanted = head.getBoundingClientRect().bottom + 2 * ROW_HEIGHT;
    region.scrollTop += Math.max(0, row.getBoundingClientRect().top - wanted);
  }, []);
}

const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const;

interface TodayRowProps {
  readonly columns: number;
  /** Null where the page opens at another row. */
  readonly onShown: ((row: HTMLElement | null) => void) | null;
}

/** The divider between past and future rows. */
export function TodayRow({ columns, onShown }: TodayRowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  // Before the row is painted: a page that moves later takes the pointer's target away.
  useLayoutEffect(() => onShown?.(row.current), [onShown]);
  return (
    <tr className="today" ref={row}>
      <td colSpan={columns}>Today, {showDate(today())}</td>
    </tr>
  );
}
