import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { contractOf } from '../../../domain/reports/contract.ts';
import { forecastOf, monthsFrom } from '../../../domain/reports/forecast.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { acceptedTerms } from '../../support/arbitrary-terms.ts';
import { CONTRACT_B, TERMS_B } from './contract-b.ts';

const BALLOON = contractOf(
  scheduleOf({
    ...TERMS_B,
    rows: [
      { qty: 11, amount: cents(100_000) },
      { qty: 1, amount: cents(4_500_000) },
    ],
  }),
);

describe('a forecast', () => {
  it('lists contract B month by month', () => {
    const { rows } = forecastOf([{ key: 'e', name: 'Farm', contract: CONTRACT_B }], monthsFrom('2025-01', 3));
    expect(
      rows.map(({ month, payments, interest, principal, total }) => [
        month,
        payments,
        interest,
        principal,
        total,
      ]),
    ).toEqual([
      ['2025-01', 0, 0, 0, 0],
      ['2025-02', 100_000, 30_917, 69_083, 100_000],
      ['2025-03', 100_000, 30_490, 69_510, 100_000],
    ]);
  });

  it('keeps balloons apart from payments', () => {
    const { totals } = forecastOf([{ key: 'e', name: 'Farm', contract: BALLOON }], monthsFrom('2025-01', 24));
    expect(totals).toMatchObject({ payments: 1_100_000, balloons: 4_500_000, total: 5_600_000 });
  });

  it('has a row for every group and month, empty ones included', () => {
    const months = monthsFrom('2031-11', 4);
    const { rows, totals } = forecastOf(
      ['a', 'b'].map((key) => ({ key, name: key, contract: CONTRACT_B })),
      months,
    );
    expect(months).toEqual(['2031-11', '2031-12', '2032-01', '2032-02']);
    expect(rows.map(({ key, month }) => `${key} ${month}`)).toEqual(
      ['a', 'b'].flatMap((key) => months.map((month) => `${key} ${month}`)),
    );
    expect(totals.total).toBe(0);
  });

  it('equals the schedules that it is made of', () => {
    fc.assert(
      fc.property(
        fc.array(acceptedTerms, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 60 }),
        (all, count) => {
          const schedules = all.map((each) => scheduleOf(each));
          const from = calendarDate(all[0]?.startDate ?? '').slice(0, 7);
          const months = monthsFrom(from, count);
          const { rows, totals } = forecastOf(
            schedules.map((schedule, index) => ({
              key: String(index),
              name: '',
              contract: contractOf(schedule),
            })),
            months,
          );
          const due = schedules.flatMap(({ payments }) =>
            payments.filter(({ date }) => months.includes(date.slice(0, 7))),
          );
          const sum = (amounts: readonly number[]): number =>
            amounts.reduce((total, each) => total + each, 0);
          expect(totals.payments + totals.balloons).toBe(sum(due.map(({ amount }) => amount)));
          expect(totals.fees).toBe(sum(due.map(({ administrationFee }) => administrationFee)));
          expect(totals.interest).toBe(sum(due.map(({ interest }) => interest)));
          expect(totals.principal).toBe(sum(due.map(({ principal }) => principal)));
          expect(sum(rows.map(({ total }) => total))).toBe(totals.total);
        },
      ),
      { numRuns: 100 },
    );
  });
});
