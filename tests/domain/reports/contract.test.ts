import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate, daysBetween } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { balanceOn } from '../../../domain/reports/balance.ts';
import { contractOf, contractsOf } from '../../../domain/reports/contract.ts';
import { chargesByYear } from '../../../domain/reports/financial-years.ts';
import { JUNE_30, LATEST, yearsEnding } from '../../../domain/years.ts';
import { unexplained } from '../../../domain/reports/movement.ts';
import { currentPayments, splitOn } from '../../../domain/reports/split-by-date.ts';
import { loanFigures, packTotals } from '../../../domain/reports/year-end.ts';

import { scheduleOf } from '../../../domain/contract/contract.ts';
import { anyContractsWithEvents } from '../../support/arbitrary-events.ts';
import { acceptedTables } from '../../support/arbitrary-tables.ts';
import { CONTRACT_B, PAID_OUT_B, TERMS_B } from './contract-b.ts';

const YEAR_END = calendarDate('2026-06-30');

const sumOf = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((sum, { amount }) => sum + amount, 0);

describe('the contract of a schedule with events', () => {
  it('ends with a payout, and is as before until its date', () => {
    const { rows, events, endDate } = PAID_OUT_B(calendarDate('2026-08-05'));
    expect([rows.length, endDate]).toEqual([18, '2026-08-05']);
    expect(events).toEqual([
      expect.objectContaining({
        kind: 'payout',
        amount: 3_704_692,
        interest: 15_748,
        principal: 3_688_944,
        fee: 35_000,
        endingBalance: 0,
        owed: 0,
      }),
    ]);
    expect(PAID_OUT_B(calendarDate('2026-08-04'))).toMatchObject({ rows: CONTRACT_B.rows, events: [] });
  });

  it('explains the balance of any contract on any day to the cent', () => {
    const days = fc.double({ min: -0.1, max: 1.1, noNaN: true });
    fc.assert(
      fc.property(anyContractsWithEvents, days, (schedule, share) => {
        const contractAt = contractsOf(schedule);
        const { startDate } = schedule.terms;
        const length = daysBetween(startDate, schedule.endDate);
        const date = addDays(startDate, Math.round(length * share));
        const contract = contractAt(date);
        const figures = loanFigures(contractAt, date);
        const { movement, split, interestByYear } = figures;
        expect(unexplained(movement)).toBe(0);
        const { movement: total } = packTotals([figures, figures]);
        expect([total.closing, unexplained(total)]).toEqual([2 * movement.closing, 0]);
        if (date < startDate) return;
        const everything = contractAt(LATEST);
        expect(balanceOn(everything, date)).toBe(balanceOn(contract, date));
        const isLate = schedule.events.some(
          ({ documentDate, effectiveDate }) => documentDate <= date && effectiveDate > date,
        );
        expect(isLate || balanceOn(contract, date) === schedule.balanceAt(date)).toBe(true);
        expect(split.current.net + split.nonCurrent.net).toBe(movement.closing);
        const later = interestByYear.filter(({ year }) => year > Number(date.slice(0, 4)));
        expect(sumOf(later)).toBe(split.current.unexpired + split.nonCurrent.unexpired);
        expect(sumOf(chargesByYear(everything, yearsEnding(JUNE_30)).interest)).toBe(schedule.totalInterest);
      }),
      { numRuns: 200 },
    );
  });

  it('counts current payments by the frequency in force', () => {
    const schedule = scheduleOf(TERMS_B, [
      {
        date: calendarDate('2026-01-20'),
        postedThrough: 0,
        change: {
          kind: 'frequency-change',
          frequency: 'quarterly',
          firstPaymentDate: calendarDate('2026-04-15'),
          amount: cents(300_000),
        },
      },
    ]);
    expect(currentPayments(contractOf(schedule), calendarDate('2025-12-31'))?.counted).toBe(12);
    expect(currentPayments(contractOf(schedule), YEAR_END)?.counted).toBe(4);
  });
});

describe('the contract of a lender’s table', () => {
  it('follows the stated rows and has no count of current payments', () => {
    fc.assert(
      fc.property(acceptedTables, (terms) => {
        const contract = contractOf(scheduleOf(terms));
        expect(
          contract.rows.map(({ date, amount, endingBalance: balance }) => ({ date, amount, balance })),
        ).toEqual(terms.table);
        expect(currentPayments(contract, terms.startDate)).toBeNull();
        const { current, nonCurrent } = splitOn(contract, terms.startDate);
        expect(current.net + nonCurrent.net).toBe(balanceOn(contract, terms.startDate));
      }),
      { numRuns: 100 },
    );
  });
});
