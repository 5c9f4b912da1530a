import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Marks a region by `data-more` while part of its content is hidden at its end, so that a style can show it. */
export function useScrollCue<Region extends HTMLElement>(): RefObject<Region | null> {
  const region = useRef<Region>(null);
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    const mark = (): void => {
      const { scrollWidth, clientWidth, scrollLeft } = element;
      element.toggleAttribute('data-more', scrollWidth - clientWidth - scrollLeft > 1);
    };
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
  return region;
}
