import type { CalendarDate } from '../calendar.ts';
import { cents, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Amortisation } from '../schedule/amortise.ts';
import { isBalloon } from '../schedule/balloon.ts';
import { paymentsPerYear } from '../schedule/frequency.ts';

/** A payment of a contract as reports read it. */
export interface ContractRow {
  readonly number: number;
  readonly date: CalendarDate;
  /** Without the administration fee. */
  readonly amount: Cents;
  readonly administrationFee: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly endingBalance: Cents;
}

/** A change of the balance beside the payments. On a payment's date it follows the payment. */
export interface ContractEvent {
  readonly date: CalendarDate;
  readonly kind: 'extra-repayment' | 'payout' | 'adjustment';
  /** A repayment's reduction of the balance, interest included; an adjustment's addition to it. */
  readonly amount: Cents;
  /** Interest that the event itself charges; negative for a rebate. */
  readonly interest: Cents;
  readonly fee: Cents;
  readonly endingBalance: Cents;
}

/** All that reports need to know of a contract. Rows and events are in the order of their dates. */
export interface Contract {
  readonly loanAmount: Cents;
  readonly startDate: CalendarDate;
  /** How many payments the ledger counts as current; null where it goes by date. */
  readonly paymentsCountedAsCurrent: number | null;
  readonly rows: readonly ContractRow[];
  readonly events: readonly ContractEvent[];
}

/** The contract of a schedule without events. */
export function contractOf({ terms, payments }: Amortisation): Contract {
  return {
    loanAmount: terms.loanAmount,
    startDate: terms.startDate,
    paymentsCountedAsCurrent: paymentsPerYear(terms.frequency),
    rows: payments.map(({ number, date, amount, interest, principal, balance }) => ({
      number,
      date,
      amount,
      administrationFee: terms.administrationFee,
      interest,
      principal,
      endingBalance: balance,
    })),
    events: [],
  };
}

/** The date of the last payment or event: nothing is owed from then on. */
export function closingDate({ startDate, rows, events }: Contract): CalendarDate {
  const dates = [rows.at(-1)?.date, events.at(-1)?.date].filter((date) => date !== undefined);
  return dates.reduce((latest, date) => (date > latest ? date : latest), startDate);
}

/** Returns the balance owed at the end of a day; nothing before the start. */
export function balanceOn({ loanAmount, startDate, rows, events }: Contract, date: CalendarDate): Cents {
  if (date < startDate) return ZERO;
  const row = rows.findLast((each) => each.date <= date);
  const event = events.findLast((each) => each.date <= date);
  if (event && (!row || event.date >= row.date)) return event.endingBalance;
  return row?.endingBalance ?? loanAmount;
}

/** The number of the payment that is a balloon, or null. */
export function balloonNumber({ rows }: Contract): number | null {
  const last = rows.at(-1);
  return last && isBalloon(rows.map(({ amount }) => amount)) ? last.number : null;
}

/** A payment or an event as a flow: the amount paid, and the interest in it. */
export interface Flow {
  readonly date: CalendarDate;
  readonly amount: Cents;
  readonly interest: Cents;
}

/** Everything that moves the balance after a day. Amounts less interest add up to the balance on that day. */
export function flowsAfter({ rows, events }: Contract, date: CalendarDate): readonly Flow[] {
  const later = ({ date: each }: { readonly date: CalendarDate }): boolean => each > date;
  const ofEvents = events.filter(later).map(({ date: day, kind, amount, interest }) => ({
    date: day,
    amount: kind === 'adjustment' ? cents(0 - amount) : amount,
    interest,
  }));
  return [...rows.filter(later), ...ofEvents];
}
