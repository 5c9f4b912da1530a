import { startTransition, useEffect, useState } from 'react';

/** Rows visible below the chart; rendering them fits in two frames. */
const AT_ONCE = 10;
const MOST = 120;

/**
 * Returns how many rows of a long table to render. More follow with every frame, so the first rows appear early and the
 * page stays responsive.
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
