import { memo, useDeferredValue, useMemo, type CSSProperties } from 'react';
import { formatDate } from '../../domain/calendar.ts';
import { toDollars, ZERO } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { amortise } from '../../domain/amortisation/amortise.ts';
import type { Payment } from '../../domain/amortisation/segment.ts';
import type { Segment } from '../../domain/amortisation/segment.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import { Facts } from '../ui/facts.tsx';
import { formatRate, MoneyCell } from '../ui/money.tsx';
import { LongBodies, longestAmount } from '../ui/long-table.tsx';
import { Table, type Column } from '../ui/table.tsx';

/** Pixels; must match the stylesheet. */
const ROW_HEIGHT = 30;

/**
 * The amortisation of the draft's terms, calculated as the service will. It is deferred, so typing stays responsive.
 */
export function SchedulePreview({ terms }: { readonly terms: Terms | undefined }) {
  const text = useDeferredValue(JSON.stringify(terms ?? null));
  const result = useMemo(() => calculate(JSON.parse(text) as Terms | null), [text]);
  return (
    <section className="card preview" aria-label="Preview">
      {typeof result === 'string' ? (
        <p className="preview-message" data-refused={terms !== undefined || undefined}>
          {result}
        </p>
      ) : (
        <>
          <Facts
            facts={[
              {
                label: 'Interest rate',
                value: formatRate(result.rate.annualPercent, 4),
                detail: result.timetable.table ? 'implied by the lender’s table' : 'nominal p.a.',
              },
              { label: 'Payments', value: result.count },
              { label: 'End date', value: formatDate(result.endDate) },
            ]}
          />
          <Payments payments={result.payments} fee={toDollars(terms?.administrationFee ?? ZERO)} />
        </>
      )}
    </section>
  );
}

/** Returns the amortisation, or the sentence that explains why there is none. */
function calculate(terms: Terms | null): Segment | string {
  if (!terms) return 'The payments appear here as soon as the terms are complete.';
  try {
    return amortise(terms);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const columnsOf = (hasFees: boolean): readonly Column[] => [
  { label: 'No.', kind: 'number' },
  { label: 'Date' },
  { label: 'Payment', kind: 'number' },
  ...(hasFees ? [{ label: 'Fee', kind: 'number' } as const] : []),
  { label: 'Interest', kind: 'number' },
  { label: 'Principal', kind: 'number' },
  { label: 'Balance', kind: 'number' },
];

interface PaymentsProps {
  readonly payments: readonly Payment[];
  /** Dollars with every payment. */
  readonly fee: number;
}

const Payments = memo(function Payments({ payments, fee }: PaymentsProps) {
  return (
    <div className="preview-scroll">
      <Table
        label="Payments"
        columns={columnsOf(fee > 0)}
        className="table-long preview-table"
        rowCount={payments.length}
        style={roomFor(payments)}
      >
        <LongBodies rows={payments} rowHeight={ROW_HEIGHT}>
          {({ number, date, amount, interest, principal, balance }) => (
            <tr key={number} aria-rowindex={number + 1}>
              <td className="number">{number}</td>
              <td className="date">{formatDate(date)}</td>
              <MoneyCell dollars={toDollars(amount)} />
              {fee > 0 && <MoneyCell dollars={amount > 0 ? fee : 0} />}
              <MoneyCell dollars={toDollars(interest)} />
              <MoneyCell dollars={toDollars(principal)} />
              <MoneyCell dollars={toDollars(balance)} />
            </tr>
          )}
        </LongBodies>
      </Table>
    </div>
  );
});

function roomFor(payments: readonly Payment[]): CSSProperties {
  const larger = payments.map(({ amount, interest }) => toDollars(amount > interest ? amount : interest));
  return {
    '--longest-amount': longestAmount(larger),
    '--longest-balance': longestAmount(payments.map(({ balance }) => toDollars(balance))),
  } as CSSProperties;
}
