import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FREQUENCIES } from '../../../domain/amortisation/frequency.ts';
import { BALLOON_DUES } from '../../../domain/amortisation/stated-balloon.ts';
import { type Deal, workOut } from '../../../domain/amortisation/work-out.ts';
import { cents, ZERO } from '../../../domain/money.ts';

const TRUCK: Deal = {
  frequency: 'monthly',
  firstPaymentOnStartDate: false,
  balloonDue: 'with-last',
  loanAmount: cents(8_000_000),
  payment: cents(141_308),
  qty: 48,
  balloon: cents(2_400_000),
  contractRate: 5.515758,
};

describe('the worked example', () => {
  it('gives each of its parts back', () => {
    for (const part of ['loanAmount', 'payment', 'qty', 'balloon'] as const) {
      expect(workOut(part, { ...TRUCK, [part]: 0 })[part]).toBe(TRUCK[part]);
    }
    expect(workOut('contractRate', TRUCK).contractRate).toBeCloseTo(5.515758, 5);
    const later = { ...TRUCK, balloonDue: 'period-later' } as const;
    expect(workOut('contractRate', later).contractRate).toBeCloseTo(5.471049, 5);
  });

  it('is solved without interest as well', () => {
    const free = { ...TRUCK, contractRate: 0, balloon: ZERO, payment: cents(166_667) };
    expect(workOut('qty', free).qty).toBe(48);
    expect(workOut('payment', free).payment).toBe(166_667);
    expect(workOut('balloon', { ...free, payment: cents(100_000) }).balloon).toBe(3_200_000);
  });
});

describe('a part that doesn’t exist', () => {
  const never = { ...TRUCK, payment: cents(30_000) };
  it.each([
    ['a number of payments below the interest', 'qty', never, /never repay/],
    [
      'a payment beside a balloon above the loan',
      'payment',
      { ...TRUCK, balloon: cents(20_000_000) },
      /alone/,
    ],
    ['a balloon after too many payments', 'balloon', { ...TRUCK, qty: 90 }, /without a balloon/],
    ['a rate of payments below the loan', 'contractRate', { ...TRUCK, qty: 10 }, /less than the loan/],
  ] as const)('is refused: %s', (_name, part, deal, message) => {
    expect(() => workOut(part, deal)).toThrow(message);
  });
});

/** Contracts of equal payments at usual rates, their loan worked out from the rest. */
const deals = fc
  .record({
    frequency: fc.constantFrom(...FREQUENCIES),
    firstPaymentOnStartDate: fc.boolean(),
    balloonDue: fc.constantFrom(...BALLOON_DUES),
    payment: fc.integer({ min: 10_000, max: 10_000_000 }).map(cents),
    qty: fc.integer({ min: 2, max: 90 }),
    residual: fc.double({ min: 0, max: 10, noNaN: true }),
    contractRate: fc.integer({ min: 0, max: 3_000 }).map((hundredths) => hundredths / 100),
  })
  .map(({ residual, ...rest }): Deal => {
    const balloon = cents(Math.round(rest.payment * residual));
    return workOut('loanAmount', { ...rest, balloon, loanAmount: ZERO });
  });

describe('any contract of equal payments', () => {
  it('gives back the part that is left out', () => {
    fc.assert(
      fc.property(deals, (deal) => {
        // One payment more or less moves the loan by cents: then the rounded loan determines neither rate nor number.
        const loanWith = (qty: number): number => workOut('loanAmount', { ...deal, qty }).loanAmount;
        fc.pre(Math.abs(loanWith(deal.qty + 1) - loanWith(deal.qty)) > 100);
        // Half a cent of the loan is little beside the interest, so the rate is determined too.
        const interest = deal.payment * deal.qty + deal.balloon - deal.loanAmount;
        fc.pre(deal.contractRate === 0 || interest > 100 * deal.contractRate);
        expect(Math.abs(workOut('payment', deal).payment - deal.payment)).toBeLessThanOrEqual(1);
        expect(workOut('contractRate', deal).contractRate).toBeCloseTo(deal.contractRate, 1);
        const again = workOut('loanAmount', workOut('balloon', deal));
        expect(Math.abs(again.loanAmount - deal.loanAmount)).toBeLessThanOrEqual(deal.qty + 1);
        expect(workOut('qty', deal).qty).toBe(deal.qty);
      }),
    );
  });
});
