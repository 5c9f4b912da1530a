import { useRef } from 'react';
import { formatDate } from '../../domain/calendar.ts';
import { formatMoney } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { amortise, type Amortisation, type Payment } from '../../domain/schedule/amortise.ts';
import type { Terms } from '../../domain/schedule/terms.ts';
import { Facts } from '../ui/facts.tsx';
import { formatRate } from '../ui/money.tsx';
import { useVisibleRows } from '../ui/visible-rows.ts';
import { Gap } from './gap.tsx';
import '../ui/table.css';

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

function Payments({ payments }: { readonly payments: readonly Payment[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end } = useVisibleRows(payments.length, ROW_HEIGHT, body);
  return (
    <div className="preview-scroll" tabIndex={0} role="region" aria-label="Payments">
      <table className="table preview-table" aria-rowcount={payments.length + 1}>
        <thead>
          <tr>
            <th scope="col" className="number">
              No.
            </th>
            <th scope="col">Date</th>
            <th scope="col" className="number">
              Payment
            </th>
            <th scope="col" className="number">
              Interest
            </th>
            <th scope="col" className="number">
              Principal
            </th>
            <th scope="col" className="number">
              Balance
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap rows={first} height={ROW_HEIGHT} />
          {payments.slice(first, end).map(({ number, date, amount, interest, principal, balance }) => (
            <tr key={number} aria-rowindex={number + 1}>
              <td className="number">{number}</td>
              <td>{formatDate(date)}</td>
              <td className="number">{formatMoney(amount)}</td>
              <td className="number">{formatMoney(interest)}</td>
              <td className="number">{formatMoney(principal)}</td>
              <td className="number">{formatMoney(balance)}</td>
            </tr>
          ))}
          <Gap rows={payments.length - end} height={ROW_HEIGHT} />
        </tbody>
      </table>
    </div>
  );
}
