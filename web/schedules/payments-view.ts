/** The filter and the grouping of the payments table, kept in the page's address. */
import { useMemo, useState } from 'react';
import { today } from '../ui/dates.ts';
import { useParameters } from '../ui/use-parameters.ts';
import type { Schedule, SchedulePayment } from '../data/answers.ts';
import type { ScheduleEvent } from '../events/types.ts';
import { timelineOf, type TimelineRow } from './timeline.ts';

export const FILTERS = [
  ['all', 'All'],
  ['unsynced', 'Unsynced'],
  ['overdue', 'To post'],
] as const;
export type PaymentsFilter = (typeof FILTERS)[number][0];

export interface PaymentsView {
  readonly filter: PaymentsFilter;
  readonly isGrouped: boolean;
  /** The payments and events that the filter leaves. */
  readonly rows: readonly TimelineRow[];
  /** The payment that was jumped to, and how often anything was: jumping there again scrolls again. */
  readonly jump: { readonly id: string; readonly count: number } | null;
  readonly setFilter: (filter: PaymentsFilter) => void;
  readonly setGrouped: (isGrouped: boolean) => void;
  /** Scrolls to the first shown payment of a date or later; the last one where there is none. */
  readonly jumpTo: (date: string) => void;
}

const isOpen = ({ xeroSynchronized, inOpeningBalances }: SchedulePayment): boolean =>
  !xeroSynchronized && !inOpeningBalances;

/** The dates of the documents that are not in Xero: of the parts, or of the payment, which may be made late. */
function openDates({ paidOn, parts, paymentDate }: SchedulePayment): readonly string[] {
  const open = parts.filter(({ xeroSynchronized }) => !xeroSynchronized).map(({ date }) => date);
  return parts.length > 0 ? open : [paidOn ?? paymentDate];
}

const passes: Readonly<Record<PaymentsFilter, (payment: SchedulePayment, date: string) => boolean>> = {
  all: () => true,
  unsynced: isOpen,
  overdue: (payment, date) => isOpen(payment) && openDates(payment).some((each) => each < date),
};

/** Events are shown between all payments, and while they are not in Xero among the unsynced ones. */
const passesAsEvent: Readonly<Record<PaymentsFilter, (event: ScheduleEvent) => boolean>> = {
  all: () => true,
  unsynced: ({ xeroSynchronized, inOpeningBalances }) => !xeroSynchronized && !inOpeningBalances,
  overdue: () => false,
};

/** Whether a payment should be in Xero by a day, and is not. */
export const isDueBy = (payment: SchedulePayment, date: string): boolean => passes.overdue(payment, date);

/** The number of payments that pass each filter. */
export function countOf(filter: PaymentsFilter, payments: readonly SchedulePayment[]): number {
  const date = today();
  return payments.filter((payment) => passes[filter](payment, date)).length;
}

export function usePaymentsView(schedule: Schedule): PaymentsView {
  const [parameters, set] = useParameters({ replace: true });
  const [jump, setJump] = useState<PaymentsView['jump']>(null);
  const filter = FILTERS.find(([name]) => name === parameters.get('show'))?.[0] ?? 'all';
  const isGrouped = parameters.get('group') === 'year';
  const rows = useMemo(() => {
    const date = today();
    return timelineOf(schedule, {
      schedulePayments: schedule.schedulePayments.filter((payment) => passes[filter](payment, date)),
      events: schedule.events.filter(passesAsEvent[filter]),
    });
  }, [schedule, filter]);
  return {
    filter,
    isGrouped,
    rows,
    jump,
    setFilter: (name) => set({ show: name === 'all' ? null : name }),
    setGrouped: (grouped) => set({ group: grouped ? 'year' : null }),
    jumpTo: (date) => {
      const payments = rows.flatMap(({ payment }) => payment ?? []);
      const target = payments.find(({ paymentDate }) => paymentDate >= date) ?? payments.at(-1);
      if (target) setJump((before) => ({ id: target.id, count: (before?.count ?? 0) + 1 }));
    },
  };
}
