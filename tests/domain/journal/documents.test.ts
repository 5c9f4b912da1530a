import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { NO_GST } from '../../../domain/gst/tax-types.ts';
import { reversedDocument } from '../../../domain/journal/document.ts';
import type { LedgerDocument } from '../../../domain/journal/document.ts';
import { eventDocument } from '../../../domain/journal/event-document.ts';
import { checkParts, MAX_PARTS, paymentDocuments } from '../../../domain/journal/payment-documents.ts';
import { cents, sumCents, toCents } from '../../../domain/money.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import type { Change } from '../../../domain/event-kinds/kinds.ts';
import type { Payout } from '../../../domain/event-kinds/payout.ts';
import { exampleTerms } from '../../support/example-terms.ts';
import { ACCOUNTS } from '../../support/journal-accounts.ts';

const date = calendarDate;
const terms = exampleTerms({ fee: 5.5 });

function linesOf(document: LedgerDocument | null | undefined): unknown[] {
  return (document?.lines ?? []).map(({ role, account, amount }) => [role, account, amount]);
}

describe('the documents of a payment', () => {
  const plan = scheduleOf(terms, []).planOf(5);

  it('consist of one bank transaction on the payment date', () => {
    const [document, ...others] = paymentDocuments(plan, 5, ACCOUNTS, { paidOn: date('2025-06-20') });
    expect(others).toEqual([]);
    expect(document).toMatchObject({
      type: 'SPEND',
      date: '2025-06-20',
      bankAmount: -100_550,
      lineAmountTypes: 'NoTax',
    });
    expect(document?.lines.map(({ role }) => role)).toEqual([
      'hirePurchaseCurrent',
      'interestExpense',
      'unexpiredChargesCurrent',
      'administrationFee',
      'hirePurchaseNonCurrent',
      'hirePurchaseCurrent',
      'unexpiredChargesCurrent',
      'unexpiredChargesNonCurrent',
    ]);
  });

  it('consist of one document per part, with interest, fee and reclassification in the last', () => {
    const parts = [
      { date: date('2025-06-15'), amount: toCents(400) },
      { date: date('2025-06-29'), amount: toCents(600) },
    ];
    const [first, last, ...others] = paymentDocuments(plan, 5, ACCOUNTS, { parts });
    expect(others).toEqual([]);
    expect(linesOf(first)).toEqual([['hirePurchaseCurrent', 'hp', 40_000]]);
    expect(first).toMatchObject({ type: 'SPEND', date: '2025-06-15', bankAmount: -40_000 });
    expect(first?.lines[0]?.description).toBe('Payment 5 of 60, part 1 of 2');
    expect(last).toMatchObject({ type: 'SPEND', date: '2025-06-29', bankAmount: -60_550 });
    expect(last?.lines).toHaveLength(8);
  });

  it('keep the role of a line whose account is not mapped', () => {
    const [document] = paymentDocuments(plan, 5, {});
    expect(document?.lines).toHaveLength(8);
    expect(document?.lines.every(({ account }) => account === null)).toBe(true);
  });

  it('consist of a manual journal for a payment of 0.00', () => {
    const change: Change = { kind: 'holiday', fromPayment: 19, qty: 2 };
    const paused = scheduleOf(terms, [{ date: date('2026-07-20'), postedThrough: 0, change }]);
    const [document] = paymentDocuments(paused.planOf(19), 19, ACCOUNTS);
    expect(document).toMatchObject({ type: 'MANUAL-JOURNAL', bankAmount: 0, date: '2026-08-15' });
    expect(linesOf(document).slice(0, 2)).toEqual([
      ['interestExpense', 'interest', 22_810],
      ['unexpiredChargesCurrent', 'charges', -22_810],
    ]);
  });

  it('are omitted for a payment of 0.00 without interest', () => {
    const change: Change = { kind: 'holiday', fromPayment: 50, qty: 1 };
    const free = scheduleOf(exampleTerms({ loan: 60_000 }), [
      { date: date('2029-01-20'), postedThrough: 0, change },
    ]);
    expect(free.payment(50).amount).toBe(0);
    expect(paymentDocuments(free.planOf(50), 50, ACCOUNTS)).toEqual([]);
  });
});

describe('the parts of a payment', () => {
  const payment = scheduleOf(terms, []).payment(5);
  const part = (day: string, dollars: number) => ({ date: date(day), amount: toCents(dollars) });

  it('add up to the payment without its fee', () => {
    expect(() => checkParts(payment, [part('2025-06-15', 400), part('2025-06-15', 600)])).not.toThrow();
    expect(() => checkParts(payment, [part('2025-06-15', 400), part('2025-06-29', 605.5)])).toThrow(
      'The parts add up to $1,005.50. Payment 5 without its fee is $1,000.00.',
    );
  });

  it('are refused out of order, empty or too many', () => {
    const refused = { code: 'payment/parts', kind: 'invalid' };
    const attempts = [
      [part('2025-06-29', 400), part('2025-06-15', 600)],
      [part('2025-06-15', 0), part('2025-06-15', 1000)],
      Array.from({ length: MAX_PARTS + 1 }, () => part('2025-06-15', 1)),
    ];
    for (const parts of attempts) {
      expect(() => checkParts(payment, parts)).toThrow(expect.objectContaining(refused));
    }
  });
});

describe('the document of an event', () => {
  const payout: Payout = {
    kind: 'payout',
    payoutFigure: toCents(37_396.92),
    fees: [{ accountId: null, amount: toCents(350), taxType: NO_GST }],
    settledFrom: null,
  };
  const documentOf = (change: Change, lockDate: string | null = null, day = '2026-08-05') => {
    const [applied] = scheduleOf(terms, [{ date: date(day), postedThrough: 0, change }]).events;
    if (!applied) throw new Error('The event was applied');
    return eventDocument(applied, ACCOUNTS, lockDate === null ? null : date(lockDate));
  };

  it('spends the payout figure from the bank', () => {
    const document = documentOf(payout);
    expect(document).toMatchObject({
      type: 'SPEND',
      date: '2026-08-05',
      bankAmount: -3_739_692,
      lineAmountTypes: 'NoTax',
    });
    expect(linesOf(document).at(-1)).toEqual(['administrationFee', 'fee', 35_000]);
  });

  it('is a manual journal when another account pays', () => {
    const document = documentOf({ ...payout, settledFrom: { accountId: 'trade-in' } });
    expect(document).toMatchObject({ type: 'MANUAL-JOURNAL', bankAmount: 0 });
    expect(linesOf(document).at(-1)).toEqual(['other', 'trade-in', -3_739_692]);
    const { settledFrom: _, ...rest } = payout;
    expect(linesOf(documentOf({ ...rest, kind: 'refinance', clearingAccountId: null })).at(-1)).toEqual([
      'other',
      null,
      -3_739_692,
    ]);
  });

  it('includes GST when a fee carries it', () => {
    const document = documentOf({
      ...payout,
      fees: [{ accountId: 'charges paid', amount: toCents(350), taxType: 'INPUT' }],
    });
    expect(document?.lineAmountTypes).toBe('Inclusive');
    expect(document?.lines.map(({ role, taxType }) => [role, taxType]).at(-1)).toEqual(['other', 'INPUT']);
    expect(new Set(document?.lines.slice(0, -1).map(({ taxType }) => taxType))).toEqual(new Set([NO_GST]));
  });

  it('keeps a taxed fee that equals the rebate on the same account', () => {
    const account = ACCOUNTS.interestExpenseAccountId;
    const withFee = (payoutFigure: number) =>
      documentOf({
        ...payout,
        payoutFigure: cents(payoutFigure),
        fees: [{ accountId: account, amount: toCents(350), taxType: 'INPUT' }],
      });
    const onAccount = (document: ReturnType<typeof withFee>) =>
      document?.lines.filter((line) => line.account === account) ?? [];
    const sum = sumCents(onAccount(withFee(payout.payoutFigure)).map(({ amount }) => amount));
    expect(
      onAccount(withFee(payout.payoutFigure - sum)).map(({ amount, taxType }) => [amount, taxType]),
    ).toEqual([
      [-35_000, NO_GST],
      [35_000, 'INPUT'],
    ]);
  });

  it('takes the day after the lock date when its own date is locked', () => {
    expect(documentOf(payout, '2026-08-05')?.date).toBe('2026-08-06');
    expect(documentOf(payout, '2026-08-04')?.date).toBe('2026-08-05');
  });

  it('is omitted for a change of the fee', () => {
    expect(documentOf({ kind: 'fee-change', fromPayment: 30, administrationFee: toCents(9) })).toBeNull();
  });

  it('is cancelled by its reversal', () => {
    const document = documentOf(payout);
    if (!document) throw new Error('A payout has a document');
    const reversal = reversedDocument(document, date('2026-08-10'));
    expect(reversal).toMatchObject({ type: 'RECEIVE', date: '2026-08-10', bankAmount: 3_739_692 });
    expect(reversal.lines.map(({ account, amount }) => [account, amount])).toEqual(
      document.lines.map(({ account, amount }) => [account, 0 - amount]),
    );
    expect(reversedDocument(reversal, document.date)).toEqual(document);
  });
});
