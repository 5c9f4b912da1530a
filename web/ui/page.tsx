/** The frame of every page inside the shell: title, breadcrumbs, actions, content. */
import { useEffect, type ReactNode } from 'react';
import { Bar } from './skeleton.tsx';
import { createStore } from './store.ts';
import './page.css';

export interface Crumb {
  readonly label: string;
  /** Where it leads; the last one, the page itself, leads nowhere. */
  readonly href?: string;
}

/** The way to the page on the screen, for the toolbar. */
export const breadcrumbs = createStore<readonly Crumb[]>([]);

const NOTHING: readonly Crumb[] = [];

interface PageProps {
  /** Empty until it is known. */
  readonly title: string;
  /** The pages above this one. */
  readonly above?: readonly Crumb[];
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly width?: 'full' | 'form';
  readonly children: ReactNode;
}

export function Page({ title, above = NOTHING, subtitle, actions, width = 'full', children }: PageProps) {
  usePageTitle(title);
  const path = JSON.stringify([...above, { label: title }]);
  useEffect(() => breadcrumbs.write(JSON.parse(path) as Crumb[]), [path]);
  return (
    <div className={`page page-${width}`}>
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
            <h1 className="page-title" tabIndex={-1}>
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

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Paydown' : `${title} · Paydown`;
  }, [title]);
}
