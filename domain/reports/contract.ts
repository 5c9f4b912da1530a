/** A contract as reports read it: its payments and events with what each adds to the carrying amount. */
import type { CalendarDate } from '../calendar.ts';
import { feesWithoutGst, withoutGst } from '../gst/gst-on-charges.ts';
import { cents, type Cents, sumCents, ZERO } from '../money.ts';
import type { Contract as WorkedContract } from '../contract/contract.ts';
import type { AppliedEvent } from '../contract/applied-event.ts';
import type { Change, ContractEvent as RecordedEvent } from '../event-kinds/kinds.ts';
import { endsWithBalloon } from '../amortisation/balloon.ts';
import { carriedCents } from '../amortisation/fixed-point.ts';
import { paymentsPerYear } from '../amortisation/frequency.ts';
import type { Segment } from '../amortisation/segment.ts';

/** A payment of a contract as reports read it. */
export interface ContractRow {
  readonly number: number;
  readonly date: CalendarDate;
  /** Without the administration fee. */
  readonly amount: Cents;
  readonly administrationFee: Cents;
  /** Without GST where it is claimed; with the catch-up of an event that was recorded after the payment was posted. */
  readonly interest: Cents;
  /** The fall of what is owed. With GST on the charges, the rest of the amount is GST that is claimed already. */
  readonly principal: Cents;
  readonly endingBalance: Cents;
  /** The debt to the lender afterwards. */
  readonly owed: Cents;
}

/** A change of the balance beside the payments. On a payment's date it follows the payment. */
export interface ReportedEvent {
  readonly date: CalendarDate;
  readonly kind: 'extra-repayment' | 'payout' | 'adjustment';
  /** The amount repaid, interest included; of an adjustment, its addition to the balance. */
  readonly amount: Cents;
  /** Interest that the event itself charges; negative for a rebate. */
  readonly interest: Cents;
  /** The fall of what is owed. */
  readonly principal: Cents;
  /** Without GST. */
  readonly fee: Cents;
  /** The fee as it is paid. */
  readonly feePaid: Cents;
  readonly endingBalance: Cents;
  readonly owed: Cents;
}

/** A recorded event with its effect on the balance, if it has one. */
export interface ContractChange extends Omit<ReportedEvent, 'kind'> {
  readonly kind: Exclude<ReportedEvent['kind'], 'adjustment'>;
  readonly event: RecordedEvent;
  /** The payment after which it takes effect. */
  readonly k: number;
  /** Its addition to the carrying amount besides interest and repayment: GST on charges that it saves or adds. */
  readonly adjustment: Cents;
}

/**
 * The facts of a contract that reports need. Rows and events are in the order of their dates. Balances are carrying
 * amounts: what is owed, and where GST on the charges is claimed at the opening, the GST that is still in them.
 */
export interface ReportedContract {
  /** The carrying amount at the start. */
  readonly loanAmount: Cents;
  readonly startDate: CalendarDate;
  /** The date of the last payment, or of the payout. */
  readonly endDate: CalendarDate;
  readonly isPaidOut: boolean;
  readonly rows: readonly ContractRow[];
  readonly events: readonly ReportedEvent[];
  /** Every event, in the order of their dates. */
  readonly changes: readonly ContractChange[];
  /** The debt at the start. */
  readonly principal: Cents;
  /** Interest that had accrued since the last payment when an event took effect, in cents with fractions. */
  readonly carried: readonly { readonly date: CalendarDate; readonly interest: number }[];
  /** How many payments the ledger counts as current on a date; null where it goes by date. */
  readonly countedAsCurrent: (date: CalendarDate) => number | null;
}

/** The contract as it stood on each date: with the events whose documents are dated on or before it. */
export function contractsOf(schedule: WorkedContract): (date: CalendarDate) => ReportedContract {
  const known = new Map<number, ReportedContract>();
  return (date) => {
    const onDate = schedule.asAt(date);
    const count = onDate.events.length;
    const contract = known.get(count) ?? contractOf(onDate);
    known.set(count, contract);
    return contract;
  };
}

/** The contract with all of its events: computed or a lender's table. */
export function contractOf(schedule: WorkedContract): ReportedContract {
  const { terms, payments, events, segments } = schedule;
  const carrying = (plan: Segment | null | undefined, number: number): number =>
    plan ? plan.balanceAfter(number) + plan.gstInCharges(number) : 0;
  const net = (interest: Cents): Cents => (terms.gstOnCharges ? withoutGst(interest) : interest);
  const ofPayments = payments.map((payment) => {
    const { number, date, amount, administrationFee } = payment;
    const late = catchUps(events, number);
    const interest = cents(schedule.planOf(number).chargeOf(payment) + sumCents(late.map(net)));
    const principal = cents(payment.principal - sumCents(late));
    return { order: 0, date, number, amount, administrationFee, interest, principal };
  });
  const ofEvents = events.map((applied) => {
    const { from, to, k, interest: charged, repaid, documentDate: date, event } = applied;
    const all = net(charged);
    const adjustment = cents(carrying(to, k) - (carrying(from, k) + all - repaid));
    const [interest, principal] = to === null ? [all, cents(repaid - charged)] : [ZERO, repaid];
    const fees = { fee: feesWithoutGst(feesIn(event.change)), feePaid: feePaidIn(event.change) };
    const kind = to === null ? ('payout' as const) : ('extra-repayment' as const);
    return { order: 1, date, kind, amount: repaid, interest, principal, ...fees, adjustment, event, k };
  });
  const loanAmount = cents(carrying(segments[0], 0));
  const rows: ContractRow[] = [];
  const changes: ContractChange[] = [];
  let balance: number = loanAmount;
  let owed: number = terms.loanAmount;
  for (const { order: _order, ...flow } of [...ofPayments, ...ofEvents].toSorted(byDate)) {
    owed -= flow.principal;
    balance += flow.interest - flow.amount;
    if ('number' in flow) rows.push({ ...flow, endingBalance: cents(balance), owed: cents(owed) });
    else {
      balance += flow.adjustment;
      changes.push({ ...flow, endingBalance: cents(balance), owed: cents(owed) });
    }
  }
  return {
    loanAmount,
    principal: terms.loanAmount,
    startDate: terms.startDate,
    endDate: schedule.endDate,
    isPaidOut: schedule.status === 'paid-out',
    rows,
    changes,
    events: changes.flatMap(flowsOf),
    carried: events.flatMap(({ documentDate }) => carriedAt(schedule, documentDate)),
    countedAsCurrent: (date) => {
      const { frequency, table } = schedule.planAt(date).timetable;
      return table ? null : paymentsPerYear(frequency);
    },
  };
}

/** The effects of an event on the balance; none for most changes of future payments. */
function flowsOf({ event: _event, k: _k, adjustment, ...change }: ContractChange): ReportedEvent[] {
  const isPaid = change.amount !== 0 || change.interest !== 0 || change.fee !== 0;
  const none = { amount: adjustment, interest: ZERO, principal: ZERO, fee: ZERO, feePaid: ZERO };
  return [
    ...(isPaid ? [{ ...change, endingBalance: cents(change.endingBalance - adjustment) }] : []),
    ...(adjustment === 0 ? [] : [{ ...change, ...none, kind: 'adjustment' as const }]),
  ];
}

type Dated = { readonly date: CalendarDate; readonly order: number };
const byDate = (a: Dated, b: Dated): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.order - b.order;

/** The differences that events recorded late found: each counts with the interest of the last posted payment. */
const catchUps = (events: readonly AppliedEvent[], number: number): Cents[] =>
  events.flatMap(({ k, to, interest }) => (k === number && to !== null && interest !== 0 ? [interest] : []));

function carriedAt(schedule: WorkedContract, date: CalendarDate): ReportedContract['carried'] {
  const due = schedule.dueBy(date);
  if (due >= schedule.count) return [];
  const plan = schedule.planOf(due + 1);
  const interest = carriedCents(plan.debtAt(Math.max(due, plan.after), date).carried);
  return [{ date, interest: schedule.terms.gstOnCharges ? (interest * 10) / 11 : interest }];
}

const feesIn = (change: Change) => ('fees' in change ? change.fees : []);

const feePaidIn = (change: Change): Cents => sumCents(feesIn(change).map(({ amount }) => amount));

/** The payments of a contract with its payout as the last one, numbered after them. */
export interface ContractPayments {
  readonly rows: readonly ContractRow[];
  /** The number of the payment that is a balloon, or null. */
  readonly balloon: number | null;
  readonly payout: number | null;
}

export function paymentsOf({ rows, events }: Pick<ReportedContract, 'rows' | 'events'>): ContractPayments {
  const payout = events.find(({ kind }) => kind === 'payout');
  const all = payout ? [...rows, payoutRow(payout, rows.length + 1)] : rows;
  const last = all.at(-1);
  const isBalloon = last && endsWithBalloon(all.map(({ amount }) => ({ qty: 1, amount })));
  return { rows: all, balloon: isBalloon ? last.number : null, payout: payout ? rows.length + 1 : null };
}

function payoutRow({ date, amount, interest, feePaid }: ReportedEvent, number: number): ContractRow {
  const principal = cents(amount - interest);
  const after = { endingBalance: ZERO, owed: ZERO };
  return { number, date, amount, administrationFee: feePaid, interest, principal, ...after };
}
