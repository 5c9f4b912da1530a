import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import type { Frequency } from '../../../domain/amortisation/frequency.ts';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents, toDollars, ZERO, type Cents } from '../../../domain/money.ts';

/** Terms of public contracts; amounts are dollars in text, and rows are payment, interest and balance. */
interface PublicTerms {
  readonly name: string;
  readonly loanAmount: string;
  readonly frequency: Frequency;
  readonly startDate: string;
  readonly firstPaymentOnStartDate: boolean;
  readonly rows: readonly (readonly [qty: number, amount: string])[];
  readonly interestRate: string;
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly last: readonly string[];
}

const FILE = new URL('../../fixtures/public-cases/terms.json', import.meta.url);
const ALL = JSON.parse(readFileSync(FILE, 'utf8')) as PublicTerms[];
const centsOf = (dollars: string): Cents => cents(Math.round(Number(dollars) * 100));

it.each(ALL)('gives the rate and the rows of a public contract: $name', (known) => {
  const schedule = amortise({
    loanAmount: centsOf(known.loanAmount),
    frequency: known.frequency,
    startDate: calendarDate(known.startDate),
    firstPaymentOnStartDate: known.firstPaymentOnStartDate,
    administrationFee: ZERO,
    rows: known.rows.map(([qty, amount]) => ({ qty, amount: centsOf(amount) })),
  });
  const row = (number: number): number[] => {
    const { amount, interest, balance } = schedule.payment(number);
    return [amount, interest, balance].map(toDollars);
  };
  expect(schedule.rate.annualPercent).toBeCloseTo(Number(known.interestRate), 9);
  expect([row(1), row(2), row(schedule.count)]).toEqual(
    [known.first, known.second, known.last].map((figures) => figures.map(Number)),
  );
});
