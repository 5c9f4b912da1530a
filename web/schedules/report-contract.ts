/** A schedule as reports read it, from what the service answers. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { feesWithoutGst, withoutGst } from '../../domain/gst/gst-on-charges.ts';
import { cents, sumCents, toCents, ZERO, type Cents } from '../../domain/money.ts';
import type { ReportedContract, ReportedEvent, ContractRow } from '../../domain/reports/contract.ts';
import type { Schedule, SchedulePayment } from '../data/answers.ts';
import type { ScheduleEvent } from '../events/types.ts';
import { dateOfEvent } from './timeline.ts';

type Answered = Pick<Schedule, 'loanAmount' | 'startDate' | 'gstOnCharges' | 'schedulePayments' | 'events'>;

/**
 * Returns the contract of a schedule; it has an event for each of the schedule's, in their order. What an event that was
 * recorded late catches up counts with the payment after which it takes effect.
 */
export function reportContractOf(
  schedule: Answered,
): Pick<ReportedContract, 'principal' | 'startDate' | 'rows' | 'events'> {
  const principal = toCents(schedule.loanAmount);
  const events = eventsOf(schedule);
  const caughtUpAt = (number: number): Cents[] =>
    events.flatMap((event, index) =>
      schedule.events[index]?.k === number && isCatchUp(event) ? [event.interest] : [],
    );
  const net = (interest: Cents): Cents => (schedule.gstOnCharges ? withoutGst(interest) : interest);
  const rows = rowsOf(schedule.schedulePayments).map((row) => {
    const late = caughtUpAt(row.number);
    const interest = cents(row.interest + sumCents(late.map(net)));
    return { ...row, interest, principal: cents(row.principal - sumCents(late)) };
  });
  const settled = events.map((event) =>
    isCatchUp(event)
      ? { ...event, interest: ZERO, principal: event.amount }
      : { ...event, interest: net(event.interest) },
  );
  const startDate = schedule.startDate as CalendarDate;
  return { principal, startDate, ...withBalances(principal, rows, settled) };
}

const isCatchUp = ({ kind, interest }: ReportedEvent): boolean => kind !== 'payout' && interest !== 0;

/** The balances by date: an event that was recorded late stands before payments of the segment that it closes. */
function withBalances(
  principal: Cents,
  rows: readonly ContractRow[],
  events: readonly ReportedEvent[],
): Pick<ReportedContract, 'rows' | 'events'> {
  let balance: number = principal;
  const balances = new Map<ContractRow | ReportedEvent, Cents>();
  for (const flow of [...rows, ...events].toSorted((a, b) => a.date.localeCompare(b.date))) {
    balance -= flow.principal;
    balances.set(flow, cents(balance));
  }
  const balanced = <Flow extends ContractRow | ReportedEvent>(flow: Flow): Flow => {
    const owed = balances.get(flow) ?? ZERO;
    return { ...flow, endingBalance: owed, owed };
  };
  return { rows: rows.map(balanced), events: events.map(balanced) };
}

function rowsOf(payments: readonly SchedulePayment[]): ReportedContract['rows'] {
  return payments.map((payment) => ({
    number: payment.number,
    date: payment.paymentDate as CalendarDate,
    amount: toCents(payment.payments),
    administrationFee: toCents(payment.administrationFee),
    interest: toCents(payment.interest),
    principal: toCents(payment.principal),
    endingBalance: toCents(payment.endingBalance),
    owed: toCents(payment.endingBalance),
  }));
}

/** The balance after an event follows from the next payment; of several in a row, only after the last one. */
function eventsOf(schedule: Answered): ReportedEvent[] {
  const { events } = schedule;
  let balance = ZERO;
  return events.map((event, index) => {
    const isFirst = events[index - 1]?.k !== event.k;
    const before = isFirst ? balanceAfterPayment(schedule, event.k) : balance;
    const isLast = events[index + 1]?.k !== event.k;
    const paid = paidBy(event.input);
    const isPayout = event.kind === 'payout' || event.kind === 'refinance';
    balance = isPayout ? ZERO : isLast ? openingAfter(schedule, event.k) : cents(before - paid);
    return {
      date: dateOfEvent(schedule, event) as CalendarDate,
      kind: isPayout ? 'payout' : event.kind === 'extra-repayment' ? event.kind : 'adjustment',
      amount: paid,
      interest: cents(paid - (before - balance)),
      fee: feesWithoutGst(feesIn(event.input)),
      feePaid: feesOf(event.input),
      endingBalance: balance,
      principal: cents(before - balance),
      owed: balance,
    };
  });
}

function balanceAfterPayment({ loanAmount, schedulePayments }: Answered, number: number): Cents {
  return toCents(number === 0 ? loanAmount : (schedulePayments[number - 1]?.endingBalance ?? 0));
}

function openingAfter({ schedulePayments }: Answered, number: number): Cents {
  const next = schedulePayments[number];
  return next ? cents(toCents(next.endingBalance) + toCents(next.principal)) : ZERO;
}

/** Paid by an event, without fees. */
function paidBy(input: ScheduleEvent['input']): Cents {
  if (input.kind === 'extra-repayment') return toCents(input.amount);
  if (input.kind !== 'payout' && input.kind !== 'refinance') return ZERO;
  return cents(toCents(input.payoutFigure) - feesOf(input));
}

const feesOf = (input: ScheduleEvent['input']): Cents => sumCents(feesIn(input).map(({ amount }) => amount));

const feesIn = (input: ScheduleEvent['input']) =>
  'fees' in input ? (input.fees ?? []).map((fee) => ({ ...fee, amount: toCents(fee.amount) })) : [];
