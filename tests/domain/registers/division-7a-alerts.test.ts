import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../domain/calendar.ts';
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

function alertsOn(
  today: string,
  facts: Partial<Division7aFacts> = {},
  repayments: readonly Repayment[] = [],
) {
  return division7aAlerts({ ...LOAN, ...facts }, repayments, day(today), RATES);
}

const kindsOn = (...given: Parameters<typeof alertsOn>) => alertsOn(...given).alerts.map(({ kind }) => kind);

test('names a missing repayment from 1 April, and for a year once it is short', () => {
  expect(kindsOn('2027-03-31')).toEqual([]);
  expect(alertsOn('2027-04-01').alerts).toEqual([
    {
      kind: 'division-7a-due',
      since: '2027-04-01',
      amount: 1_971_597,
      text: '$19,715.97 still to repay by 30 June 2027.',
    },
  ]);
  expect(alertsOn('2027-07-01').alerts).toEqual([
    {
      kind: 'division-7a-due',
      since: '2027-07-01',
      amount: 1_971_597,
      text: '$19,715.97 less than the minimum was repaid by 30 June 2027.',
    },
  ]);
  expect(kindsOn('2027-04-01', {}, [repaid('2027-06-30', 19_715.97)])).toEqual([]);
  expect(kindsOn('2028-03-31')).toEqual(['division-7a-due']);
  expect(kindsOn('2028-04-01')).toEqual(['division-7a-due', 'division-7a-due']);
});

test('names all short years together, however long they are over', () => {
  const [alert] = alertsOn('2029-07-01', {}, [repaid('2028-06-30', 120_000)]).alerts;
  expect(alert).toEqual({
    kind: 'division-7a-due',
    since: '2027-07-01',
    amount: 1_971_597,
    text: '$19,715.97 less than the minimum was repaid by 30 June 2027.',
  });
  expect(alertsOn('2030-07-01').alerts[0]).toMatchObject({
    since: '2027-07-01',
    text: expect.stringMatching(
      / less than the minimum was repaid in the years to 30 June 2027, 2028, 2029 and 2030\.$/,
    ),
  });
  expect(kindsOn('2045-07-01')).toContain('division-7a-due');
  expect(kindsOn('2045-07-01', {}, [repaid('2026-07-01', 100_000)])).not.toContain('division-7a-due');
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
  expect(kindsOn('2028-07-01', {}, [repaid('2026-07-01', 100_000)])).toEqual([]);
  const alerts = alertsOn('2029-07-01').alerts.filter(({ kind }) => kind === 'division-7a-rate');
  expect(alerts).toMatchObject([
    {
      since: '2028-07-01',
      text: 'The benchmark rates of the years ended 30 June 2029 and 2030 aren’t known.',
    },
  ]);
});

test('looks again on the next day on which an alert begins or ends', () => {
  const nextOn = (today: string) => alertsOn(today, { agreementDate: null }).nextLook;
  expect(nextOn('2026-07-01')).toBe('2027-03-16');
  expect(nextOn('2027-03-16')).toBe('2027-04-01');
  expect(nextOn('2027-04-01')).toBe('2027-05-16');
  expect(nextOn('2027-05-16')).toBe('2027-07-01');
  expect(nextOn('2033-04-01')).toBe('2033-07-01');
  expect(nextOn('2033-07-01')).toBeNull();
});

test('looks again within four weeks while the rate of the year is an entered one', () => {
  expect(alertsOn('2027-07-01').nextLook).toBe('2027-07-29');
  expect(alertsOn('2028-03-31').nextLook).toBe('2028-04-01');
});

test('keeps every alert until the next look', () => {
  const facts = { agreementDate: null };
  const days = Array.from({ length: 3110 }, (_each, index) => addDays(day('2026-07-01'), index));
  const missed = days.filter((today) => {
    const { alerts, nextLook } = alertsOn(today, facts);
    const tomorrow = addDays(today, 1);
    return nextLook !== tomorrow && !isDeepStrictEqual(alertsOn(tomorrow, facts).alerts, alerts);
  });
  expect(missed).toEqual([]);
});
