import type { CSSProperties, ReactNode } from 'react';
import { useScrollCue } from './use-scroll-cue.ts';
import './table.css';

export interface Column {
  readonly label: ReactNode;
  /** Numbers are right-aligned; options are a narrow column of buttons with a label for screen readers only. */
  readonly kind?: 'number' | 'options';
  readonly className?: string;
  /** In which direction the rows are sorted by it. */
  readonly sort?: 'ascending' | 'descending';
}

interface TableProps {
  /** The accessible name of the scrollable region. */
  readonly label: string;
  readonly columns: readonly (Column | false)[];
  readonly className?: string;
  readonly style?: CSSProperties;
  /** The number of rows, if not all of them are rendered. */
  readonly rowCount?: number;
  /** The body and an optional foot. */
  readonly children: ReactNode;
}

/** A table in a region that scrolls sideways on narrow screens. */
export function Table({ label, columns, className = '', style, rowCount, children }: TableProps) {
  const region = useScrollCue<HTMLDivElement>();
  return (
    <div ref={region} className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table
        className={`table ${className}`}
        style={style}
        aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
      >
        <thead>
          <tr>
            {columns.map(
              (column, index) =>
                // oxlint-disable-next-line react/no-array-index-key -- columns don't move
                column && <Head key={index} {...column} />,
            )}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

function Head({ label, kind, className = '', sort }: Column) {
  const isSpoken = kind === 'options' && typeof label === 'string';
  return (
    <th scope="col" className={`${kind ?? ''} ${className}`} aria-sort={sort}>
      {isSpoken ? <span className="visually-hidden">{label}</span> : label}
    </th>
  );
}
