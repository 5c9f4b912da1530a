import type { CSSProperties } from 'react';
import { LongBodies, longestAmount } from '../ui/long-table.tsx';
import { showDate } from '../ui/dates.ts';
import { MoneyCell } from '../ui/money.tsx';
import type { SchedulePayment } from '../data/answers.ts';
import { Table, type Column } from '../ui/table.tsx';

/** Pixels; must match the stylesheet. */
const ROW_HEIGHT = 30;

const COLUMNS: readonly Column[] = [
  { label: 'No.', kind: 'number' },
  { label: 'Date' },
  { label: 'Before', kind: 'number' },
  { label: 'After', kind: 'number' },
  { label: 'Interest', kind: 'number' },
  { label: 'Principal', kind: 'number' },
  { label: 'Balance', kind: 'number' },
];

interface ComparedPayment {
  readonly number: number;
  readonly before: SchedulePayment | undefined;
  readonly after: SchedulePayment | undefined;
}

/** The payments from which a change takes effect: the amount before, and the payment after. */
export function PaymentsComparison({
  before,
  after,
  k,
}: {
  readonly before: readonly SchedulePayment[];
  readonly after: readonly SchedulePayment[];
  readonly k: number;
}) {
  const rows = comparedPayments(before, after, k);
  if (rows.length === 0) return null;
  const amounts = rows.flatMap((row) => [row.before?.payments ?? 0, row.after?.payments ?? 0]);
  const balances = rows.map((row) => row.after?.endingBalance ?? 0);
  const style = { '--longest-amount': longestAmount(amounts), '--longest-balance': longestAmount(balances) };
  return (
    <div className="preview-scroll">
      <Table
        label="Payments before and after"
        columns={COLUMNS}
        className="table-long preview-table"
        rowCount={rows.length}
        style={style as CSSProperties}
      >
        <LongBodies rows={rows} rowHeight={ROW_HEIGHT}>
          {(row) => <ComparedRow key={row.number} row={row} index={row.number - k} />}
        </LongBodies>
      </Table>
    </div>
  );
}

function comparedPayments(
  before: readonly SchedulePayment[],
  after: readonly SchedulePayment[],
  k: number,
): ComparedPayment[] {
  const count = Math.max(before.length, after.length) - k;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => ({
    number: k + index + 1,
    before: before[k + index],
    after: after[k + index],
  }));
}

function ComparedRow({ row, index }: { readonly row: ComparedPayment; readonly index: number }) {
  const { number, before, after } = row;
  return (
    <tr aria-rowindex={index + 1}>
      <td className="number">{number}</td>
      <td className="date">{showDate((after ?? before)?.paymentDate ?? '')}</td>
      <AmountCell dollars={before?.payments} />
      <AmountCell dollars={after?.payments} />
      <AmountCell dollars={after?.interest} />
      <AmountCell dollars={after?.principal} />
      <AmountCell dollars={after?.endingBalance} />
    </tr>
  );
}

function AmountCell({ dollars }: { readonly dollars: number | undefined }) {
  if (dollars === undefined) return <td className="number muted">–</td>;
  return <MoneyCell dollars={dollars} />;
}
