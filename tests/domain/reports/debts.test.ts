import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, addMonths } from '../../../domain/calendar.ts';
import { contractOf } from '../../../domain/reports/contract.ts';
import { debtsFrom, debtsOf, storedDebtsOf } from '../../../domain/reports/debts.ts';
import {
  contractsWithEvents,
  contractsWithGst,
  contractsWithTables,
} from '../../support/arbitrary-events.ts';

it('gives the same debts stored as worked out, at the end of each day', () => {
  const contracts = fc.oneof(contractsWithEvents, contractsWithGst, contractsWithTables);
  fc.assert(
    fc.property(contracts, fc.nat(), fc.integer({ min: -400, max: 400 }), (contract, random, days) => {
      const worked = debtsOf(contract);
      const stored = debtsFrom(storedDebtsOf(contract));
      const { rows, startDate, endDate } = contractOf(contract);
      const dates = [
        startDate,
        endDate,
        ...rows.map(({ date }) => date),
        ...contract.events.flatMap(({ event: { date }, effectiveDate, documentDate }) => [
          date,
          effectiveDate,
          documentDate,
        ]),
      ];
      const date = dates[random % dates.length] ?? startDate;
      for (const day of [addDays(date, -1), date, addDays(date, 1), addDays(date, days)]) {
        const until = addMonths(day, 1);
        expect([day, stored.balanceAt(day), stored.statedAt(day), stored.dueWithin(day, until)]).toEqual([
          day,
          worked.balanceAt(day),
          worked.statedAt(day),
          worked.dueWithin(day, until),
        ]);
      }
      expect(stored.loanAmount).toBe(worked.loanAmount);
    }),
    { numRuns: 100, seed: 20_261_128 },
  );
});
