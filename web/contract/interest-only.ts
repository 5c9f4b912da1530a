/** Rows that pay the interest alone: loan × rate ÷ payments a year. */
import { interestOnly } from '../../domain/amortisation/work-out.ts';
import { periodsUntil, timetableOf } from '../../domain/amortisation/timetable.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { toDollars } from '../../domain/money.ts';
import { emptyRow, type Draft, type DraftRow } from './draft.ts';
import { datesOf } from './payment-dates.ts';
import { contractRateOf } from './rate-text.ts';

const ONE_PERIOD = { numerator: 1, denominator: 1 };

/**
 * Fills a row with the interest of a period. The first payment after another first period has a row of its own.
 * @returns null without a loan, a rate or a frequency.
 */
export function withInterestOnly(draft: Draft, index: number): readonly DraftRow[] | null {
  const { paymentFrequency, rows } = draft;
  const loanAmount = parseMoneyInput(draft.loanAmount);
  const rate = contractRateOf(draft.contractRate);
  const row = rows[index];
  if (loanAmount === undefined || rate === null || rate === undefined || paymentFrequency === '' || !row) {
    return null;
  }
  const amountOf = (periods: typeof ONE_PERIOD): string =>
    toDollars(interestOnly(loanAmount, rate, paymentFrequency, periods)).toFixed(2);
  const level = { ...row, amount: amountOf(ONE_PERIOD) };
  const dates = datesOf(draft);
  const first = dates && periodsUntil(timetableOf(dates), dates.startDate, 1);
  const isStub = index === 0 && first && first.numerator !== first.denominator;
  if (!isStub) return rows.with(index, level);
  const stub = { ...row, qty: '1', amount: amountOf(first) };
  const left = Number(row.qty) - 1;
  const rest = left > 0 ? [{ ...emptyRow(), qty: String(left), amount: level.amount }] : [];
  return rows.toSpliced(index, 1, stub, ...rest);
}
