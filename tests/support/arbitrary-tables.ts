import * as fc from 'fast-check';
import { addDays } from '../../domain/calendar.ts';
import { cents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { amortise } from '../../domain/amortisation/amortise.ts';
import { FREQUENCIES } from '../../domain/amortisation/frequency.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import type { LenderRow } from '../../domain/amortisation/timetable.ts';
import { startDates } from './arbitrary-terms.ts';

type TableTerms = Terms & { readonly table: readonly LenderRow[] };

/** Lenders' tables with irregular dates and amounts: each row adds some interest and repays some of what is owed. */
export const acceptedTables: fc.Arbitrary<TableTerms> = fc
  .record({
    loanAmount: fc.integer({ min: 1_000, max: 300_000_000 }).map(cents),
    frequency: fc.constantFrom(...FREQUENCIES),
    startDate: startDates,
    administrationFee: fc.constantFrom(cents(0), cents(500)),
    startsAtOnce: fc.boolean(),
    rows: fc.array(
      fc.record({
        days: fc.integer({ min: 1, max: 200 }),
        interest: fc.integer({ min: 0, max: 50_000 }),
        share: fc.integer({ min: 1, max: 900 }),
      }),
      { minLength: 1, maxLength: 80 },
    ),
  })
  .map(({ loanAmount, startDate, startsAtOnce, rows, ...rest }) => {
    let date = startDate;
    let owed: number = loanAmount;
    const table: LenderRow[] = rows.map(({ days, interest, share }, index) => {
      const isAtStart = index === 0 && startsAtOnce && rows.length > 1;
      date = addDays(date, isAtStart ? 0 : days);
      const before = owed + (isAtStart ? 0 : interest);
      const isLast = index === rows.length - 1;
      const amount = isLast ? before : Math.max(1, Math.floor((before * share) / 1000));
      owed = before - amount;
      return { date, amount: cents(amount), balance: cents(owed) };
    });
    return { ...rest, loanAmount, startDate, firstPaymentOnStartDate: false, rows: [], table };
  })
  .filter(({ table }) =>
    table.every(({ amount, balance }, index) => amount > 0 && (balance > 0 || index === table.length - 1)),
  )
  .filter(hasRate);

/** Whether a rate leads to the payments: a loan of ten dollars that ends by seventy a day later has none. */
function hasRate(terms: TableTerms): boolean {
  try {
    amortise(terms);
    return true;
  } catch (error) {
    if (
      error instanceof Refusal &&
      error.message ===
        'These payments match no interest rate. Please check the loan amount, the dates and the payments.'
    )
      return false;
    throw error;
  }
}
