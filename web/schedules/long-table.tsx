import type { ReactNode } from 'react';
import { formatDollars } from '../ui/money.tsx';
import { useDrawnRows } from './drawn-rows.ts';
import './long-table.css';

/** So many rows a body; bodies out of sight cost neither layout nor paint. */
const ROWS_A_BODY = 10;

interface LongBodiesProps<Row> {
  /** Numbered from 1. */
  readonly rows: readonly Row[];
  /** Of each row, in pixels, as the stylesheet has it. */
  readonly rowHeight: number;
  readonly children: (row: Row) => ReactNode;
}

/** What a `table-long` holds: all rows, though there may be thousands, for the browser's search and the keyboard. */
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
        <tbody>
          <tr aria-hidden="true">
            <td className="fill" style={{ height: left * rowHeight }} />
          </tr>
        </tbody>
      )}
    </>
  );
}

/** How many characters the largest of amounts takes, for the width of columns; the amounts in dollars. */
export function longestAmount(dollars: readonly number[]): number {
  return formatDollars(dollars.reduce((most, each) => Math.max(most, each), 0)).length;
}

function bodiesOf<Row>(rows: readonly Row[]): (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_A_BODY) }, (_, index) =>
    rows.slice(index * ROWS_A_BODY, (index + 1) * ROWS_A_BODY),
  );
}
