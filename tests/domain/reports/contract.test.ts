import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate, daysBetween } from '../../../domain/calendar.ts';
import { NO_GST } from '../../../domain/gst/tax-types.ts';
import { cents, toCents } from '../../../domain/money.ts';
import { balanceOn, contractOf } from '../../../domain/reports/contract.ts';
import { chargesByYear } from '../../../domain/reports/financial-years.ts';
import { movementOf, unexplained } from '../../../domain/reports/movement.ts';
import { currentPayments, splitOn } from '../../../domain/reports/split-by-date.ts';
import { loanFigures } from '../../../domain/reports/year-end.ts';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { anyContractsWithEvents } from '../../support/arbitrary-events.ts';
import { acceptedTables } from '../../support/arbitrary-tables.ts';
import { PAID_OUT_B, TERMS_B } from './contract-b.ts';

const YEAR_END = calendarDate('2026-06-30');

describe('the contract of a schedule with events', () => {
  it('equals the worked figures of contract B paid out on 5 August 2026', () => {
    const schedule = scheduleOf(TERMS_B, [
      {
        date: calendarDate('2026-08-05'),
        postedThrough: 0,
        change: {
          kind: 'payout',
          payoutFigure: toCents(37_396.92),
          fees: [{ accountId: null, amount: toCents(350), taxType: NO_GST }],
          settledFrom: null,
        },
      },
    ]);
    const { rows, events } = contractOf(schedule);
    expect({ rows, events }).toEqual({ rows: PAID_OUT_B.rows, events: PAID_OUT_B.events });
  });

  it('shows an extra repayment in the movement and no change of future payments', () => {
    const schedule = scheduleOf(TERMS_B, [
      {
        date: calendarDate('2026-02-01'),
        postedThrough: 0,
        change: { kind: 'extra-repayment', amount: toCents(5_000), keep: 'payment' },
      },
      {
        date: calendarDate('2026-05-20'),
        postedThrough: 0,
        change: { kind: 'rate-change', interestRate: 7.92, keep: 'payment' },
      },
    ]);
    const contract = contractOf(schedule);
    expect(contract.events).toMatchObject([{ kind: 'extra-repayment', amount: 500_000 }]);
    const movement = movementOf(contract, calendarDate('2025-07-01'), YEAR_END);
    expect(movement).toMatchObject({ extraRepayments: 500_000, payouts: 0, adjustments: 0 });
    expect(movement.closing).toBe(schedule.balanceAt(YEAR_END));
  });

  it('explains the balance of any contract on any day to the cent', () => {
    const days = fc.double({ min: -0.1, max: 1.1, noNaN: true });
    fc.assert(
      fc.property(anyContractsWithEvents, days, (schedule, share) => {
        const contract = contractOf(schedule);
        const { startDate } = schedule.terms;
        const length = daysBetween(startDate, schedule.endDate);
        const date = addDays(startDate, Math.round(length * share));
        const { movement, split } = loanFigures(contract, date, false);
        expect(unexplained(movement)).toBe(0);
        if (date < startDate) return;
        expect(balanceOn(contract, date)).toBe(schedule.balanceAt(date));
        expect(split.current.net + split.nonCurrent.net).toBe(movement.closing);
        const interest = chargesByYear(contract).interest.reduce((sum, { amount }) => sum + amount, 0);
        expect(interest).toBe(schedule.totalInterest);
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
          payments: { amount: cents(300_000) },
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
        const contract = contractOf(amortise(terms));
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
