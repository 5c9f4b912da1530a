import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { DocumentLine, LineRole } from '../../domain/journal/document.ts';
import { eventDocument } from '../../domain/journal/event-document.ts';
import { paymentDocuments } from '../../domain/journal/payment-documents.ts';
import { sumCents } from '../../domain/money.ts';
import type { AppliedEvent } from '../../domain/contract/applied-event.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { isCovered } from '../../domain/contract/covered.ts';
import { EMPTY_SPLIT, splitAfter } from '../../domain/amortisation/split.ts';
import type { Split } from '../../domain/amortisation/split.ts';
import {
  anyContractsWithEvents,
  contractsWithEvents,
  contractsWithGst,
  contractsWithTables,
} from './arbitrary-events.ts';
import { oracleSegments } from './event-oracle.ts';
import { ACCOUNTS } from './journal-accounts.ts';

/** Properties of every accepted contract with events. */

export const segmentsAreExact = fc.property(contractsWithEvents, (contract) => {
  const worked = contract.segments.slice(1).map((plan) => ({
    opening: plan.opening,
    amounts: plan.rows.flatMap(({ qty, amount }) => Array<number>(qty).fill(amount)),
    balances: Array.from({ length: plan.count - plan.after }, (_, index) =>
      plan.balanceAfter(plan.after + 1 + index),
    ),
  }));
  assert.deepEqual(worked, oracleSegments(contract));
});

const contracts = fc.oneof(contractsWithEvents, contractsWithTables, contractsWithGst);

/** A lender's rows stay as they were written, whatever is recorded before them. */
export const tablesStayAsWritten = fc.property(contractsWithTables, (contract) => {
  for (const { event, k, to } of contract.events) {
    const { change } = event;
    if (change.kind !== 'terms-change' || !change.table || !to) continue;
    for (const [index, row] of change.table.entries()) {
      const payment = to.payment(k + 1 + index);
      assert.equal(payment.date, row.date);
      assert.equal(payment.amount, row.amount);
      if (row.balance !== undefined) assert.equal(payment.balance, row.balance);
      if (row.interest !== undefined) assert.equal(payment.interest, row.interest);
    }
  }
});

/** Opening balances, payments and events posted in any order leave the last split, and nothing at the end. */
export const eventsLeaveTheLastSplit = fc.property(
  contracts,
  fc.nat(),
  fc.infiniteStream(fc.nat()),
  (contract, length, order) => {
    const last = contract.events.at(-1);
    const k = last?.k ?? 0;
    const through = k + (length % (contract.count - k + 1));
    const open = last?.to === null ? undefined : contract.segments.at(-1);
    assertHolds(ledgerAfter(contract, through, order), open ? splitAfter(open, through) : EMPTY_SPLIT);
    assertHolds(ledgerAfter(contract, contract.count, order), EMPTY_SPLIT);
  },
);

const anyContracts = fc.oneof(anyContractsWithEvents, contractsWithTables, contractsWithGst);

export const paymentsOfEventsAddUp = fc.property(anyContracts, (contract) => {
  const { payments, events, terms } = contract;
  assert.deepEqual(
    payments.map(({ number }) => number),
    Array.from({ length: contract.count }, (_, index) => index + 1),
  );
  for (const [index, payment] of payments.entries()) {
    assert.ok(payment.interest >= 0, `interest of payment ${payment.number}`);
    assert.equal(payment.principal + payment.interest, payment.amount);
    assert.ok(payment.date > (payments[index - 1]?.date ?? '') || index === 0);
  }
  const paid = sumCents([...payments.map(({ amount }) => amount), ...events.map(({ repaid }) => repaid)]);
  assert.equal(contract.totalInterest, paid - terms.loanAmount);
  for (const { event, k, from, to, documentDate } of events) {
    if (event.change.kind !== 'fee-change' || to === null) continue;
    for (let number = k; number <= to.count; number++) {
      assert.equal(to.balanceAfter(number), from.balanceAfter(number));
    }
    assert.equal(eventDocument({ ...eventOf(contract, k, to), documentDate }, ACCOUNTS, null), null);
  }
});

/** Opening balances of any day hold the documents that they cover. */
export const openingHoldsEarlierEvents = fc.property(
  contracts,
  fc.nat(),
  fc.boolean(),
  (contract, choice, includesDate) => {
    const opening = { date: contract.dateOf(1 + (choice % Math.max(1, contract.count))), includesDate };
    const ledger = new Map<LineRole, number>(
      openingOf(contract.segments[0] ? splitAfter(contract.segments[0], 0) : EMPTY_SPLIT),
    );
    for (const applied of contract.events) {
      if (isCovered({ date: applied.effectiveDate }, opening)) post(ledger, linesOfEvent(applied));
    }
    for (let number = 1; number <= contract.coveredBy(opening); number++)
      postPayment(ledger, contract, number);
    assertHolds(ledger, contract.splitAt(opening));
  },
);

function eventOf(contract: Contract, k: number, to: unknown): Contract['events'][number] {
  const found = contract.events.find((applied) => applied.k === k && applied.to === to);
  assert.ok(found);
  return found;
}

function ledgerAfter(contract: Contract, through: number, order: Iterator<number>): Map<LineRole, number> {
  const [original] = contract.segments;
  assert.ok(original);
  const ledger = new Map<LineRole, number>(openingOf(splitAfter(original, 0)));
  const documents = [
    ...contract.events.map(linesOfEvent),
    ...Array.from({ length: through }, (_, index) => linesOfPayment(contract, index + 1)),
  ];
  const keyed = documents.map((lines) => ({ lines, key: Number(order.next().value) }));
  for (const { lines } of keyed.toSorted((a, b) => a.key - b.key)) post(ledger, lines);
  return ledger;
}

function linesOfEvent(applied: AppliedEvent): readonly DocumentLine[] {
  const { lines, bankAmount } = eventDocument(applied, ACCOUNTS, null) ?? { lines: [], bankAmount: 0 };
  assert.equal(sumCents(lines.map(({ amount }) => amount)) + bankAmount, 0);
  return lines;
}

function linesOfPayment(contract: Contract, number: number): readonly DocumentLine[] {
  return paymentDocuments(contract.planOf(number), number, ACCOUNTS).flatMap(({ lines, bankAmount }) => {
    assert.equal(sumCents(lines.map(({ amount }) => amount)) + bankAmount, 0);
    assert.equal(bankAmount, 0 - contract.amountDue(number));
    return lines;
  });
}

function postPayment(ledger: Map<LineRole, number>, contract: Contract, number: number): void {
  post(ledger, linesOfPayment(contract, number));
}

function openingOf(split: Split): [LineRole, number][] {
  return [
    ['hirePurchaseCurrent', 0 - split.hirePurchaseCurrent],
    ['hirePurchaseNonCurrent', 0 - split.hirePurchaseNonCurrent],
    ['unexpiredChargesCurrent', split.unexpiredChargesCurrent],
    ['unexpiredChargesNonCurrent', split.unexpiredChargesNonCurrent],
  ];
}

function post(ledger: Map<LineRole, number>, lines: readonly DocumentLine[]): void {
  for (const { role, amount } of lines) ledger.set(role, (ledger.get(role) ?? 0) + amount);
}

function assertHolds(ledger: ReadonlyMap<LineRole, number>, split: Split): void {
  const expected = openingOf(split);
  assert.deepEqual(
    expected.map(([role]) => [role, ledger.get(role)]),
    expected,
  );
}
