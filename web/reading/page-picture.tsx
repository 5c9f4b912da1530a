import { useEffect, useRef, useState } from 'react';
import { Button } from '@primer/react';
import type { Place } from '../extraction/document-text.ts';
import type { Pdf } from './read-pdf.ts';

interface PagePictureProps {
  readonly pdf: Pdf;
  /** The place that has the focus on the right. */
  readonly place: Place | null;
}

/** A page of the document, with the place that has the focus marked. */
export function PagePicture({ pdf, place }: PagePictureProps) {
  const [page, setPage] = useState(1);
  const [scale, setScale] = useState(0);
  const [followed, setFollowed] = useState(place);
  const canvas = useRef<HTMLCanvasElement>(null);
  if (place !== followed) {
    setFollowed(place);
    if (place) setPage(place.page);
  }
  useEffect(() => {
    let isCurrent = true;
    const draw = async (): Promise<void> => {
      const element = canvas.current;
      if (!element) return;
      // A canvas of its own, so that two drawings never share one.
      const drawn = document.createElement('canvas');
      const width = element.clientWidth * devicePixelRatio;
      const pixels = await pdf.draw(page, drawn, width);
      if (!isCurrent) return;
      element.width = drawn.width;
      element.height = drawn.height;
      element.getContext('2d')?.drawImage(drawn, 0, 0);
      setScale((pixels * element.clientWidth) / width);
    };
    draw().catch(() => setScale(0));
    return () => {
      isCurrent = false;
    };
  }, [pdf, page]);
  const mark = useRef<HTMLDivElement>(null);
  const isMarked = place !== null && place.page === page && scale > 0;
  useEffect(() => {
    if (isMarked && place) mark.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked, place]);
  return (
    <section className="card reading-picture" aria-label="Document">
      <div className="reading-pages">
        <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          Previous page
        </Button>
        <span aria-live="polite">
          Page {page} of {pdf.count}
        </span>
        <Button size="small" disabled={page >= pdf.count} onClick={() => setPage(page + 1)}>
          Next page
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls the page */}
      <div className="reading-paper" role="region" aria-label={`Page ${page}`} tabIndex={0}>
        <canvas ref={canvas} role="img" aria-label={`Picture of page ${page}`} />
        {isMarked && (
          <div
            ref={mark}
            className="reading-mark"
            style={{
              left: place.x * scale - 3,
              top: place.y * scale - 2,
              width: place.width * scale + 6,
              height: place.height * scale + 4,
            }}
          />
        )}
      </div>
    </section>
  );
}
