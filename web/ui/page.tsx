/** The frame of every page inside the shell: title, breadcrumbs, actions, content. */
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Bar } from './skeleton.tsx';
import { createStore } from '../data/store.ts';
import './page.css';

export interface Crumb {
  readonly label: string;
  /** The address; the last crumb, the page itself, has none. */
  readonly href?: string;
}

/** The breadcrumbs of the current page, shown by the toolbar. */
export const breadcrumbs = createStore<readonly Crumb[]>([]);

const NOTHING: readonly Crumb[] = [];

interface PageProps {
  /** Empty until loaded. */
  readonly title: string;
  /** The title of the document where it differs. */
  readonly documentTitle?: string | undefined;
  /** The pages above this one. */
  readonly above?: readonly Crumb[];
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly width?: 'full' | 'form';
  /** Whether title, subtitle and actions stay in view, in a compact row. */
  readonly isSticky?: boolean;
  readonly children: ReactNode;
}

export function Page({
  title,
  documentTitle = title,
  above = NOTHING,
  subtitle,
  actions,
  width = 'full',
  isSticky = false,
  children,
}: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(documentTitle, heading);
  const path = JSON.stringify([...above, { label: title }]);
  useEffect(() => breadcrumbs.write(JSON.parse(path) as Crumb[]), [path]);
  return (
    <div className={`page page-${width} ${isSticky ? 'page-sticky' : ''}`}>
      <header className="page-header">
        <div className="page-heading">
          <p className="page-path" aria-hidden="true">
            {above.map(({ label }) => label).join(' / ')}
          </p>
          {title === '' ? (
            <p className="page-title" aria-hidden="true">
              <Bar width={16} />
            </p>
          ) : (
            <h1 className="page-title" tabIndex={-1} ref={heading}>
              {title}
            </h1>
          )}
          {subtitle && <div className="page-subtitle">{subtitle}</div>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** The path of the page that was named last; null before the first. */
let namedPath: string | null = null;

/**
 * Sets the document's title once it is known. After a navigation within the site the heading takes the focus, so a
 * screen reader announces the page.
 */
export function usePageTitle(title: string, heading?: RefObject<HTMLElement | null>): void {
  // A layout effect: a later one would take the focus from what was opened by keyboard since.
  useLayoutEffect(() => {
    document.title = title === '' ? 'Paydown' : `${title} · Paydown`;
    if (title === '' || location.pathname === namedPath) return;
    const isFirst = namedPath === null;
    namedPath = location.pathname;
    if (!isFirst && !isFocusTaken()) heading?.current?.focus({ preventScroll: true });
  }, [title, heading]);
}

/** Whether a field, a dialog or the search box has the focus. */
function isFocusTaken(): boolean {
  return document.activeElement?.closest('input, select, textarea, [role$="dialog"]') != null;
}
