import * as fc from 'fast-check';
import { addDays, daysBetween, endOfMonth } from '../../domain/calendar.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { cents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { scheduleOf } from '../../domain/contract/contract.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import type { Change, ContractEvent } from '../../domain/event-kinds/kinds.ts';
import { countsMonths, FREQUENCIES, paymentsPerYear } from '../../domain/amortisation/frequency.ts';
import type { StatedRow } from '../../domain/amortisation/lender-table.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import { acceptedTables } from './arbitrary-tables.ts';
import { acceptedTerms } from './arbitrary-terms.ts';

/** Numbers from 0 to 1 that determine an event. */
interface Dice {
  readonly kind: number;
  readonly day: number;
  readonly size: number;
  readonly keep: boolean;
  readonly isLate: boolean;
  readonly isOnPaymentDate: boolean;
}

const share = fc.noBias(fc.integer({ min: 0, max: 1_000_000 })).map((millionths) => millionths / 1_000_000);

const dice: fc.Arbitrary<Dice> = fc.record({
  kind: share,
  day: share,
  size: share,
  keep: fc.boolean(),
  isLate: fc.boolean(),
  isOnPaymentDate: fc.boolean(),
});

/** Contracts whose tables an oracle computes fast. */
const moderateTerms = acceptedTerms.filter(
  ({ rows }) => rows.reduce((count, { qty }) => count + qty, 0) <= 200,
);

const withEvents = (contracts: fc.Arbitrary<Terms>, changes: ChangeOf = changeOf): fc.Arbitrary<Contract> =>
  fc
    .tuple(contracts, fc.array(dice, { minLength: 1, maxLength: 6 }))
    .map(([terms, throws]) => contractOf(terms, throws, changes));

/** Contracts of at most 200 payments with up to six events. Events that the domain refuses are left out. */
export const contractsWithEvents = withEvents(moderateTerms);

/** The same for any accepted terms, even absurd ones. */
export const anyContractsWithEvents = withEvents(acceptedTerms);

/** Contracts with events, whose GST on the charges is claimed at the start. */
export const contractsWithGst = withEvents(
  fc.oneof(acceptedTables, moderateTerms).map((terms) => ({ ...terms, gstOnCharges: true })),
  (contract, thrown, date, settled) => {
    const change = contract.terms.table
      ? newTable(contract, thrown, settled)
      : changeOf(contract, thrown, date, settled);
    return change.kind === 'fee-change' ? change : { ...change, gstAccountId: 'gst' };
  },
);

/** Contracts whose payments lenders' tables state, from the start or from a change of terms on. */
export const contractsWithTables = withEvents(
  fc.oneof(acceptedTables, moderateTerms),
  (contract, thrown, date, settled) =>
    thrown.kind < 0.4 ? newTable(contract, thrown, settled) : changeOf(contract, thrown, date, settled),
);

/** Determines a change of a contract, whose payments up to `settled` are fixed. */
type ChangeOf = (contract: Contract, thrown: Dice, date: CalendarDate, settled: number) => Change;

/** A change of terms with the lender's table: irregular dates, some interest, and the balance or the interest stated. */
function newTable(contract: Contract, { size, keep }: Dice, settled: number): Change {
  const last = contract.events.at(-1);
  const fromPayment = Math.min(settled + 1 + Math.floor(2 * size), contract.count);
  const before = fromPayment > 1 ? contract.payment(fromPayment - 1) : undefined;
  let owed: number =
    last?.k === fromPayment - 1 && last.to ? last.to.opening : balanceAfter(contract, before);
  let date = before?.date ?? contract.terms.startDate;
  const count = 1 + Math.floor(size * 30);
  const table = Array.from({ length: count }, (_, index): StatedRow => {
    date = addDays(date, 20 + ((index * 37) % 60));
    const interest = cents(Math.floor((owed * size) / 100));
    const isLast = index === count - 1;
    const amount = cents(isLast ? owed + interest : Math.max(1, Math.floor((owed * (1 + size)) / 10)));
    owed += interest - amount;
    return { date, amount, ...(keep ? { interest } : { balance: cents(owed) }) };
  });
  return { kind: 'terms-change', fromPayment, table };
}

const balanceAfter = ({ terms }: Contract, payment: { readonly balance: number } | undefined): number =>
  payment?.balance ?? terms.loanAmount;

function contractOf(terms: Terms, throws: readonly Dice[], changes: ChangeOf): Contract {
  let contract = scheduleOf(terms, []);
  const events: ContractEvent[] = [];
  for (const thrown of throws) {
    const event = eventOf(contract, thrown, changes);
    try {
      contract = scheduleOf(terms, [...events, event]);
      events.push(event);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return contract;
}

function eventOf(contract: Contract, thrown: Dice, changes: ChangeOf): ContractEvent {
  const last = contract.events.at(-1);
  const earliest = last?.event.postedThrough === last?.k ? last?.event.date : last?.effectiveDate;
  const from = earliest ?? contract.terms.startDate;
  const days = Math.max(0, Math.floor(daysBetween(from, contract.endDate) * thrown.day ** 2));
  const someDay = addDays(from, days);
  const due = contract.dueBy(someDay);
  const date = thrown.isOnPaymentDate && due > 0 ? laterOf(contract.dateOf(due), from) : someDay;
  const late = Math.floor(6 * thrown.size);
  const postedThrough = thrown.isLate ? Math.min(contract.count, contract.dueBy(date) + late) : 0;
  const event = { date, postedThrough };
  return { ...event, change: changes(contract, thrown, date, Math.max(due, postedThrough, last?.k ?? 0)) };
}

function laterOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

function changeOf(contract: Contract, thrown: Dice, date: CalendarDate, settled: number): Change {
  const { size } = thrown;
  const keep = thrown.keep ? 'payment' : 'term';
  const balance = contract.balanceAt(date);
  const plan = contract.planAt(date);
  const left = Math.max(1, contract.count - settled);
  const fromPayment = settled + 1 + Math.floor(((left - 1) * size) / 2);
  const total = balance * (1 + size / 4);
  const rows = (count: number) => [
    { qty: count, amount: cents(Math.ceil(total / count)) },
    { qty: 1, amount: cents(1 + Math.floor(balance * size)) },
  ];
  const kinds: readonly (() => Change)[] = [
    () => ({ kind: 'extra-repayment', amount: cents(1 + Math.floor(balance * size * 0.9)), keep }),
    () => ({ kind: 'rate-change', interestRate: Math.round(size * 2400) / 100, keep }),
    () => ({ kind: 'rate-change', interestRate: Math.round(plan.rate.annualPercent * 110) / 100, keep }),
    () => ({ kind: 'terms-change', fromPayment, rows: rows(1 + Math.floor(size * 60)) }),
    () => ({ kind: 'holiday', fromPayment, qty: 1 + Math.floor(size * 5) }),
    () => ({ kind: 'fee-change', fromPayment, administrationFee: cents(Math.floor(size * 2000)) }),
    () => {
      const frequency = FREQUENCIES[Math.floor(size * FREQUENCIES.length)] ?? 'monthly';
      const perYear = paymentsPerYear(plan.timetable.frequency) / paymentsPerYear(frequency);
      const amount = cents(
        1 +
          Math.ceil((contract.amountDue(contract.count > settled ? settled + 1 : settled) || 100) * perYear),
      );
      const payments = thrown.keep ? { amount } : { rows: rows(1 + Math.floor(size * 40)) };
      const firstDay = addDays(date, 1 + Math.floor(size * 150));
      const isAtMonthEnds = thrown.isOnPaymentDate && countsMonths(frequency);
      return {
        kind: 'frequency-change',
        frequency,
        firstPaymentDate: isAtMonthEnds ? endOfMonth(firstDay) : firstDay,
        ...(isAtMonthEnds && { paymentsAtMonthEnd: true }),
        ...payments,
      };
    },
    () => ({
      kind: 'payout',
      payoutFigure: cents(Math.ceil(balance * (0.98 + size / 10)) + 100),
      fees: [{ accountId: null, amount: cents(100), taxType: thrown.keep ? NO_GST : 'INPUT' }],
      settledFrom: null,
    }),
  ];
  const chosen = kinds[Math.floor(thrown.kind * (kinds.length - 0.7))] ?? kinds[0];
  if (!chosen) throw new Error('There is a kind');
  return chosen();
}
