/**
 * The balances and due payments of a contract by date, for lists and the attention board. A contract with events stores
 * them as a few numbers a payment, since each of its segments has a rate to be solved.
 */
import { type CalendarDate, daysBetween } from '../calendar.ts';
import type { Contract } from '../contract/contract.ts';
import { type Figured, figuredOf } from '../contract/figures.ts';
import { cents, type Cents, ZERO } from '../money.ts';
import { owedOn } from './balance.ts';
import { contractOf, contractsOf, paymentsOf } from './contract.ts';
import { followsFromTerms } from './outline.ts';

export interface Debts extends Figured {
  /** The balance at the end of a day, as the lender's statement says it. */
  readonly statedAt: (date: CalendarDate) => Cents;
}

/** Returns the debts of a contract, worked out where they are asked for. */
export function debtsOf(contract: Contract): Debts {
  const figured = figuredOf(contract);
  if (followsFromTerms(contract.terms, contract.events.length)) {
    const { startDate } = contract.terms;
    return { ...figured, statedAt: (date) => (date < startDate ? ZERO : figured.balanceAt(date)) };
  }
  const asAt = contractsOf(contract);
  return { ...figured, statedAt: (date) => owedOn(asAt(date), date) };
}

/** The debts of a contract in numbers: cents, and days from the start. */
export interface StoredDebts {
  readonly loanAmount: Cents;
  readonly startDate: CalendarDate;
  /** By date: the day, what leaves the bank on it, the balance at its end, and what is owed then as the lender states it. */
  readonly steps: readonly Step[];
}

export type Step = readonly [day: number, due: number, balance: number, stated: number];

/** Works out all payments of a contract. */
export function storedDebtsOf(contract: Contract): StoredDebts {
  const { startDate, loanAmount } = contract.terms;
  const reported = contractOf(contract);
  const due = new Map<CalendarDate, number>();
  for (const { date, amount, administrationFee } of paymentsOf(reported).rows) {
    due.set(date, (due.get(date) ?? 0) + amount + administrationFee);
  }
  // Events last: on the date of a payment they follow it.
  const owed = new Map<CalendarDate, number>([
    [startDate, reported.principal],
    ...[...reported.rows, ...reported.events].map((each) => [each.date, each.owed] as const),
  ]);
  const days = new Set([...owed.keys(), ...contract.events.map(({ effectiveDate }) => effectiveDate)]);
  const steps: Step[] = [];
  let stated = 0;
  for (const date of [...days].toSorted()) {
    stated = owed.get(date) ?? stated;
    steps.push([daysBetween(startDate, date), due.get(date) ?? 0, contract.balanceAt(date), stated]);
  }
  return { loanAmount, startDate, steps };
}

/** Returns the debts that were stored. */
export function debtsFrom({ loanAmount, startDate, steps }: StoredDebts): Debts {
  const stepAt = (date: CalendarDate): Step | undefined => {
    const day = daysBetween(startDate, date);
    return steps.findLast(([each]) => each <= day);
  };
  return {
    loanAmount,
    balanceAt: (date) => cents(stepAt(date)?.[2] ?? loanAmount),
    statedAt: (date) => cents(stepAt(date)?.[3] ?? ZERO),
    dueWithin: (first, last) => {
      const [from, through] = [daysBetween(startDate, first), daysBetween(startDate, last)];
      return steps.reduce((sum, [day, due]) => (day >= from && day <= through ? sum + due : sum), 0);
    },
  };
}
