/** The selection of payments to sync. */
import { useMemo, useState } from 'react';
import { isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';
import type { SchedulePayment } from '../data/answers.ts';
import {
  paymentStatus,
  selectUpTo,
  type PaymentStatus,
  type SyncFacts,
} from '../../domain/contract/selection.ts';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly statusOf: (payment: SchedulePayment) => PaymentStatus;
  readonly toggle: (payment: SchedulePayment) => void;
  /** Selects or clears, as the payment becomes, all from the one toggled before to this one. */
  readonly toggleRange: (payment: SchedulePayment) => void;
  /** Selects those of the payments that can be synced, or clears them if all are selected. */
  readonly toggleAll: (payments: readonly SchedulePayment[]) => void;
  /** Selects every payment up to this one that can be synced. */
  readonly selectUpTo: (payment: SchedulePayment) => void;
  readonly clear: () => void;
  /** Forgets payments that were posted, so that a reversed one isn't chosen again. */
  readonly forget: (ids: readonly string[]) => void;
  /** Whether a payment before the last selected one could be synced too and isn't selected. */
  readonly hasGap: boolean;
}

/** @param first a payment that is selected from the beginning. */
export function useSelection(
  payments: readonly SchedulePayment[],
  lockDate: string | undefined,
  first: string | null = null,
): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(first === null ? [] : [first]));
  const facts = useMemo(() => factsOf(payments, lockDate), [payments, lockDate]);
  const [anchor, setAnchor] = useState<number | null>(null);
  const selectable = useMemo(() => stillSelectable(ids, payments, facts), [ids, payments, facts]);
  const hasGap = useMemo(() => {
    const last = payments.findLast(({ id }) => selectable.has(id))?.number ?? 0;
    return selectUpTo(payments.map(dated), last, facts).length > selectable.size;
  }, [payments, selectable, facts]);
  return {
    ids: selectable,
    statusOf: (payment) => paymentStatus(dated(payment), facts),
    toggle: ({ id, number }) => {
      setAnchor(number);
      setIds(selectable.symmetricDifference(new Set([id])));
    },
    toggleRange: ({ id, number }) => {
      const [from, to] = [Math.min(anchor ?? number, number), Math.max(anchor ?? number, number)];
      const between = payments.filter((payment) => payment.number >= from && payment.number <= to);
      const range = new Set(between.map((payment) => payment.id));
      setAnchor(number);
      setIds(selectable.has(id) ? selectable.difference(range) : selectable.union(range));
    },
    toggleAll: (all) => {
      const wanted = stillSelectable(new Set(all.map(({ id }) => id)), payments, facts);
      setIds(wanted.isSubsetOf(selectable) ? selectable.difference(wanted) : selectable.union(wanted));
    },
    selectUpTo: ({ number }) => {
      const numbers = new Set(selectUpTo(payments.map(dated), number, facts));
      const added = payments.filter((payment) => numbers.has(payment.number)).map(({ id }) => id);
      setIds(selectable.union(new Set(added)));
    },
    clear: () => setIds(new Set()),
    forget: (posted) => setIds((before) => before.difference(new Set(posted))),
    hasGap,
  };
}

/** Returns the selected payments that are still neither synced, covered nor locked. */
function stillSelectable(
  ids: ReadonlySet<string>,
  payments: readonly SchedulePayment[],
  facts: SyncFacts,
): ReadonlySet<string> {
  const isSelectable = (payment: SchedulePayment) => paymentStatus(dated(payment), facts) === 'selectable';
  return new Set(
    payments.filter((payment) => ids.has(payment.id) && isSelectable(payment)).map(({ id }) => id),
  );
}

function factsOf(payments: readonly SchedulePayment[], lockDate: string | undefined): SyncFacts {
  const covered = payments.findLast(({ inOpeningBalances }) => inOpeningBalances);
  return {
    synced: new Set(payments.filter(({ xeroSynchronized }) => xeroSynchronized).map(({ number }) => number)),
    coveredThrough: covered?.number ?? 0,
    lockDate: lockDate !== undefined && isCalendarDate(lockDate) ? lockDate : null,
  };
}

/** A payment with the date of its document, which lock dates concern. */
const dated = ({ number, paymentDate, paidOn, parts }: SchedulePayment) => ({
  number,
  date: (paidOn ?? parts.at(-1)?.date ?? paymentDate) as CalendarDate,
});
