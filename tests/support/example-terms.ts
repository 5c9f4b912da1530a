import { calendarDate } from '../../domain/calendar.ts';
import { toCents } from '../../domain/money.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';

/** Returns terms in dollars: 50,000 repaid in arrears by 60 × 1000 from 15 January 2025, with changes. */
export function exampleTerms({
  loan = 50_000,
  fee = 0,
  start = '2025-01-15',
  rows = '60 × 1000',
  ...others
}: ExampleChanges = {}): Terms {
  return {
    loanAmount: toCents(loan),
    frequency: 'monthly',
    startDate: calendarDate(start),
    firstPaymentOnStartDate: false,
    administrationFee: toCents(fee),
    rows: (typeof rows === 'string' ? written(rows) : rows).map(([qty, amount]) => ({
      qty,
      amount: toCents(amount),
    })),
    ...others,
  };
}

type Rows = readonly (readonly [qty: number, amount: number])[];

interface ExampleChanges extends Partial<Pick<Terms, 'frequency' | 'firstPaymentOnStartDate'>> {
  readonly loan?: number;
  readonly fee?: number;
  readonly start?: string;
  /** Such as `47 × 690, 1 × 16000`. */
  readonly rows?: string | Rows;
}

const written = (rows: string): Rows =>
  rows.split(', ').map((row) => {
    const [qty = 0, amount = 0] = row.split(' × ').map(Number);
    return [qty, amount];
  });
