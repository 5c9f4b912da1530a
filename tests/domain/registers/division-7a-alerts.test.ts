import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { toCents } from '../../../domain/money.ts';
import { division7aAlerts } from '../../../domain/registers/division-7a-alerts.ts';
import type { Division7aFacts, Repayment } from '../../../domain/registers/division-7a-ladder.ts';

const day = calendarDate;

const LOAN: Division7aFacts = {
  borrower: 'J. Smith',
  loanYear: 2026,
  term: 7,
  secured: null,
  agreementDate: day('2026-06-30'),
  lodgmentDay: day('2027-05-15'),
  amounts: [{ date: day('2026-03-01'), amount: toCents(100_000) }],
};

const repaid = (date: string, dollars: number): Repayment => ({
  kind: 'repayment',
  number: 1,
  date: day(date),
  amount: toCents(dollars),
  by: 'cash',
});

const RATES = [{ year: 2028, rate: 8, source: 'ATO' }];

function kindsOn(today: string, facts: Partial<Division7aFacts> = {}, repayments: readonly Repayment[] = []) {
  return division7aAlerts({ ...LOAN, ...facts }, repayments, day(today), RATES).map(({ kind }) => kind);
}

test('names a missing repayment from 1 April, and for a year once it is short', () => {
  expect(kindsOn('2027-03-31')).toEqual([]);
  expect(division7aAlerts(LOAN, [], day('2027-04-01'), RATES)).toEqual([
    { kind: 'division-7a-due', dueOn: '2027-06-30', missing: 1_971_597 },
  ]);
  expect(kindsOn('2027-04-01', {}, [repaid('2027-06-30', 19_715.97)])).toEqual([]);
  expect(kindsOn('2028-03-31')).toEqual(['division-7a-due']);
  expect(kindsOn('2028-04-01')).toEqual(['division-7a-due', 'division-7a-due']);
});

test('names a missing agreement within 60 days of the lodgment day', () => {
  const facts = { agreementDate: null };
  expect(kindsOn('2027-03-15', facts)).toEqual([]);
  expect(kindsOn('2027-03-16', facts)).toEqual(['division-7a-agreement']);
  expect(kindsOn('2027-05-15', facts)).toContain('division-7a-agreement');
  expect(kindsOn('2027-05-16', facts)).not.toContain('division-7a-agreement');
  expect(kindsOn('2027-03-16', facts, [repaid('2026-07-01', 100_000)])).toEqual([]);
});

test('names a year without a rate from its 1 July on', () => {
  expect(kindsOn('2028-06-30')).not.toContain('division-7a-rate');
  expect(kindsOn('2028-07-01')).toContain('division-7a-rate');
});
