import { useRef } from 'react';
import { formatDate } from '../../domain/calendar.ts';
import { formatMoney, toDollars } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { amortise, type Amortisation, type Payment } from '../../domain/schedule/amortise.ts';
import type { Terms } from '../../domain/schedule/terms.ts';
import { Facts } from '../ui/facts.tsx';
import { formatRate, Money } from '../ui/money.tsx';
import { useVisibleRows } from '../ui/visible-rows.ts';
import { Gap } from './gap.tsx';
import { Table, type Column } from '../ui/table.tsx';

const ROW_HEIGHT = 30;

/** What the typed terms amount to: rate, interest, end and every payment, worked out as the service will. */
export function Preview({ terms }: { readonly terms: Terms | undefined }) {
  const result = workOut(terms);
  return (
    <section className="card preview" aria-label="Preview">
      {typeof result === 'string' ? (
        <p className="preview-message">{result}</p>
      ) : (
        <>
          <Facts
            facts={[
              {
                label: 'Interest rate',
                value: formatRate(result.rate.annualPercent),
                detail: 'a year, nominal',
              },
              { label: 'Total interest', value: formatMoney(result.totalInterest) },
              { label: 'Payments', value: result.count },
              { label: 'End date', value: formatDate(result.endDate) },
            ]}
          />
          <Payments payments={result.payments} />
        </>
      )}
    </section>
  );
}

/** The worked-out schedule, or a sentence why there is none. */
function workOut(terms: Terms | undefined): Amortisation | string {
  if (!terms) return 'The payments appear here as soon as the terms are complete.';
  try {
    return amortise(terms);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const COLUMNS: readonly Column[] = [
  { label: 'No.', kind: 'number' },
  { label: 'Date' },
  { label: 'Payment', kind: 'number' },
  { label: 'Interest', kind: 'number' },
  { label: 'Principal', kind: 'number' },
  { label: 'Balance', kind: 'number' },
];

function Payments({ payments }: { readonly payments: readonly Payment[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end } = useVisibleRows(payments.length, ROW_HEIGHT, body);
  return (
    <div className="preview-scroll">
      <Table label="Payments" columns={COLUMNS} className="preview-table" rowCount={payments.length}>
        <tbody ref={body}>
          <Gap rows={first} height={ROW_HEIGHT} />
          {payments.slice(first, end).map(({ number, date, amount, interest, principal, balance }) => (
            <tr key={number} aria-rowindex={number + 1}>
              <td className="number">{number}</td>
              <td className="date">{formatDate(date)}</td>
              <td className="number">
                <Money dollars={toDollars(amount)} />
              </td>
              <td className="number">
                <Money dollars={toDollars(interest)} />
              </td>
              <td className="number">
                <Money dollars={toDollars(principal)} />
              </td>
              <td className="number">
                <Money dollars={toDollars(balance)} />
              </td>
            </tr>
          ))}
          <Gap rows={payments.length - end} height={ROW_HEIGHT} />
        </tbody>
      </Table>
    </div>
  );
}
