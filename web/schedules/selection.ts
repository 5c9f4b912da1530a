/** Which payments are chosen to be synced, and which can be. */
import { useMemo, useState } from 'react';
import { isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';
import {
  paymentStanding,
  selectUpTo,
  type PaymentStanding,
  type SyncFacts,
} from '../../domain/schedule/selection.ts';
import type { Schedule } from './draft.ts';

export type SchedulePayment = Schedule['schedulePayments'][number];

export interface Selection {
  readonly ids: ReadonlySet<string>;
  standingOf(payment: SchedulePayment): PaymentStanding;
  toggle(payment: SchedulePayment): void;
  /** Adds every payment up to this one that can be synced. */
  selectUpTo(payment: SchedulePayment): void;
  clear(): void;
}

export function useSelection(payments: readonly SchedulePayment[], lockDate: string | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const facts = useMemo(() => factsOf(payments, lockDate), [payments, lockDate]);
  const isSelectable = (payment: SchedulePayment) => paymentStanding(dated(payment), facts) === 'selectable';
  const selectable = useMemo(
    () =>
      new Set(
        payments
          .filter(({ id }) => ids.has(id))
          .filter(isSelectable)
          .map(({ id }) => id),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `isSelectable` follows from `facts`
    [payments, ids, facts],
  );
  return {
    ids: selectable,
    standingOf: (payment) => paymentStanding(dated(payment), facts),
    toggle: ({ id }) => setIds(selectable.symmetricDifference(new Set([id]))),
    selectUpTo: ({ number }) => {
      const numbers = new Set(selectUpTo(payments.map(dated), number, facts));
      const added = payments.filter((payment) => numbers.has(payment.number)).map(({ id }) => id);
      setIds(selectable.union(new Set(added)));
    },
    clear: () => setIds(new Set()),
  };
}

function factsOf(payments: readonly SchedulePayment[], lockDate: string | undefined): SyncFacts {
  const covered = payments.findLast(({ inOpeningBalances }) => inOpeningBalances);
  return {
    synced: new Set(payments.filter(({ xeroSynchronized }) => xeroSynchronized).map(({ number }) => number)),
    coveredThrough: covered?.number ?? 0,
    lockDate: lockDate !== undefined && isCalendarDate(lockDate) ? lockDate : null,
  };
}

const dated = ({ number, paymentDate }: SchedulePayment) => ({ number, date: paymentDate as CalendarDate });
