import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { contractOf } from '../../../domain/reports/contract.ts';
import { financialYearsOf } from '../../../domain/reports/financial-years.ts';
import { checkYearEnd, JUNE_30, lastYearEnd, startOfYearTo, yearsEnding } from '../../../domain/years.ts';
import { unexplained } from '../../../domain/reports/movement.ts';
import { accruedInterest, leftOutOf, loanFigures } from '../../../domain/reports/year-end.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { CONTRACT_B, PAID_OUT_B, TERMS_B, withEvent } from './contract-b.ts';

const YEAR_END = calendarDate('2026-06-30');
const dollars = (amount: number): number => amount / 100;
const inDollars = (figures: object): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, dollars(amount as number)]));

describe('contract B at 30 June 2026', () => {
  const figures = loanFigures(() => CONTRACT_B, YEAR_END);

  it('moves from 46,502.87 by interest and payments to 37,656.60', () => {
    expect(inDollars(figures.movement)).toEqual({
      opening: 46_502.87,
      newLoans: 0,
      interest: 3_153.73,
      payments: 12_000,
      extraRepayments: 0,
      payouts: 0,
      adjustments: 0,
      closing: 37_656.6,
    });
  });

  it('splits by date into payments due within twelve months and later', () => {
    expect(inDollars(figures.split.current)).toEqual({ gross: 12_000, unexpired: 2_474.53, net: 9_525.47 });
    expect(inDollars(figures.split.nonCurrent)).toEqual({
      gross: 31_000,
      unexpired: 2_868.87,
      net: 28_131.13,
    });
  });

  it('is all current when a covenant is breached', () => {
    const { split } = loanFigures(() => CONTRACT_B, YEAR_END, { allCurrent: true });
    expect(inDollars(split.current)).toEqual({ gross: 43_000, unexpired: 5_343.4, net: 37_656.6 });
    expect(inDollars(split.nonCurrent)).toEqual({ gross: 0, unexpired: 0, net: 0 });
  });

  it('matures undiscounted and carrying', () => {
    const { upTo1Year, from1To5Years, over5Years } = figures.maturity;
    expect(
      [upTo1Year, from1To5Years, over5Years].map(({ gross, net }) => [dollars(gross), dollars(net)]),
    ).toEqual([
      [12_000, 9_525.47],
      [31_000, 28_131.13],
      [0, 0],
    ]);
  });

  it('lists its interest by financial year', () => {
    expect(figures.interestByYear.map(({ year, amount }) => [year, dollars(amount)])).toEqual([
      [2025, 1_502.87],
      [2026, 3_153.73],
      [2027, 2_474.53],
      [2028, 1_743.19],
      [2029, 955.71],
      [2030, 169.97],
    ]);
  });

  it('accrues 15 of 30 days of the next interest', () => {
    expect(dollars(figures.accruedInterest)).toBe(116.42);
  });

  it('accrues nothing on the date of a payment, before the start and after the end', () => {
    const dates = ['2026-06-15', '2025-01-15', '2024-01-01', '2030-01-15', '2031-01-01'].map((date) =>
      accruedInterest(CONTRACT_B, calendarDate(date)),
    );
    expect(dates).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('the financial years of contract B', () => {
  const years = financialYearsOf(() => CONTRACT_B, yearsEnding(JUNE_30));

  it('hold its payments from July to June', () => {
    expect(years.map(({ year, rows }) => [year, rows.length])).toEqual([
      [2025, 5],
      [2026, 12],
      [2027, 12],
      [2028, 12],
      [2029, 12],
      [2030, 7],
    ]);
    expect(years[1]?.rows[0]?.date).toBe('2025-07-15');
  });

  it('close on 30 June with totals, balance and split', () => {
    const year = years[1];
    expect(year?.end).toBe('2026-06-30');
    expect(inDollars(year?.totals ?? {})).toEqual({
      amount: 12_000,
      administrationFee: 0,
      interest: 3_153.73,
      principal: 8_846.27,
    });
    expect(dollars(year?.closingBalance ?? 0)).toBe(37_656.6);
    expect(dollars(year?.split.nonCurrent.net ?? 0)).toBe(28_131.13);
  });
});

describe('a contract with a payout', () => {
  const nextYearEnd = calendarDate('2027-06-30');

  it('shows the payout, its interest and its fee in the year that it closes', () => {
    const { movement, feesByYear, split } = loanFigures(PAID_OUT_B, nextYearEnd);
    expect(inDollars(movement)).toMatchObject({
      opening: 37_656.6,
      payments: 1_000,
      payouts: 37_046.92,
      closing: 0,
    });
    expect(dollars(movement.interest)).toBe(390.32);
    expect(unexplained(movement)).toBe(0);
    expect(feesByYear.at(-1)).toEqual({ year: 2027, amount: 35_000 });
    expect(split.current.gross).toBe(0);
  });

  it('is at a year end before the payout as if there were none', () => {
    expect(loanFigures(PAID_OUT_B, YEAR_END)).toEqual(loanFigures(() => CONTRACT_B, YEAR_END));
  });

  it('leaves the pack a year after it', () => {
    const later = calendarDate('2028-06-30');
    expect(leftOutOf(PAID_OUT_B(nextYearEnd), nextYearEnd)).toBeNull();
    expect(leftOutOf(PAID_OUT_B(later), later)).toBe('Ended on 5 August 2026, before the year.');
  });
});

describe('an event between two payments', () => {
  it('carries what had accrued by then into the accrued interest', () => {
    const contractAt = withEvent('2026-02-01', {
      kind: 'extra-repayment',
      amount: cents(500_000),
      keep: 'payment',
    });
    const on = (date: string): number =>
      dollars(accruedInterest(contractAt(calendarDate(date)), calendarDate(date)));
    // 17 of 31 days on 41,422.22, then 14 on 36,422.22.
    expect([on('2026-01-31'), on('2026-02-01'), on('2026-02-08'), on('2026-02-15')]).toEqual([
      132.2, 140.46, 191.32, 0,
    ]);
  });
});

describe('weekly payments', () => {
  it('are counted by the ledger and by date, and differ where 53 fall into twelve months', () => {
    const weekly = contractOf(
      scheduleOf({
        ...TERMS_B,
        frequency: 'weekly',
        startDate: calendarDate('2025-07-02'),
        rows: [{ qty: 200, amount: cents(30_000) }],
      }),
    );
    const differences = ['2025-07-08', '2025-07-10'].map(
      (date) => loanFigures(() => weekly, calendarDate(date)).ledgerCounts,
    );
    expect(differences).toEqual([{ byDate: 53, counted: 52 }, null]);
  });
});

describe('the year', () => {
  it.each([
    ['2026-06-30', '2025-07-01', '2026-06-30'],
    ['2026-07-01', '2025-07-02', '2026-06-30'],
    ['2026-06-29', '2025-06-30', '2025-06-30'],
    ['2024-02-29', '2023-03-01', '2023-06-30'],
    ['2025-02-28', '2024-03-01', '2024-06-30'],
  ])('up to %s begins on %s, after the year end %s', (date, from, yearEnd) => {
    expect(startOfYearTo(calendarDate(date))).toBe(from);
    expect(lastYearEnd(yearsEnding(JUNE_30), calendarDate(date))).toBe(yearEnd);
  });

  it('ends on the last day of February for 28 and 29 February', () => {
    for (const day of [28, 29]) {
      const years = yearsEnding({ month: 2, day });
      expect([2023, 2024].map((year) => years.endOf(year))).toEqual(['2023-02-28', '2024-02-29']);
      expect(years.yearOf(calendarDate('2024-02-29'))).toBe(2024);
      expect(years.yearOf(calendarDate('2023-03-01'))).toBe(2024);
    }
  });

  it('can end on any day of a month, and on no other', () => {
    expect(() => checkYearEnd({ month: 2, day: 29 })).not.toThrow();
    expect(() => checkYearEnd({ month: 6, day: 31 })).toThrow('a day that the month has');
  });
});
