import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { NO_GST } from '../../../domain/gst/tax-types.ts';
import { openingLines } from '../../../domain/journal/opening-balances.ts';
import { MAX_AMOUNT, toCents } from '../../../domain/money.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { endsWithBalloon } from '../../../domain/amortisation/balloon.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import type { Contract } from '../../../domain/contract/contract.ts';
import type { Holiday } from '../../../domain/event-kinds/holiday.ts';
import type { Change, ContractEvent } from '../../../domain/event-kinds/kinds.ts';
import type { Payout } from '../../../domain/event-kinds/payout.ts';
import type { TermsChange } from '../../../domain/event-kinds/terms-change.ts';
import { nextPayment } from '../../../domain/contract/payments-due.ts';
import { estimateGstAdjustment, estimatePayout, payoutWarnings } from '../../../domain/contract/payout.ts';
import { Segment } from '../../../domain/amortisation/segment.ts';
import { recordEvent } from '../../../domain/contract/record-event.ts';
import { exampleTerms } from '../../support/example-terms.ts';
import { ACCOUNTS } from '../../support/journal-accounts.ts';

const date = calendarDate;
const terms = exampleTerms();

function event(on: string, change: Change, postedThrough = 0): ContractEvent {
  return { date: date(on), postedThrough, change };
}

const extra = (dollars: number): Change => ({
  kind: 'extra-repayment',
  amount: toCents(dollars),
  keep: 'payment',
});
const rate = (interestRate: number): Change => ({ kind: 'rate-change', interestRate, keep: 'payment' });
const payout: Payout = {
  kind: 'payout',
  payoutFigure: toCents(37_396.92),
  fees: [{ accountId: null, amount: toCents(350), taxType: NO_GST }],
  settledFrom: null,
};
const holiday: Holiday = { kind: 'holiday', fromPayment: 19, qty: 2 };
const termsFrom = (fromPayment: number): TermsChange => ({
  kind: 'terms-change',
  fromPayment,
  rows: [
    { qty: 35, amount: toCents(900) },
    { qty: 1, amount: toCents(5000) },
  ],
});

describe('a contract with events', () => {
  const contract = scheduleOf(terms, [event('2026-02-01', extra(5000)), event('2026-07-20', rate(7.92))]);

  it('numbers payments through its segments and ends with the last one', () => {
    expect(contract.payments.map(({ number }) => number)).toEqual(
      contract.payments.map((_, index) => index + 1),
    );
    expect(contract.payments.map(({ segment }) => segment).slice(11, 19)).toEqual([0, 1, 1, 1, 1, 1, 1, 2]);
    expect(contract.payments.at(-1)).toEqual(contract.payment(contract.count));
    expect(contract.endDate).toBe(contract.payments.at(-1)?.date);
    expect(contract.payments.at(-1)?.balance).toBe(0);
  });

  it('answers with the segment in force on a day', () => {
    expect(contract.planAt(date('2026-07-19')).rate.annualPercent).toBeCloseTo(7.420096, 6);
    expect(contract.planAt(date('2026-07-20')).rate.annualPercent).toBe(7.92);
    expect(contract.balanceAt(date('2026-01-31'))).toBe(4_142_222);
    expect(contract.balanceAt(date('2026-02-01'))).toBe(3_642_222);
    expect(nextPayment(contract, date('2026-02-01'))).toMatchObject({
      number: 13,
      date: '2026-02-15',
      amount: 100_000,
    });
  });

  it('equals the amortisation when nothing happened', () => {
    const plain = scheduleOf(terms, []);
    expect(plain.payments.map(({ segment: _, administrationFee: __, ...payment }) => payment)).toEqual(
      plain.segments[0] === undefined
        ? []
        : Array.from({ length: 60 }, (_, index) => plain.planOf(1).payment(index + 1)),
    );
    expect([plain.count, plain.endDate, plain.totalInterest]).toEqual([60, '2030-01-15', 1_000_000]);
  });

  it('charges no fee with a payment of 0.00', () => {
    const paused = scheduleOf(exampleTerms({ fee: 5.5 }), [event('2026-07-20', holiday)]);
    expect(paused.amountDue(18)).toBe(100_550);
    expect(paused.amountDue(19)).toBe(0);
    expect(paused.payment(19)).toMatchObject({ amount: 0, administrationFee: 0, interest: 22_810 });
  });

  it('replays two changes recorded late, the second on the first', () => {
    const late = [event('2026-03-01', rate(7.92), 16), event('2026-03-20', extra(1000), 16)];
    const replayed = scheduleOf(terms, late);
    const inTime = scheduleOf(terms, [event('2026-03-01', rate(7.92)), event('2026-03-20', extra(1000))]);
    expect(replayed.events.map(({ k }) => k)).toEqual([16, 16]);
    expect(replayed.events[1]?.to?.opening).toBe(inTime.payment(16).balance);
    expect(replayed.events[1]?.documentDate).toBe('2026-03-20');
    expect(replayed.totalInterest).toBe(inTime.totalInterest);
  });
});

/** Three irregular rows in place of payments 19 to 60, when 36,889.44 is owed. */
const tableFrom = (fromPayment: number): TermsChange => ({
  kind: 'terms-change',
  fromPayment,
  table: [
    { date: date('2026-08-20'), amount: toCents(12_000), balance: toCents(25_119.44) },
    { date: date('2026-12-01'), amount: toCents(13_000), balance: toCents(12_619.44) },
    { date: date('2027-06-30'), amount: toCents(12_919.44), balance: toCents(0) },
  ],
});

describe('a contract paid out', () => {
  const contract = scheduleOf(terms, [event('2026-08-05', payout)]);
  const [applied] = contract.events;
  if (!applied) throw new Error('The payout was applied');

  it('ends with the payment before the payout', () => {
    expect(contract.status).toBe('paid-out');
    expect([contract.count, contract.endDate]).toEqual([18, '2026-08-05']);
    expect(nextPayment(contract, date('2026-08-05'))).toMatchObject({ number: 19, amount: 3_739_692 });
    expect(nextPayment(contract, date('2026-08-06'))).toBeNull();
    expect(contract.balanceAt(date('2026-08-04'))).toBe(3_688_944);
    expect(contract.balanceAt(date('2026-08-05'))).toBe(0);
    expect(
      openingLines(contract, { date: date('2026-08-06'), includesDate: false }, ACCOUNTS).every(
        ({ amount }) => amount === 0,
      ),
    ).toBe(true);
  });

  it('compares the payout figure with an estimate', () => {
    const open = scheduleOf(terms, []);
    expect(estimatePayout(open, date('2026-08-05'))).toEqual({ balance: 3_688_944, interest: 15_748 });
    expect(payoutWarnings(open, applied, [19, 20])).toEqual([]);
    const warnings = payoutWarnings(open, { ...applied, repaid: toCents(39_000) }, [17, 18, 19]);
    expect(warnings).toEqual([
      "The payout figure without fees is $39,000.00, but the schedule expects about $37,046.92. Please check the lender's letter.",
      'Payments 17 and 18 must be posted too.',
    ]);
  });

  it('estimates the interest of a lender’s table since the payment before its first row', () => {
    const open = scheduleOf(terms, [event('2026-08-01', tableFrom(19))]);
    const { annualPercent } = open.planAt(date('2026-08-05')).rate;
    const interestOf = (balance: number, days: number) =>
      Math.round((balance * annualPercent * days) / 36_500);
    expect(estimatePayout(open, date('2026-08-05'))).toEqual({
      balance: 3_688_944,
      interest: interestOf(3_688_944, 21),
    });
    expect(estimatePayout(open, date('2026-09-01'))).toEqual({
      balance: 2_511_944,
      interest: interestOf(2_511_944, 12),
    });
  });

  it('estimates the interest after a changed fee of a lender’s table since the payment before', () => {
    const fee: Change = { kind: 'fee-change', fromPayment: 20, administrationFee: toCents(5) };
    const open = scheduleOf(terms, [event('2026-08-01', tableFrom(19)), event('2026-08-25', fee)]);
    const { annualPercent } = open.planAt(date('2026-09-01')).rate;
    expect(estimatePayout(open, date('2026-09-01'))).toEqual({
      balance: 2_511_944,
      interest: Math.round((2_511_944 * annualPercent * 12) / 36_500),
    });
  });

  it('carries the interest that a table states since the payment before it into computed payments', () => {
    const again: TermsChange = { ...termsFrom(19), rows: [{ qty: 40, amount: toCents(1000) }] };
    const changed = scheduleOf(terms, [event('2026-08-01', tableFrom(19)), event('2026-08-10', again)]);
    const [, computed] = changed.events;
    // 230.00 from 15 July to 20 August, of which 26 of 36 days are over.
    expect(computed?.to).toBeInstanceOf(Segment);
    expect(computed?.to instanceof Segment && computed.to.carriedInterest).toBeCloseTo((23_000 * 26) / 36, 6);
    expect(estimatePayout(changed, date('2026-08-10'))).toEqual({ balance: 3_688_944, interest: 16_611 });
  });

  it('estimates the GST on the charges that are saved', () => {
    expect(estimateGstAdjustment(contract, applied)).toBe(45_028);
    const old = scheduleOf(exampleTerms({ start: '2012-06-30' }), [event('2014-01-05', payout)]);
    expect(old.events.map((one) => estimateGstAdjustment(old, one))).toEqual([null]);
  });
});

describe('an event and the opening journal', () => {
  const change = { date: date('2026-02-01'), change: extra(5000) };
  const journal = { date: date('2026-06-30'), includesDate: false, isLocked: false };

  it('contains an earlier event while no payment is posted', () => {
    const { inOpeningBalances, event: recorded } = recordEvent(terms, [], change, {
      payment: 0,
      openingJournal: journal,
    });
    expect([inOpeningBalances, recorded.postedThrough]).toEqual([true, 0]);
  });

  it('records an earlier event late once a payment is posted or the journal is locked', () => {
    const posted = recordEvent(terms, [], change, { payment: 18, openingJournal: journal });
    expect([posted.inOpeningBalances, posted.contract.events[0]?.k]).toEqual([false, 18]);
    const locked = recordEvent(terms, [], change, {
      payment: 0,
      openingJournal: { ...journal, isLocked: true },
    });
    expect([locked.inOpeningBalances, locked.contract.events[0]?.k]).toEqual([false, 17]);
  });

  it('records a payout before the journal late, since no balance is left to post again', () => {
    const { inOpeningBalances, contract } = recordEvent(
      terms,
      [],
      { date: date('2026-06-20'), change: payout },
      { payment: 0, openingJournal: journal },
    );
    expect([inOpeningBalances, contract.events[0]?.k, contract.status]).toEqual([false, 17, 'paid-out']);
  });

  it('refuses new payments before a journal that does not contain them', () => {
    const table = [{ date: date('2026-06-25'), amount: toCents(40_000), balance: toCents(0) }];
    const sooner: Change = { kind: 'terms-change', fromPayment: 18, table };
    expect(() =>
      recordEvent(
        terms,
        [],
        { date: date('2026-06-20'), change: sooner },
        { payment: 0, openingJournal: journal },
      ),
    ).toThrow('New payments would be dated before the opening balances journal of 30th Jun 2026');
  });

  it('leaves an event on or after the journal date as it is', () => {
    const later = { ...change, date: date('2026-06-30') };
    const { inOpeningBalances, contract } = recordEvent(terms, [], later, {
      payment: 0,
      openingJournal: journal,
    });
    expect([inOpeningBalances, contract.events[0]?.k]).toEqual([false, 17]);
  });

  it('contains an event on the date of a journal that includes its day', () => {
    const sameDay = { ...change, date: date('2026-06-30') };
    const openingJournal = { ...journal, includesDate: true };
    const { inOpeningBalances } = recordEvent(terms, [], sameDay, { payment: 0, openingJournal });
    expect(inOpeningBalances).toBe(true);
  });
});

describe('a refused event', () => {
  const frequency = (payments: { amount: ReturnType<typeof toCents> }, first = '2026-06-05'): Change => ({
    kind: 'frequency-change',
    frequency: 'fortnightly',
    firstPaymentDate: date(first),
    ...payments,
  });

  it.each<[field: string, change: Change]>([
    ['qty', { ...holiday, qty: 1200 }],
    ['firstPaymentDate', frequency({ amount: toCents(470) }, '2125-01-16')],
    ['schedulePaymentPlans', { ...termsFrom(19), rows: [{ qty: 1200, amount: toCents(900) }] }],
    [
      'schedulePayments.0.paymentDate',
      {
        ...termsFrom(19),
        rows: undefined,
        table: [{ date: date('2125-01-16'), amount: toCents(90_000), balance: toCents(0) }],
      },
    ],
  ])('that ends more than 100 years after the start names the field %s', (field, change) => {
    const interestFree = exampleTerms({ loan: 60_000 });
    const recorded = () => scheduleOf('qty' in change ? interestFree : terms, [event('2026-07-20', change)]);
    expect(recorded).toThrow('A contract can end at most 100 years after its start on 15th Jan 2025.');
    expect(recorded).toThrow(expect.objectContaining({ fields: { [field]: [expect.anything()] } }));
  });

  it.each<[code: string, kind: string, events: ContractEvent[]]>([
    ['event/before-start', 'conflict', [event('2025-01-14', extra(1000))]],
    ['event/after-end', 'conflict', [event('2030-01-15', extra(1000))]],
    ['event/closed', 'conflict', [event('2026-08-05', payout), event('2026-09-05', extra(1000))]],
    ['event/out-of-order', 'conflict', [event('2026-08-05', extra(1000)), event('2026-08-04', extra(1000))]],
    [
      'event/out-of-order',
      'conflict',
      [event('2026-02-01', termsFrom(25)), event('2026-03-01', extra(1000))],
    ],
    ['event/payments-posted', 'conflict', [event('2026-08-05', payout, 19)]],
    ['event/payments-posted', 'conflict', [event('2026-05-20', frequency({ amount: toCents(470) }), 17)]],
    ['event/payment-fixed', 'conflict', [event('2027-02-15', termsFrom(25))]],
    ['event/payment-fixed', 'conflict', [event('2026-07-20', holiday, 19)]],
    ['event/after-end', 'conflict', [event('2026-07-20', rate(7), 60)]],
    ['event/limit-reached', 'conflict', Array.from({ length: 101 }, () => event('2026-02-01', extra(1)))],
    ['event/from-payment', 'invalid', [event('2026-07-20', termsFrom(61))]],
    ['event/amount', 'invalid', [event('2026-02-01', extra(41_422.22))]],
    ['event/amount', 'invalid', [event('2026-02-01', extra(0))]],
    ['event/interest-rate', 'invalid', [event('2026-02-01', rate(-1))]],
    ['event/never-repaid', 'invalid', [event('2026-02-01', rate(60))]],
    ['event/never-repaid', 'invalid', [event('2026-05-20', frequency({ amount: toCents(10) }))]],
    [
      'event/first-payment-date',
      'invalid',
      [event('2026-05-20', frequency({ amount: toCents(470) }, '2026-05-20'))],
    ],
    ['event/qty', 'invalid', [event('2026-07-20', { ...holiday, qty: 0 })]],
    ['schedule/payment-terms', 'invalid', [event('2026-07-20', { ...holiday, qty: 3141 })]],
    [
      'event/total-too-small',
      'invalid',
      [event('2026-07-20', { ...termsFrom(19), rows: [{ qty: 9, amount: toCents(1) }] })],
    ],
    [
      'schedule/payment-terms',
      'invalid',
      [
        event('2026-07-20', {
          ...termsFrom(19),
          rows: [
            { qty: 1, amount: toCents(50_000) },
            { qty: 1, amount: toCents(0) },
          ],
        }),
      ],
    ],
    [
      'schedule/administration-fee',
      'invalid',
      [event('2026-07-20', { kind: 'fee-change', fromPayment: 20, administrationFee: toCents(-1) })],
    ],
    ['event/fees', 'invalid', [event('2026-08-05', { ...payout, payoutFigure: toCents(349) })]],
    [
      'event/amount',
      'invalid',
      [event('2026-08-05', { ...payout, payoutFigure: toCents(MAX_AMOUNT / 100 + 1) })],
    ],
  ])('says %s', (code, kind, events) => {
    expect(refusalOf(() => scheduleOf(terms, events))).toMatchObject({ code, kind });
  });

  it('names the payments to reverse and the action to take', () => {
    expect(refusalOf(() => scheduleOf(terms, [event('2026-08-05', payout, 19)]))?.message).toBe(
      'Payment 19 is dated after this change and already posted to Xero or in the opening balances. Please reverse these payments first or choose a later date.',
    );
    expect(refusalOf(() => scheduleOf(terms, [event('2026-02-01', extra(41_422.22))]))?.message).toBe(
      'An extra repayment must be less than the balance of $41,422.22. Record a payout to repay all of it.',
    );
  });
});

describe('balloon recognition', () => {
  const rows = (...list: [number, number][]) =>
    list.map(([qty, amount]) => ({ qty, amount: toCents(amount) }));

  it('compares the last payment with the last regular one before it', () => {
    expect(endsWithBalloon(rows([47, 690], [1, 16_000]))).toBe(true);
    expect(endsWithBalloon(rows([47, 690], [1, 1035]))).toBe(true);
    expect(endsWithBalloon(rows([47, 690], [1, 1034.99]))).toBe(false);
    expect(endsWithBalloon(rows([47, 690], [2, 0], [1, 1035]))).toBe(true);
    expect(endsWithBalloon(rows([60, 1000]))).toBe(false);
    expect(endsWithBalloon(rows([1, 1000]))).toBe(true);
    expect(endsWithBalloon(rows([1, 0], [1, 1500]))).toBe(true);
    expect(endsWithBalloon(rows([1, 4000], [1, 1000], [1, 1200]))).toBe(false);
    expect(endsWithBalloon([])).toBe(false);
  });
});

function refusalOf(action: () => Contract): Refusal | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
