import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, fromWire, kindOf, toWire, type Wire } from '../../domain/event-kinds/kinds.ts';
import { calendarDate } from '../../domain/calendar.ts';
import { EventInput } from '../../functions/api/event.ts';
import {
  anyContractsWithEvents,
  contractsWithGst,
  contractsWithTables,
} from '../support/arbitrary-events.ts';

const stored = (change: Change): Change => {
  const wire = EventInput.parse(JSON.parse(JSON.stringify(toWire(change))));
  return fromWire(wire);
};

describe('the wire form of a change', () => {
  it('is read back as the change that was written', () => {
    fc.assert(
      fc.property(fc.oneof(anyContractsWithEvents, contractsWithTables, contractsWithGst), ({ events }) => {
        for (const { event } of events) expect(stored(event.change)).toEqual(event.change);
      }),
      { numRuns: 100 },
    );
  });

  it('refuses a change of terms or frequency without exactly one way to pay', () => {
    const check = (wire: Wire): void => kindOf(wire).check(fromWire(wire), calendarDate('2025-12-01'));
    const terms = { kind: 'terms-change', fromPayment: 3 } as const;
    expect(() => check(terms)).toThrow('either payment plans or the lender’s payments');
    const moved = EventInput.parse({
      kind: 'frequency-change',
      paymentFrequency: 'weekly',
      firstPaymentDate: '2026-01-01',
    });
    expect(() => check(moved)).toThrow('either the payments or an amount');
  });
});
