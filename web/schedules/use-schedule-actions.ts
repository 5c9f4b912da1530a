/** The actions on the page of a schedule: choose payments, post them, and act on one. */
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { scheduleTexts } from '../contract/texts.ts';
import { useMay, useStoredPreferences } from '../data/account.ts';
import type { Entity, Schedule, SchedulePayment } from '../data/answers.ts';
import { type DeviatingDocument } from '../posting/accept-document.ts';
import { hasNoWarnings } from '../posting/post-payments.ts';
import { type Selection, useSelection } from '../posting/selection.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { reportNotLinked } from '../xero/begin-authorisation.ts';
import { xeroTexts } from '../xero/texts.ts';
import { bankAmountOf } from '../posting/bank-amount.ts';
import { markUnsynced, postAgain } from './document-actions.ts';
import type { PaymentAction } from './payment-row.tsx';
import type { ScheduleDialog } from './schedule-dialogs.tsx';
import { useLockDate } from './schedule-frame.tsx';
import { usePaymentSync } from './sync-payments.ts';

export interface LoadedScheduleProps {
  readonly entity: Entity;
  readonly schedule: Schedule;
  readonly onSynced: (payments: readonly SchedulePayment[]) => void;
}

export function useScheduleActions({ entity, schedule, onSynced }: LoadedScheduleProps) {
  const params = { entityId: entity.id, scheduleId: schedule.id };
  const [parameters] = useSearchParams();
  const marked = parameters.get('paymentId');
  const maySync = useMay('sync payments');
  const refuse = refusalOf(entity, schedule);
  const opensReview = parameters.has('review') && maySync && refuse === undefined;
  const [dialog, setDialog] = useState<ScheduleDialog | null>(opensReview ? { kind: 'review' } : null);
  const selection = useSelection(schedule.schedulePayments, useLockDate(entity), opensReview ? marked : null);
  const sync = usePaymentSync(params, (payments) => {
    onSynced(payments);
    selection.forget(payments.flatMap(({ id, xeroSynchronized }) => (xeroSynchronized ? [id] : [])));
  });
  const { data: preferences } = useStoredPreferences();
  const begin = useAction(async () => {
    const ids = [...selection.ids];
    const maySkip = preferences?.skipSyncReview === true && ids.length === 1;
    if (maySkip && (await hasNoWarnings(params, ids))) sync.start(ids);
    else setDialog({ kind: 'review' });
  }, toast.failure);
  const accept = (document: DeviatingDocument): void => setDialog({ kind: 'accept', document });
  const act = ({ action, payment }: PaymentAction): void => {
    if (action === 'post-again') void postAgain(params, payment, onSynced);
    else if (action === 'mark-unsynced') void markUnsynced(params, payment, onSynced);
    else if (action === 'accept') accept(deviationOf(payment));
    else setDialog({ kind: 'payment', action, payment });
  };
  return {
    params,
    /** A payment to scroll to and mark. */
    marked,
    selection,
    sync,
    isBeginning: begin.isBusy,
    dialog,
    close: () => setDialog(null),
    accept,
    act,
    ...paymentActions(selection, begin.start, refuse),
  };
}

/** The document of a posted payment, with the differences in Xero from it in sentences. */
const deviationOf = (payment: SchedulePayment): DeviatingDocument => ({
  kind: 'payment',
  id: payment.id,
  subject: `payment ${payment.number}`,
  differences: differencesOf(payment),
});

function differencesOf(payment: SchedulePayment): readonly string[] {
  if (payment.xeroStatus !== 'missing') return payment.xeroDifferences;
  const { number, paymentDate } = payment;
  const amount = formatDollars(bankAmountOf([payment]));
  return [`Payment ${number} (${showDate(payment.paidOn ?? paymentDate)}, ${amount}) was deleted in Xero.`];
}

/** Returns the actions on payments; if syncing is refused, each explains why. */
function paymentActions(selection: Selection, begin: () => void, refuse: (() => void) | undefined) {
  const reportLocked = (): void => toast.error(xeroTexts.paymentLocked);
  return {
    toggle: (payment: SchedulePayment, isRange: boolean) => {
      const isLocked = selection.statusOf(payment) === 'locked';
      const refuseThis = refuse ?? (isLocked ? reportLocked : undefined);
      if (refuseThis) refuseThis();
      else if (isRange) selection.toggleRange(payment);
      else selection.toggle(payment);
    },
    toggleAll: refuse ?? ((payments: readonly SchedulePayment[]) => selection.toggleAll(payments)),
    selectUpTo: refuse ?? ((payment: SchedulePayment) => selection.selectUpTo(payment)),
    start: refuse ?? begin,
  };
}

/** Returns the function that reports why the schedule can't sync yet; undefined if it can. */
function refusalOf(entity: Entity, schedule: Schedule): (() => void) | undefined {
  if (!entity.hasXeroLink) return () => reportNotLinked({ entityId: entity.id, scheduleId: schedule.id });
  const isReady = schedule.xeroConnected && schedule.xeroSyncReady;
  if (!isReady) return () => toast.error(xeroTexts.notReady);
  return schedule.openingBalanceJournalOutOfDate
    ? () => toast.error(scheduleTexts.journalOutOfDate)
    : undefined;
}
