import { useEffect, useState } from 'react';

/** A screenful, and then what takes a frame or two. */
const AT_ONCE = 40;
const MORE = 120;

/**
 * How many rows of a long table are drawn: a screenful at once, then more with every frame until all are there, so
 * that the first are soon seen and the page answers all along.
 */
export function useDrawnRows(count: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const frame = requestAnimationFrame(() => setDrawn(drawn + MORE));
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return Math.min(drawn, count);
}
