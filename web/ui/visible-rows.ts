import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Rows drawn beyond each edge, and how far one scrolls before they are drawn anew. */
const MARGIN = 16;
const STEP = 8;
/** Fewer are simply all drawn. */
const FEW = 150;

export interface VisibleRows {
  /** Index of the first row drawn, and of the first one after those drawn. */
  readonly first: number;
  readonly end: number;
}

/**
 * Which rows of a long table are near enough to be seen. All rows have one height in pixels; `body` holds them.
 * Printing draws all.
 */
export function useVisibleRows(
  count: number,
  rowHeight: number,
  body: RefObject<HTMLElement | null>,
): VisibleRows {
  const [range, setRange] = useState<VisibleRows>({ first: 0, end: FEW });
  const isLong = count > FEW;
  useLayoutEffect(() => {
    if (!isLong) return undefined;
    const look = (): void => {
      const next = rangeOf(body.current, count, rowHeight);
      setRange((last) => (last.first === next.first && last.end === next.end ? last : next));
    };
    const drawAll = (): void => flushSync(() => setRange({ first: 0, end: count }));
    const options = { capture: true, passive: true };
    look();
    document.addEventListener('scroll', look, options);
    addEventListener('resize', look);
    addEventListener('beforeprint', drawAll);
    addEventListener('afterprint', look);
    return () => {
      document.removeEventListener('scroll', look, options);
      removeEventListener('resize', look);
      removeEventListener('beforeprint', drawAll);
      removeEventListener('afterprint', look);
    };
  }, [isLong, count, rowHeight, body]);
  return isLong
    ? { first: Math.min(range.first, count), end: Math.min(range.end, count) }
    : { first: 0, end: count };
}

function rangeOf(body: HTMLElement | null, count: number, rowHeight: number): VisibleRows {
  const above = -(body?.getBoundingClientRect().top ?? 0);
  const top = Math.floor(above / rowHeight) - MARGIN;
  const bottom = Math.ceil((above + innerHeight) / rowHeight) + MARGIN;
  return {
    first: Math.max(0, Math.min(count, Math.floor(top / STEP) * STEP)),
    end: Math.max(0, Math.min(count, Math.ceil(bottom / STEP) * STEP)),
  };
}
