import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate } from '../../../domain/calendar.ts';
import { cents, toCents, ZERO } from '../../../domain/money.ts';
import { cashOf, unexplainedDebt } from '../../../domain/reports/cash.ts';
import { contractOf } from '../../../domain/reports/contract.ts';
import { movementOf } from '../../../domain/reports/movement.ts';
import {
  anyContractsWithEvents,
  contractsWithGst,
  contractsWithTables,
} from '../../support/arbitrary-events.ts';
import { withEvent } from './contract-b.ts';

describe('cash and net debt', () => {
  it('shows what a refinance settles with the interest that it adds', () => {
    const refinanced = withEvent('2026-04-01', {
      kind: 'refinance',
      payoutFigure: toCents(40_500),
      fees: [],
      clearingAccountId: null,
    })(calendarDate('2026-06-30'));
    const year = [calendarDate('2025-07-01'), calendarDate('2026-06-30')] as const;
    const cash = cashOf(refinanced, ...year, ZERO);
    expect([cash.settled, cash.interestAdded]).toEqual([toCents(40_500), toCents(570.11)]);
    expect(cents(cash.interestPaid + cash.interestAdded)).toBe(movementOf(refinanced, ...year).interest);
    expect(unexplainedDebt(cash)).toBe(0);
  });

  it('splits the interest of the movement into paid and added, and explains the debt', () => {
    const contracts = fc.oneof(anyContractsWithEvents, contractsWithTables, contractsWithGst);
    const property = fc.property(contracts, fc.nat(3_000), fc.nat(800), (worked, offset, length) => {
      const contract = contractOf(worked);
      const from = addDays(contract.startDate, offset - 400);
      const to = addDays(from, length);
      const cash = cashOf(contract, from, to, ZERO);
      assert.equal(cash.interestPaid + cash.interestAdded, movementOf(contract, from, to).interest);
      assert.equal(unexplainedDebt(cash), 0);
    });
    expect(() => fc.assert(property, { seed: 20_261_128, numRuns: 300 })).not.toThrow();
  });
});
