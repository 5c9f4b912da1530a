/** Schedules with events, as the service answers. */
import { calendarDate } from '../../../domain/calendar.ts';
import { toCents, toDollars } from '../../../domain/money.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import type { Change } from '../../../domain/event-kinds/kinds.ts';
import type { EventInput, ScheduleEvent } from '../../../web/events/types.ts';
import type { Schedule } from '../../../web/data/answers.ts';
import { schedule } from '../schedules/schedule.ts';

/** The example contract, 50,000 repaid by 60 monthly payments of 1,000, after one event. */
export function scheduleAfter(date: string, change: Change, input: EventInput): Schedule {
  const { events, payments, status } = scheduleOf(
    {
      loanAmount: toCents(50_000),
      frequency: 'monthly',
      startDate: calendarDate('2025-01-15'),
      firstPaymentOnStartDate: false,
      administrationFee: toCents(0),
      rows: [{ qty: 60, amount: toCents(1_000) }],
    },
    [{ date: calendarDate(date), postedThrough: 0, change }],
  );
  const start = schedule();
  const [unposted] = start.schedulePayments;
  if (!unposted) throw new Error('The schedule has no payments');
  return {
    ...start,
    status,
    events: [eventOf({ date, k: events[0]?.k ?? 0, kind: input.kind, input })],
    schedulePayments: payments.map((payment) => ({
      ...unposted,
      id: `p${payment.number}`,
      number: payment.number,
      paymentDate: payment.date,
      payments: toDollars(payment.amount),
      interest: toDollars(payment.interest),
      principal: toDollars(payment.principal),
      endingBalance: toDollars(payment.balance),
      segment: payment.segment,
    })),
  };
}

export function eventOf(
  changes: Pick<ScheduleEvent, 'date' | 'k' | 'kind' | 'input'> & Partial<ScheduleEvent>,
): ScheduleEvent {
  return {
    id: 'e1',
    number: 1,
    note: '',
    createdAt: '2026-02-02T00:00:00.000Z',
    createdBy: { id: 'u1', name: 'Ada Byron' },
    xeroSynchronized: true,
    xeroUrl: null,
    undoable: true,
    attempt: 1,
    inOpeningBalances: false,
    newScheduleId: null,
    error: null,
    xeroStatus: 'posted',
    xeroDifferences: [],
    xeroAcceptance: null,
    ...changes,
  };
}

/** 5,000.00 repaid on 1 February 2026, after payment 12; the payments stay. */
export const scheduleWithRepayment = (): Schedule =>
  scheduleAfter(
    '2026-02-01',
    { kind: 'extra-repayment', amount: toCents(5_000), keep: 'payment' },
    { kind: 'extra-repayment', amount: 5_000, keep: 'payment' },
  );
