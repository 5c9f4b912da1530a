import * as fc from 'fast-check';
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import { FREQUENCIES } from '../../../domain/amortisation/frequency.ts';
import { BALLOON_DUES } from '../../../domain/amortisation/stated-balloon.ts';
import { totalInterest } from '../../../domain/amortisation/terms.ts';
import { type Deal, type DealPart, workOut } from '../../../domain/amortisation/work-out.ts';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents, toDollars, ZERO } from '../../../domain/money.ts';
import { centsOf, frequencyOf } from '../../support/event-vectors.ts';
import { TERMS_VECTORS } from '../../support/terms-vectors.ts';

const row = (qty: number | null, amount: number | null) => ({
  qty,
  amount: amount === null ? null : cents(amount),
});

const TRUCK: Deal = {
  frequency: 'monthly',
  startDate: calendarDate('2026-01-15'),
  firstPaymentOnStartDate: false,
  balloonDue: 'with-last',
  loanAmount: cents(8_000_000),
  rows: [row(48, 141_308)],
  balloon: cents(2_400_000),
  contractRate: 5.515758,
  lastTakesRest: false,
};

const without: Readonly<Record<'loanAmount' | 'payment' | 'qty' | 'balloon', Partial<Deal>>> = {
  loanAmount: { loanAmount: null },
  payment: { rows: [row(48, null)] },
  qty: { rows: [row(null, 141_308)] },
  balloon: { balloon: null },
};

const VALUES = { loanAmount: 8_000_000, payment: 141_308, qty: 48, balloon: 2_400_000 };

describe('the worked example', () => {
  it('gives each of its parts back', () => {
    for (const part of ['loanAmount', 'payment', 'qty', 'balloon'] as const) {
      expect(workOut(part, { ...TRUCK, ...without[part] }).value).toBe(VALUES[part]);
    }
    expect(workOut('contractRate', TRUCK).value).toBeCloseTo(5.515758, 5);
    const later = { ...TRUCK, balloonDue: 'period-later' } as const;
    expect(workOut('contractRate', later).value).toBeCloseTo(5.471049, 5);
  });

  it('gives the number of payments of each row back', () => {
    const rows = [row(6, 0), row(12, 150_000), row(5, 0), row(24, 220_000), row(3, 90_000)];
    for (const contractRate of [0, 7.95]) {
      for (const lastTakesRest of [false, true]) {
        const deal = { ...TRUCK, rows, contractRate, lastTakesRest: false };
        const { loanAmount } = workOut('loanAmount', { ...deal, loanAmount: null });
        for (const [index, { qty, amount }] of rows.entries()) {
          if (contractRate === 0 && amount === 0) continue;
          const asked = { ...deal, loanAmount, lastTakesRest, rows: rows.with(index, row(null, amount)) };
          expect(workOut('qty', asked).value).toBe(qty);
        }
      }
    }
  });

  it('refuses a number of payments that no loan waits for', () => {
    const free = { ...TRUCK, contractRate: 0, balloon: ZERO };
    const rows = [row(null, 0), row(48, 141_308)];
    expect(() => workOut('qty', { ...free, rows })).toThrow('never repay');
  });

  it('costs nothing without interest', () => {
    const free = { ...TRUCK, contractRate: 0, balloon: ZERO };
    expect(workOut('payment', { ...free, rows: [row(48, null)] })).toMatchObject({
      value: 166_667,
      rows: [row(47, 166_667), row(1, 166_651)],
    });
    expect(workOut('balloon', { ...free, balloon: null, rows: [row(48, 100_000)] }).value).toBe(3_200_000);
  });
});

const amount = (text: string | null) => (text === null ? null : centsOf(text));

describe.each(TERMS_VECTORS.workOut)('a deal: $name', ({ part, deal: written, expect: expected }) => {
  const { firstPaymentDate } = written;
  const deal: Deal = {
    frequency: frequencyOf(written.frequency),
    firstPaymentOnStartDate: written.firstPaymentOnStartDate,
    startDate: calendarDate(written.startDate),
    ...(typeof firstPaymentDate === 'string' && { firstPaymentDate: calendarDate(firstPaymentDate) }),
    balloonDue: written.balloonDue === 'with-last' ? 'with-last' : 'period-later',
    balloon: amount(written.balloon),
    lastTakesRest: written.lastTakesRest,
    rows: written.rows.map(([qty = null, paid = null]) => ({
      qty: qty === null ? null : Number(qty),
      amount: paid === null ? null : centsOf(String(paid)),
    })),
    loanAmount: amount(('loanAmount' in written && written.loanAmount) || null),
    contractRate: 'contractRate' in written ? Number(written.contractRate) : null,
  };

  it('gives the value, the rows and their rate', () => {
    const worked = workOut(part as DealPart, deal);
    const dollars = toDollars(cents(Math.round(worked.value))).toFixed(2);
    const percent = new Decimal(worked.value).toFixed(10, Decimal.ROUND_HALF_UP);
    const values = new Map<string, string | number>([
      ['qty', worked.value],
      ['contractRate', percent],
    ]);
    expect(values.get(part) ?? dollars).toBe(expected.value);
    expect(worked.rows.map((each) => [each.qty, toDollars(each.amount).toFixed(2)])).toEqual(expected.rows);
    const terms = { ...deal, administrationFee: ZERO, loanAmount: worked.loanAmount, rows: worked.rows };
    const rate = amortise(terms).rate.annualPercent;
    expect(new Decimal(rate).toFixed(10, Decimal.ROUND_HALF_UP)).toBe(expected.interestRate);
    expect(toDollars(totalInterest(terms)).toFixed(2)).toBe(expected.totalInterest);
  });
});

describe('a part that doesn’t exist', () => {
  it.each([
    ['a number of payments below the interest', 'qty', { rows: [row(null, 30_000)] }, /never repay/],
    [
      'a payment beside a balloon above the loan',
      'payment',
      { rows: [row(48, null)], balloon: cents(20_000_000) },
      /alone/,
    ],
    [
      'a balloon after too many payments',
      'balloon',
      { rows: [row(90, 141_308)], balloon: null },
      /without a balloon/,
    ],
    ['a rate of payments below the loan', 'contractRate', { rows: [row(10, 141_308)] }, /less than the loan/],
    ['a last payment after too many', 'last', { rows: [row(90, 141_308)] }, /already repay/],
    ['a last payment of a debt that grows', 'last', { rows: [row(900, 1)], contractRate: 90 }, /never repay/],
    [
      'a payment at the end of a century',
      'payment',
      { rows: [row(3199, 0), row(1, null)], contractRate: 999 },
      /too large/,
    ],
  ] as const)('is refused: %s', (_name, part, change, message) => {
    expect(() => workOut(part, { ...TRUCK, ...change })).toThrow(message);
  });
});

/** Contracts of two rows at usual rates, many with a stub, their loan worked out from the rest. */
const deals = fc
  .record({
    frequency: fc.constantFrom(...FREQUENCIES),
    firstPaymentOnStartDate: fc.boolean(),
    firstPaymentDate: fc.option(
      fc.constantFrom('2026-02-01', '2026-03-01', '2026-05-15').map((date) => calendarDate(date)),
      { nil: undefined },
    ),
    balloonDue: fc.constantFrom(...BALLOON_DUES),
    payment: fc.integer({ min: 10_000, max: 10_000_000 }).map(cents),
    idle: fc.integer({ min: 0, max: 6 }),
    qty: fc.integer({ min: 2, max: 90 }),
    // A balloon below a payment can vanish in the rounding of the payments before it.
    residual: fc.oneof(fc.constant(0), fc.double({ min: 1, max: 10, noNaN: true })),
    contractRate: fc.integer({ min: 0, max: 3_000 }).map((hundredths) => hundredths / 100),
    lastTakesRest: fc.boolean(),
  })
  .map(({ residual, payment, qty, idle, firstPaymentDate, ...rest }) => {
    const rows = [...(idle > 0 ? [row(idle, 0)] : []), row(qty, payment)];
    const balloon = cents(Math.round(payment * residual));
    const first = rest.firstPaymentOnStartDate ? undefined : firstPaymentDate;
    const deal = { ...TRUCK, ...rest, firstPaymentDate: first, rows, balloon, loanAmount: null };
    const { loanAmount } = workOut('loanAmount', { ...deal, lastTakesRest: false });
    return { deal: { ...deal, loanAmount }, payment, qty };
  });

describe('any contract of two rows', () => {
  it('gives back the part that is left out', () => {
    fc.assert(
      fc.property(deals, ({ deal, payment, qty }) => {
        const withLast = (change: { qty?: number | null; amount?: null }): Deal => ({
          ...deal,
          rows: deal.rows.map((each, index) =>
            index === deal.rows.length - 1 ? { ...each, ...change } : each,
          ),
        });
        // One payment more or less moves the loan by cents: then the rounded loan determines neither rate nor number.
        const loanWith = (count: number): number =>
          workOut('loanAmount', { ...withLast({ qty: count }), lastTakesRest: false }).loanAmount;
        fc.pre(Math.abs(loanWith(qty + 1) - loanWith(qty)) > 100);
        // Half a cent of the loan is little beside the interest, so the rate is determined too.
        const interest = payment * qty + deal.balloon - deal.loanAmount;
        fc.pre(deal.contractRate === 0 || interest > 100 * deal.contractRate);
        expect(Math.abs(workOut('payment', withLast({ amount: null })).value - payment)).toBeLessThanOrEqual(
          1,
        );
        expect(workOut('contractRate', deal).value).toBeCloseTo(deal.contractRate, 1);
        const balloon = workOut('balloon', { ...deal, balloon: null }).value;
        const again = workOut('loanAmount', { ...deal, balloon: cents(balloon), loanAmount: null });
        expect(Math.abs(again.loanAmount - deal.loanAmount)).toBeLessThanOrEqual(qty + 1);
        expect(workOut('qty', withLast({ qty: null })).value).toBe(qty);
      }),
    );
  });

  it('has exactly the stated rate where the last payment takes the rest', () => {
    fc.assert(
      fc.property(deals, ({ deal }) => {
        // At higher rates half a cent of the loan grows beyond a payment.
        fc.pre(deal.contractRate <= 15 && deal.loanAmount > 1_000_000);
        const { rows, loanAmount } = workOut('last', deal);
        const terms = { ...deal, administrationFee: ZERO, loanAmount, rows };
        fc.pre(totalInterest(terms) >= 0);
        const { rate, payments } = amortise(terms);
        expect(Math.abs(rate.annualPercent - deal.contractRate)).toBeLessThan(0.01);
        expect(payments.at(-1)?.balance).toBe(0);
      }),
    );
  });
});
