import type { ReactNode } from 'react';
import { formatDollars } from './money.tsx';
import { useDrawnRows } from './drawn-rows.ts';
import './long-table.css';

/** Rows of one table body. Bodies off the screen cost neither layout nor paint. */
const ROWS_A_BODY = 10;

interface LongBodiesProps<Row> {
  /** Numbered from 1. */
  readonly rows: readonly Row[];
  /** Height of a row, pixels; must match the stylesheet. */
  readonly rowHeight: number;
  readonly children: (row: Row) => ReactNode;
}

/** The bodies of a `table-long`. All rows are in the page, for the browser's search and the keyboard. */
export function LongBodies<Row extends { readonly number: number }>({
  rows,
  rowHeight,
  children,
}: LongBodiesProps<Row>) {
  const drawn = useDrawnRows(rows.length);
  const left = rows.length - drawn;
  return (
    <>
      {bodiesOf(rows.slice(0, drawn)).map((body) => (
        <tbody
          key={body[0]?.number}
          style={{ containIntrinsicBlockSize: `auto ${body.length * rowHeight}px` }}
        >
          {body.map(children)}
        </tbody>
      ))}
      {left > 0 && (
        <tbody className="rows-to-come">
          <tr aria-hidden="true">
            <td className="fill" style={{ height: left * rowHeight }} />
          </tr>
        </tbody>
      )}
    </>
  );
}

/** Returns the length of the longest formatted amount, for the width of columns; amounts in dollars. */
export function longestAmount(dollars: readonly number[]): number {
  return formatDollars(dollars.reduce((most, each) => Math.max(most, each), 0)).length;
}

function bodiesOf<Row>(rows: readonly Row[]): (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_A_BODY) }, (_, index) =>
    rows.slice(index * ROWS_A_BODY, (index + 1) * ROWS_A_BODY),
  );
}
