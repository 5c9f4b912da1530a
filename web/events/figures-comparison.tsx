import type { ReactNode } from 'react';
import { bankAmountOf } from '../posting/bank-amount.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars, formatRate } from '../ui/money.tsx';
import { Table, type Column } from '../ui/table.tsx';
import type { Figures } from './types.ts';

const COLUMNS: readonly Column[] = [
  { label: 'Figure' },
  { label: 'Before', kind: 'number' },
  { label: 'After', kind: 'number' },
];

const ROWS: readonly (readonly [label: string, show: (figures: Figures) => ReactNode])[] = [
  ['Interest rate', ({ interestRate }) => formatRate(interestRate)],
  ['Balance', ({ balance }) => formatDollars(balance)],
  ['Next payment', ({ nextPayment }) => nextPayment && formatDollars(bankAmountOf([nextPayment]))],
  ['Next payment date', ({ nextPayment }) => nextPayment && showDate(nextPayment.paymentDate)],
  ['Payments', ({ paymentCount }) => paymentCount],
  ['End date', ({ endDate }) => showDate(endDate)],
  ['Total interest', ({ totalInterest }) => formatDollars(totalInterest)],
];

/** The figures of a schedule before and after a change; those that change stand out. */
export function FiguresComparison({ before, after }: { readonly before: Figures; readonly after: Figures }) {
  return (
    <Table label="Figures before and after" columns={COLUMNS} className="table-dense figures-comparison">
      <tbody>
        {ROWS.map(([label, show]) => {
          const [old, next] = [show(before) ?? '–', show(after) ?? '–'];
          return (
            <tr key={label} data-changed={old !== next || undefined}>
              <th scope="row">{label}</th>
              <td className="number">{old}</td>
              <td className="number">{next}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
