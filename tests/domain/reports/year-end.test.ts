import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { balanceOn, contractOf } from '../../../domain/reports/contract.ts';
import {
  financialYearsOf,
  lastFinancialYearEnd,
  startOfYearTo,
} from '../../../domain/reports/financial-years.ts';
import { unexplained } from '../../../domain/reports/movement.ts';
import { accruedInterest, isInPack, loanFigures, packTotals } from '../../../domain/reports/year-end.ts';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import { acceptedTerms } from '../../support/arbitrary-terms.ts';
import { CONTRACT_B, PAID_OUT_B, TERMS_B } from './contract-b.ts';

const YEAR_END = calendarDate('2026-06-30');
const dollars = (amount: number): number => amount / 100;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const inDollars = (figures: object): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, dollars(amount as number)]));

describe('contract B at 30 June 2026', () => {
  const figures = loanFigures(CONTRACT_B, YEAR_END, false);

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
    const { split } = loanFigures(CONTRACT_B, YEAR_END, true);
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
  const years = financialYearsOf(CONTRACT_B);

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
  it('shows the payout, its interest and its fee in the year that it closes', () => {
    const { movement, feesByYear, split } = loanFigures(PAID_OUT_B, calendarDate('2027-06-30'), false);
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

  it('splits the year end before the payout so that the parts still add up to the balance', () => {
    const { split, maturity, movement } = loanFigures(PAID_OUT_B, YEAR_END, false);
    expect(dollars(split.current.net)).toBe(37_656.6);
    expect(split.nonCurrent.net).toBe(0);
    expect(maturity.upTo1Year.gross).toBe(split.current.gross);
    expect(unexplained(movement)).toBe(0);
  });

  it('leaves the pack a year after it', () => {
    expect(isInPack(PAID_OUT_B, calendarDate('2027-06-30'))).toBe(true);
    expect(isInPack(PAID_OUT_B, calendarDate('2028-06-30'))).toBe(false);
  });
});

describe('the other kinds of events', () => {
  const { rows } = CONTRACT_B;
  /** Payment 17 is followed by an extra repayment, and an adjustment takes the rest of that back. */
  const balance = rows[16]?.endingBalance ?? 0;
  const contract = {
    ...CONTRACT_B,
    events: [
      {
        date: calendarDate('2026-06-15'),
        kind: 'extra-repayment' as const,
        amount: cents(500_000),
        interest: cents(0),
        fee: cents(0),
        endingBalance: cents(balance - 500_000),
      },
      {
        date: calendarDate('2026-06-20'),
        kind: 'adjustment' as const,
        amount: cents(500_000),
        interest: cents(0),
        fee: cents(0),
        endingBalance: cents(balance),
      },
    ],
  };

  it('stand in columns of their own', () => {
    const { movement } = loanFigures(contract, YEAR_END, false);
    expect(inDollars(movement)).toMatchObject({
      extraRepayments: 5_000,
      adjustments: 5_000,
      closing: 37_656.6,
    });
    expect(unexplained(movement)).toBe(0);
  });

  it('follow the payment of their day', () => {
    expect(balanceOn(contract, calendarDate('2026-06-15'))).toBe(balance - 500_000);
  });
});

describe('weekly payments', () => {
  it('are counted by the ledger and by date, and differ where 53 fall into twelve months', () => {
    const weekly = contractOf(
      amortise({
        ...TERMS_B,
        frequency: 'weekly',
        startDate: calendarDate('2025-07-02'),
        rows: [{ qty: 200, amount: cents(30_000) }],
      }),
    );
    const differences = ['2025-07-08', '2025-07-10'].map(
      (date) => loanFigures(weekly, calendarDate(date), false).ledgerCounts,
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
  ])('up to %s begins on %s, after the year end %s', (date, from, yearEnd) => {
    expect(startOfYearTo(calendarDate(date))).toBe(from);
    expect(lastFinancialYearEnd(calendarDate(date))).toBe(yearEnd);
  });
});

describe('the figures of any contract on any day', () => {
  const cases = fc.record({ terms: acceptedTerms, share: fc.double({ min: -0.1, max: 1.1, noNaN: true }) });
  const onDay = ({ terms, share }: { terms: typeof TERMS_B; share: number }) => {
    const schedule = amortise(terms);
    const contract = contractOf(schedule);
    const days = (Date.parse(schedule.endDate) - Date.parse(terms.startDate)) / 86_400_000;
    const date = addDays(terms.startDate, Math.round(days * share));
    return { schedule, contract, date, figures: loanFigures(contract, date, false) };
  };

  it('explain the movement to the cent, for each and in total', () => {
    fc.assert(
      fc.property(fc.array(cases, { minLength: 1, maxLength: 4 }), (all) => {
        const loans = all.map(onDay);
        for (const { figures } of loans) expect(unexplained(figures.movement)).toBe(0);
        expect(unexplained(packTotals(loans.map(({ figures }) => figures)).movement)).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it('split into parts that add up to the balance, by date and by maturity', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const { contract, date, figures } = onDay(each);
        const { split, maturity } = figures;
        // Before the start nothing is owed, though all payments are still to come.
        if (date < contract.startDate) return;
        const gross = split.current.gross + split.nonCurrent.gross;
        expect(split.current.net + split.nonCurrent.net).toBe(figures.movement.closing);
        expect(sum(Object.values(maturity).map((part) => part.gross))).toBe(gross);
        expect(sum(Object.values(maturity).map((part) => part.net))).toBe(figures.movement.closing);
      }),
      { numRuns: 150 },
    );
  });

  it('list interest by year that adds up to the total interest, and fees to all fees', () => {
    fc.assert(
      fc.property(cases, (each) => {
        const { schedule, figures } = onDay(each);
        expect(sum(figures.interestByYear.map(({ amount }) => amount))).toBe(schedule.totalInterest);
        expect(sum(figures.feesByYear.map(({ amount }) => amount))).toBe(
          schedule.count * schedule.terms.administrationFee,
        );
      }),
      { numRuns: 150 },
    );
  });
});
