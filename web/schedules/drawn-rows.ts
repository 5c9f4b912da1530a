import { startTransition, useEffect, useState } from 'react';

/** What is seen below the chart, and the most that a frame or two have time for. */
const AT_ONCE = 10;
const MOST = 120;

/**
 * How many rows of a long table are drawn: a few at once, then as many again with every frame until all are
 * there, so that the first are soon seen and the page answers all along.
 */
export function useDrawnRows(count: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const drawMore = (): void => startTransition(() => setDrawn(drawn + Math.min(drawn, MOST)));
    const frame = requestAnimationFrame(drawMore);
    return () => cancelAnimationFrame(frame);
  }, [drawn, count]);
  return Math.min(drawn, count);
}
