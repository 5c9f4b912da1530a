import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { addDays, type CalendarDate } from '../../../domain/calendar.ts';
import { Contract, scheduleOf } from '../../../domain/contract/contract.ts';
import { owedOn } from '../../../domain/reports/balance.ts';
import { contractOf, contractsOf } from '../../../domain/reports/contract.ts';
import { outlineOf, owesOn, workedOutlineOf } from '../../../domain/reports/outline.ts';
import {
  contractsWithEvents,
  contractsWithGst,
  contractsWithTables,
} from '../../support/arbitrary-events.ts';
import { acceptedTerms } from '../../support/arbitrary-terms.ts';
import { exampleTerms } from '../../support/example-terms.ts';

const few = acceptedTerms.filter(({ rows }) => rows.reduce((count, { qty }) => count + qty, 0) <= 200);
const cases = { numRuns: 150, seed: 20_261_128 };

describe('the outline of a contract', () => {
  it('is the same by the terms as by all payments', () => {
    fc.assert(
      fc.property(few, (terms) => {
        const contract = scheduleOf(terms);
        expect({ ...outlineOf(contract), owing: [] }).toEqual({ ...workedOutlineOf(contract), owing: [] });
      }),
      cases,
    );
  });

  it('says of each day whether something is owed, with and without events', () => {
    const contracts = fc.oneof(contractsWithEvents, contractsWithGst, contractsWithTables);
    fc.assert(
      fc.property(contracts, fc.nat(), (contract, random) => {
        const outline = outlineOf(contract);
        const reported = contractOf(contract);
        // A debt of a cent at an absurd rate rounds to nothing before the last payment.
        fc.pre(reported.rows.slice(0, -1).every(({ owed }) => owed !== 0) || contract.events.length > 0);
        const dates = [outline.startDate, outline.endDate, ...reported.rows.map(({ date }) => date)];
        const date = dates[random % dates.length] ?? outline.startDate;
        const owes = (day: CalendarDate) => [
          day,
          owedOn(reported, day) !== 0,
          owedOn(contractsOf(contract)(day), day) !== 0,
        ];
        const [before, after] = [addDays(date, -1), addDays(date, 1)];
        for (const day of [before, date, after])
          expect([day, owesOn(outline, day), owesOn(outline, day)]).toEqual(owes(day));
      }),
      cases,
    );
  });

  it('takes the terms, not the payments, of an ordinary contract', () => {
    const contract = scheduleOf(exampleTerms({}));
    const payments = vi.spyOn(Contract.prototype, 'payments', 'get');
    const outline = outlineOf(contract);
    expect(payments).not.toHaveBeenCalled();
    payments.mockRestore();
    expect(outline).toEqual(workedOutlineOf(contract));
  });
});
