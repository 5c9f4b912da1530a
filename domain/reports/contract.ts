import type { CalendarDate } from '../calendar.ts';
import { cents, negated, sumCents, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import type { AppliedEvent } from '../event-kinds/applied-event.ts';
import { endsWithBalloon } from '../amortisation/balloon.ts';
import { paymentsPerYear } from '../amortisation/frequency.ts';
import type { Payment } from '../amortisation/payment.ts';
import type { PaymentPlan, PaymentSchedule } from '../amortisation/payment-plan.ts';

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

/** The facts of a contract that reports need. Rows and events are in the order of their dates. */
export interface Contract {
  readonly loanAmount: Cents;
  readonly startDate: CalendarDate;
  readonly rows: readonly ContractRow[];
  readonly events: readonly ContractEvent[];
  /** How many payments the ledger counts as current on a date; null where it goes by date. */
  readonly countedAsCurrent: (date: CalendarDate) => number | null;
}

/** A schedule with all of its payments, and the events and segments that it may have. */
export interface FullSchedule extends PaymentSchedule {
  readonly payments: readonly Payment[];
  readonly events?: readonly AppliedEvent[];
  /** The segment in force on a day. */
  planAt?(date: CalendarDate): PaymentPlan;
}

/** Returns the contract of a schedule: computed or a lender's table, with or without events. */
export function contractOf(schedule: FullSchedule): Contract {
  const { terms, payments, events = [] } = schedule;
  return {
    loanAmount: terms.loanAmount,
    startDate: terms.startDate,
    rows: payments.map(({ number, date, amount, interest, principal, balance }) => ({
      number,
      date,
      amount,
      administrationFee: cents(schedule.amountDue(number) - amount),
      interest,
      principal,
      endingBalance: balance,
    })),
    events: events
      .map(eventOf)
      .filter(({ amount, interest, fee }) => amount !== 0 || interest !== 0 || fee !== 0),
    countedAsCurrent: (date) => {
      const { frequency, table } = schedule.planAt?.(date).timetable ?? terms;
      return table ? null : paymentsPerYear(frequency);
    },
  };
}

/** An event by its effect on the balance, which is zero for most changes of future payments. */
function eventOf({ event: { change }, effectiveDate, from, k, to, interest }: AppliedEvent): ContractEvent {
  const endingBalance = to?.opening ?? ZERO;
  const added = cents(endingBalance - from.balanceAfter(k) - interest);
  const fees = 'fees' in change ? change.fees : [];
  const about = {
    date: effectiveDate,
    interest,
    fee: sumCents(fees.map(({ amount }) => amount)),
    endingBalance,
  };
  if (change.kind === 'extra-repayment') return { ...about, kind: change.kind, amount: negated(added) };
  if (to === null) return { ...about, kind: 'payout', amount: negated(added) };
  return { ...about, kind: 'adjustment', amount: added };
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
  return last && endsWithBalloon(rows.map(({ amount }) => ({ qty: 1, amount }))) ? last.number : null;
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
