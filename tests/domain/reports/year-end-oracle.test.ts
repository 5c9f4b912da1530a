/** The year end of random contracts with events, against a second computation. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civilOf, dateOf } from '../../../domain/calendar.ts';
import { contractsOf } from '../../../domain/reports/contract.ts';
import { financialYearsOf, type YearAmount } from '../../../domain/reports/financial-years.ts';
import { yearsEnding } from '../../../domain/years.ts';
import { loanFigures } from '../../../domain/reports/year-end.ts';
import { anyContractsWithEvents, contractsWithGst } from '../../support/arbitrary-events.ts';
import { oracleYearEnd } from '../../support/year-end-oracle.ts';

const YEAR_ENDS = [
  { month: 6, day: 30 },
  { month: 12, day: 31 },
  { month: 9, day: 15 },
] as const;

const CONTRACTS = fc.oneof(anyContractsWithEvents, contractsWithGst);

/** The account's tax rate changes with payment 8. */
const isFeeTaxed = (payment: number): boolean => payment < 8;

const amountsOf = (years: readonly YearAmount[]): ReadonlyMap<number, number> =>
  new Map(years.flatMap(({ year, amount }) => (amount === 0 ? [] : [[year, amount]])));

describe('the year end of any contract with events', () => {
  it('is the same to the cent when it is worked out from a diary of days', () => {
    fc.assert(
      fc.property(CONTRACTS, fc.nat(), fc.constantFrom(...YEAR_ENDS), (schedule, pick, end) => {
        const first = civilOf(schedule.terms.startDate).year;
        const years = civilOf(schedule.endDate).year - first + 1;
        const date = dateOf(first + (pick % (years + 1)), end.month, end.day);
        if (date < schedule.terms.startDate) return;
        const contractAt = contractsOf(schedule);
        const { movement, split, maturity, interestByYear, feesByYear, cash, before } = loanFigures(
          contractAt,
          date,
          { isFeeTaxed },
        );
        const oracle = oracleYearEnd(schedule, date, undefined, isFeeTaxed);
        expect({
          opening: movement.opening,
          interest: movement.interest,
          payments: movement.payments,
          extraRepayments: movement.extraRepayments,
          payouts: movement.payouts,
          adjustments: movement.adjustments,
          closing: movement.closing,
          current: split.current.net,
          nonCurrent: split.nonCurrent.net,
          unexpired: split.current.unexpired + split.nonCurrent.unexpired,
          endDate: contractAt(date).endDate,
          maturity: Object.values(maturity).map(({ gross, unexpired }) => [gross, unexpired]),
          interestByYear: amountsOf(interestByYear),
          feesByYear: amountsOf(feesByYear),
        }).toEqual(oracle);
        const owed = oracleYearEnd(schedule, date, false).closing;
        expect([cash.closing, before.closing]).toEqual([owed, oracle.opening]);
        const year = financialYearsOf(contractAt, yearsEnding(end)).find((each) => each.end === date);
        expect(year?.split.current.net ?? 0).toBe(oracle.current);
        expect(year?.closingBalance ?? 0).toBe(oracle.closing);
      }),
      { numRuns: 200 },
    );
  });
});
