import { describe, expect, test } from 'vitest';
import type { LedgerDocument, LineRole } from '../../domain/journal/document.ts';
import { eventDocument } from '../../domain/journal/event-document.ts';
import { paymentDocuments } from '../../domain/journal/payment-documents.ts';
import type { Cents } from '../../domain/money.ts';
import { scheduleOf } from '../../domain/contract/contract.ts';
import { periodsUntil } from '../../domain/amortisation/timetable.ts';
import type { AppliedEvent } from '../../domain/contract/applied-event.ts';
import { paymentsPerYear } from '../../domain/amortisation/frequency.ts';
import { Segment } from '../../domain/amortisation/segment.ts';
import { splitAfter } from '../../domain/amortisation/split.ts';
import { ACCOUNTS } from '../support/journal-accounts.ts';
import { centsOf, EVENT_VECTORS, eventOf, termsOf } from '../support/event-vectors.ts';
import type { VectorDocument, VectorSegment } from '../support/event-vectors.ts';

describe.each(EVENT_VECTORS)('$name', ({ base, events, expect: expected }) => {
  const terms = termsOf(base);
  const changes = events.map(eventOf);
  const appliedAt = (number: number): AppliedEvent => {
    const applied = scheduleOf(terms, changes.slice(0, number)).events.at(-1);
    if (!applied) throw new Error('An event was applied');
    return applied;
  };

  test('starts as expected', () => {
    const { segments } = scheduleOf(terms, []);
    const [plan] = segments;
    if (!plan) throw new Error('A contract has a segment');
    expect(plan.rate.annualPercent).toBeCloseTo(Number(expected.base.annualRate), 11);
    expect(plan.count).toBe(expected.base.lastPayment);
    expect(plan.payment(plan.count).date).toBe(expected.base.lastDate);
    expect(plan.totalInterest).toBe(centsOf(expected.base.totalInterest));
    expect(namedSplit(plan, 0)).toEqual(inCents(expected.base.splitAtStart));
  });

  const states = expected.events.map((state, index) => ({ state, number: index + 1 }));

  test.each(states)('posts event $number to the cent', ({ state, number }) => {
    const applied = appliedAt(number);
    const document = eventDocument(applied, ACCOUNTS, null);
    expect([applied.k, applied.effectiveDate]).toEqual([state.k, state.effectiveDate]);
    expect(document?.date).toBe(state.documentDate);
    expect(totalsOf(document)).toEqual(withZeroes(state.lines));
    expect(applied.to === null).toBe(state.segment === null);
  });

  test.each(states.filter(({ state }) => state.segment !== null))(
    'opens the segment of event $number to the cent',
    ({ state: { k, f, g, split, segment, totalInterest }, number }) => {
      const { to: plan, elapsed, effectiveDate } = appliedAt(number);
      if (!(plan instanceof Segment) || segment === null) throw new Error('An event opens a segment');
      const { numerator, denominator } = periodsUntil(plan.timetable, effectiveDate, k + 1);
      expect(elapsed.numerator / elapsed.denominator).toBe(fraction(f));
      expect(numerator / denominator).toBe(fraction(g));
      expect(describePlan(plan)).toEqual(expectedPlan(segment));
      expect(plan.rate.annualPercent).toBeCloseTo(Number(segment.annualRate), 11);
      expect(plan.carriedInterest / 100).toBeCloseTo(Number(segment.carriedInterest), 11);
      expect(namedSplit(plan, k)).toEqual(inCents(split));
      expect(plan.totalInterest).toBe(centsOf(totalInterest));
      for (const row of [...segment.firstRows, ...segment.lastRows]) {
        expect(rowOf(plan, row.number)).toEqual(row);
      }
      const { reclassifies, ...totals } = segment.firstDocument;
      const [first] = paymentDocuments(plan, k + 1, ACCOUNTS);
      expect(totalsOf(first ?? null)).toEqual(withZeroes(totals));
      const becomesCurrent = k + 1 + paymentsPerYear(plan.timetable.frequency);
      expect(becomesCurrent <= plan.count ? becomesCurrent : null).toBe(reclassifies);
    },
  );

  test('costs the expected interest over its life', () => {
    expect(scheduleOf(terms, changes).totalInterest).toBe(centsOf(expected.interestOverLife));
  });
});

test('the new schedule of a refinance is as expected', () => {
  const vector = EVENT_VECTORS.find(({ name }) => name.startsWith('refinance'));
  const input = vector?.events[0];
  const expected = vector?.expect.events[0]?.newSchedule;
  if (!input?.newSchedule || !expected) throw new Error('The vectors have a refinance');
  const [plan] = scheduleOf(termsOf(input.newSchedule), []).segments;
  if (!plan) throw new Error('A contract has a segment');
  expect(describePlan(plan)).toEqual(expectedPlan(expected));
  expect(namedSplit(plan, 0)).toEqual(inCents(expected.splitAtStart));
  for (const row of [...expected.firstRows, ...expected.lastRows]) {
    expect(rowOf(plan, row.number)).toEqual(row);
  }
});

function describePlan(plan: Segment): unknown {
  const first = plan.payment(plan.after + 1);
  const last = plan.payment(plan.count);
  return {
    firstPayment: first.number,
    lastPayment: last.number,
    firstDate: first.date,
    lastDate: last.date,
    frequency: plan.timetable.frequency,
    fee: plan.administrationFee,
    opening: plan.opening,
    firstAmount: first.amount,
    lastAmount: last.amount,
  };
}

function expectedPlan(segment: VectorSegment): unknown {
  return {
    firstPayment: segment.firstPayment,
    lastPayment: segment.lastPayment,
    firstDate: segment.firstDate,
    lastDate: segment.lastDate,
    frequency: segment.paymentFrequency,
    fee: centsOf(segment.administrationFee),
    opening: centsOf(segment.opening),
    firstAmount: centsOf(segment.firstAmount),
    lastAmount: centsOf(segment.lastAmount),
  };
}

function rowOf(plan: Segment, number: number): unknown {
  const { date, ...amounts } = plan.payment(number);
  const text = (amount: number): string => (amount / 100).toFixed(2);
  return {
    number,
    date,
    amount: text(amounts.amount),
    interest: text(amounts.interest),
    principal: text(amounts.principal),
    balance: text(amounts.balance),
  };
}

function namedSplit(plan: Segment, number: number): Record<string, number> {
  const split = splitAfter(plan, number);
  return {
    hpCurrent: split.hirePurchaseCurrent,
    hpNonCurrent: split.hirePurchaseNonCurrent,
    ucCurrent: split.unexpiredChargesCurrent,
    ucNonCurrent: split.unexpiredChargesNonCurrent,
  };
}

const TOTALS = {
  hirePurchaseCurrent: 'hpCurrent',
  hirePurchaseNonCurrent: 'hpNonCurrent',
  unexpiredChargesCurrent: 'ucCurrent',
  unexpiredChargesNonCurrent: 'ucNonCurrent',
  interestExpense: 'interest',
  administrationFee: 'fee',
  other: 'clearing',
} as const satisfies Record<LineRole, string>;

/** The totals of a document by account, those of 0.00 included. */
function totalsOf(document: LedgerDocument | null): Record<string, number> {
  const totals = withZeroes({});
  for (const { role, amount } of document?.lines ?? [])
    totals[TOTALS[role]] = (totals[TOTALS[role]] ?? 0) + amount;
  return { ...totals, bank: document?.bankAmount ?? 0 };
}

function withZeroes(totals: VectorDocument): Record<string, number> {
  const zeroes = Object.fromEntries([...Object.values(TOTALS), 'bank'].map((name) => [name, 0]));
  return { ...zeroes, ...inCents(totals) };
}

function inCents(amounts: VectorDocument): Record<string, Cents> {
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([name, amount]) =>
      amount === undefined ? [] : [[name, centsOf(amount)]],
    ),
  );
}

function fraction(text = '0'): number {
  const [numerator = 0, denominator = 1] = text.split('/').map(Number);
  return numerator / denominator;
}
