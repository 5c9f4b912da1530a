import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import {
  adjustingReference,
  eventReference,
  openingReference,
  parseReference,
  paymentReference,
  referenceField,
  referenceIn,
} from '../../../domain/posting/document-reference.ts';
import { JOURNAL_KINDS } from '../../../domain/reports/adjusting-journal.ts';

describe('the reference of a document', () => {
  const ID = '3f9ef8f1-7a4e-4c8e-9d0b-1f2e3d4c5b6a';
  const OTHER_ID = '0b1c2d3e-7a4e-4c8e-9d0b-1f2e3d4c5b6a';

  it.each([
    [`PD-${ID}-5`],
    [`PD-${ID}-60`],
    [`PD-${ID}-E2`],
    [`PD-${ID}-OB1`],
    [`PD-${ID}-5.2`],
    [`PD-${ID}-5/3`],
    [`PD-${ID}-E2.1/3R`],
    [`PD-${ID}-5.1/2CJg1`],
  ])('is found in a text: %s', (reference) => {
    expect(referenceIn(reference)).toBe(reference);
  });

  it('is found in a narration', () => {
    expect(referenceIn(`Paydown - Opening Balances of "Ute", 2025 [PD-${ID}-OB12]`)).toBe(`PD-${ID}-OB12`);
  });

  it.each([
    ['a longer number', `PD-${ID}-57`],
    ['a part', `PD-${ID}-5.2`],
    ['an attempt', `PD-${ID}-5/2`],
    ['a reversal', `PD-${ID}-5R`],
    ['a dishonour fee', `PD-${ID}-5F`],
  ])('differs from the reference of %s', (_name, text) => {
    expect(referenceIn(text)).not.toBe(`PD-${ID}-5`);
  });

  it.each([`PD-${ID}-5x`, `PD-${ID}-5_`, `PD-${ID}-OB1b`, `PD-${ID}-`, `PD-${ID}`, 'PD-5'])(
    'is not found in %s',
    (text) => {
      expect(referenceIn(text)).toBeNull();
    },
  );

  it('ends before punctuation', () => {
    expect(referenceIn(`Paid PD-${ID}-5.`)).toBe(`PD-${ID}-5`);
    expect(referenceIn(`(PD-${ID}-5), late`)).toBe(`PD-${ID}-5`);
  });

  it('is the last one of a text with several', () => {
    expect(referenceIn(`Copy of PD-${OTHER_ID}-1 [PD-${ID}-OB2]`)).toBe(`PD-${ID}-OB2`);
  });

  it('is missing in documents of others', () => {
    expect(referenceIn('Rent, May')).toBeNull();
    expect(referenceIn(`Rent [${ID}]`)).toBeNull();
    expect(referenceIn('')).toBeNull();
  });

  it('is read back in the parts that it was made of', () => {
    const number = fc.integer({ min: 1, max: 9999 });
    const suffix = fc.constantFrom(
      { isReversal: false, isFee: false, isCorrection: false },
      { isReversal: true, isFee: false, isCorrection: false },
      { isReversal: false, isFee: true, isCorrection: false },
      { isReversal: false, isFee: false, isCorrection: true },
    );
    const document = fc
      .tuple(fc.nat(99), number, suffix)
      .map(([part, attempt, end]) => ({ part, attempt, ...end }));
    fc.assert(
      fc.property(number, document, fc.boolean(), (n, of, isEvent) => {
        const make = isEvent ? eventReference : paymentReference;
        const kind = isEvent ? 'event' : 'payment';
        expect(parseReference(make(ID, n, of))).toEqual({ of: kind, ownerId: ID, number: n, ...of });
      }),
    );
    fc.assert(
      fc.property(number, (attempt) => {
        expect(parseReference(openingReference(ID, attempt))).toEqual({
          of: 'opening',
          ownerId: ID,
          attempt,
        });
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...JOURNAL_KINDS), number, fc.boolean(), (kind, attempt, isReversal) => {
        const of = { date: calendarDate('2026-06-30'), kind, attempt, isReversal };
        expect(parseReference(adjustingReference(ID, of))).toEqual({ of: 'adjusting', ownerId: ID, ...of });
      }),
    );
  });

  it.each([`PD-${ID}-AJ20261301.1`, `PD-${ID}-AJ20260630.99`, `PD-${ID}-x`, ''])(
    'has no parts in %s',
    (text) => {
      expect(parseReference(text)).toBeNull();
    },
  );

  it('stands after the contract number in the field of Xero', () => {
    const field = (contractNumber: string, name: string) =>
      referenceField({ contractNumber, name }, `PD-${ID}-5`);
    expect(field('HP 4711', 'Truck')).toBe(`HP 4711 PD-${ID}-5`);
    expect(field('', 'Truck')).toBe(`Truck PD-${ID}-5`);
    expect(field('', 'x'.repeat(255))).toHaveLength(255);
    expect(field('', 'x'.repeat(255)).endsWith(` PD-${ID}-5`)).toBe(true);
  });
});
