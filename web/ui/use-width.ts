import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The width that an element has, followed as it changes. */
export function useWidth<Shown extends HTMLElement>(): readonly [RefObject<Shown | null>, number] {
  const frame = useRef<Shown>(null);
  const [width, setWidth] = useState(800);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, width];
}
