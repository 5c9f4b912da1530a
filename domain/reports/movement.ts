import { addDays, type CalendarDate } from '../calendar.ts';
import { cents, type Cents, ZERO } from '../money.ts';
import { balanceOn } from './balance.ts';
import type { ReportedContract, ReportedEvent } from './contract.ts';

/**
 * How a balance changed over a period: opening + new loans + interest − payments − extra repayments − payouts
 * + adjustments = closing. Payments are without fees.
 */
export interface Movement {
  readonly opening: Cents;
  readonly newLoans: Cents;
  readonly interest: Cents;
  readonly payments: Cents;
  readonly extraRepayments: Cents;
  readonly payouts: Cents;
  readonly adjustments: Cents;
  readonly closing: Cents;
}

export const NO_MOVEMENT: Movement = {
  opening: ZERO,
  newLoans: ZERO,
  interest: ZERO,
  payments: ZERO,
  extraRepayments: ZERO,
  payouts: ZERO,
  adjustments: ZERO,
  closing: ZERO,
};

/** The movement from the beginning of one day to the end of another. */
export function movementOf(contract: ReportedContract, from: CalendarDate, to: CalendarDate): Movement {
  const isWithin = ({ date }: { readonly date: CalendarDate }): boolean => date >= from && date <= to;
  const rows = contract.rows.filter(isWithin);
  const events = contract.events.filter(isWithin);
  const eventsOf = (kind: ReportedEvent['kind']): Cents =>
    sum(events.filter((event) => event.kind === kind).map(({ amount }) => amount));
  return {
    opening: balanceOn(contract, addDays(from, -1)),
    newLoans: isWithin({ date: contract.startDate }) ? contract.loanAmount : ZERO,
    interest: sum([...rows, ...events].map(({ interest }) => interest)),
    payments: sum(rows.map(({ amount }) => amount)),
    extraRepayments: eventsOf('extra-repayment'),
    payouts: eventsOf('payout'),
    adjustments: eventsOf('adjustment'),
    closing: balanceOn(contract, to),
  };
}

/** Returns the part of the closing balance that the movement does not explain: 0 in every report. */
export function unexplained(movement: Movement): Cents {
  const { opening, newLoans, interest, payments, extraRepayments, payouts, adjustments, closing } = movement;
  return cents(opening + newLoans + interest - payments - extraRepayments - payouts + adjustments - closing);
}

export function addMovements(one: Movement, other: Movement): Movement {
  return {
    opening: cents(one.opening + other.opening),
    newLoans: cents(one.newLoans + other.newLoans),
    interest: cents(one.interest + other.interest),
    payments: cents(one.payments + other.payments),
    extraRepayments: cents(one.extraRepayments + other.extraRepayments),
    payouts: cents(one.payouts + other.payouts),
    adjustments: cents(one.adjustments + other.adjustments),
    closing: cents(one.closing + other.closing),
  };
}

function sum(amounts: readonly number[]): Cents {
  return cents(amounts.reduce((total, amount) => total + amount, 0));
}
