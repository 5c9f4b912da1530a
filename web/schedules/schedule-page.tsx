import { SyncIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useDeferredValue, useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { useApi } from '../data/api.ts';
import { showDate } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { formatDollars } from '../ui/money.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useMay, useUser } from '../data/account.ts';
import { reportNotLinked } from '../xero/begin-authorisation.ts';
import { xeroTexts } from '../xero/texts.ts';
import { type DeviatingDocument, isDeviating } from '../posting/accept-document.ts';
import { Attachments } from './attachments.tsx';
import { bankAmountOf } from './bank-amount.ts';
import { Chart } from './chart.tsx';
import { markUnsynced, postAgain } from './document-actions.ts';
import { PaymentsTable } from './payments-table.tsx';
import type { PaymentAction } from './payment-row.tsx';
import { PaymentsToolbar } from './payments-toolbar.tsx';
import { usePaymentsView } from './payments-view.ts';
import { ScheduleNotes } from './schedule-facts.tsx';
import { ComingScheduleFrame, ScheduleFrame, useLockDate } from './schedule-frame.tsx';
import { SelectionBar, SyncFailures } from './selection-bar.tsx';
import { useSelection, type Selection } from '../posting/selection.ts';
import { usePaymentSync } from './sync-payments.ts';
import { hasNoWarnings } from '../posting/post-payments.ts';
import { UndoBatch } from '../posting/undo-batch.tsx';
import { scheduleTexts } from '../contract/texts.ts';
import { useSchedule } from '../data/use-schedule.ts';
import type { Entity, Schedule, SchedulePayment } from '../data/answers.ts';
import type { DialogAction } from '../events/dialog-action.ts';
import { useXeroStates } from './use-xero-states.ts';

const SyncReview = deferred(async () => (await import('./sync-review.tsx')).SyncReview);
const AcceptDialog = deferred(async () => (await import('../posting/accept-dialog.tsx')).AcceptDialog);
const OpeningState = deferred(async () => (await import('./opening-state.tsx')).OpeningState);
const PaymentDialog = deferred(async () => (await import('../events/payment-dialog.tsx')).PaymentDialog);

export function SchedulePage() {
  const { entityId = '', scheduleId = '' } = useParams();
  const { entity, schedule: loaded, mutateSchedule, error } = useSchedule(entityId, scheduleId);
  // Deferred, so React renders the largest page in slices.
  const schedule = useDeferredValue(loaded);
  useLoadFailure(error, scheduleTexts.load);
  // The actions depend on the role, so the page appears with them.
  const { isLoading: isUserLoading } = useUser();
  if (!entity || !schedule || isUserLoading) {
    return (
      <ComingScheduleFrame>
        <div className="card chart chart-coming" />
        <div className="card">
          <TableSkeleton columns={7} rows={12} />
        </div>
      </ComingScheduleFrame>
    );
  }
  const merge = (synced: readonly SchedulePayment[]): void => {
    const changed = new Map(synced.map((payment) => [payment.id, payment]));
    void mutateSchedule(
      (before) =>
        before && {
          ...before,
          schedulePayments: before.schedulePayments.map((payment) => changed.get(payment.id) ?? payment),
        },
      { revalidate: false },
    );
  };
  return <LoadedSchedule key={schedule.id} entity={entity} schedule={schedule} onSynced={merge} />;
}

interface LoadedScheduleProps {
  readonly entity: Entity;
  readonly schedule: Schedule;
  readonly onSynced: (payments: readonly SchedulePayment[]) => void;
}

function LoadedSchedule({ entity, schedule, onSynced }: LoadedScheduleProps) {
  const params = { entityId: entity.id, scheduleId: schedule.id };
  const [parameters] = useSearchParams();
  const mayEdit = useMay('edit schedules');
  const maySync = useMay('sync payments');
  const maySelectUpTo = useMay('select up to a payment');
  const mayReverse = useMay('reverse postings');
  const [action, setAction] = useState<DialogAction | null>(null);
  const [accepting, setAccepting] = useState<DeviatingDocument | null>(null);
  const lockDate = useLockDate(entity);
  const opensReview = parameters.has('review') && maySync && refusalOf(entity, schedule) === undefined;
  const selection = useSelection(
    schedule.schedulePayments,
    lockDate,
    opensReview ? parameters.get('paymentId') : null,
  );
  const sync = usePaymentSync(params, (payments) => {
    onSynced(payments);
    selection.forget(payments.flatMap(({ id, xeroSynchronized }) => (xeroSynchronized ? [id] : [])));
  });
  const view = usePaymentsView(schedule);
  const [isReviewing, setReviewing] = useState(opensReview);
  const { data: preferences } = useApi('GET /v1/users/metadata', {});
  useXeroStates(params, schedule, entity.hasXeroLink);
  const { isBusy: isBeginning, start: begin } = useAction(async () => {
    const ids = [...selection.ids];
    const maySkip = preferences?.skipSyncReview === true && ids.length === 1;
    if (maySkip && (await hasNoWarnings(params, ids))) sync.start(ids);
    else setReviewing(true);
  }, toast.failure);
  const act = (wanted: PaymentAction): void => {
    const { payment } = wanted;
    if (wanted.action === 'post-again') void postAgain(params, payment, onSynced);
    else if (wanted.action === 'mark-unsynced') void markUnsynced(params, payment, onSynced);
    else if (wanted.action === 'accept') {
      setAccepting({
        kind: 'payment',
        id: payment.id,
        subject: `payment ${payment.number}`,
        differences: differencesOf(payment),
      });
    } else setAction({ action: wanted.action, payment });
  };
  const { toggle, toggleAll, selectUpTo, start } = paymentActions(
    selection,
    begin,
    refusalOf(entity, schedule),
  );
  return (
    <ScheduleFrame
      entity={entity}
      schedule={schedule}
      shown="Payments"
      action={
        maySync &&
        !schedule.archived && (
          <Button
            leadingVisual={SyncIcon}
            variant={schedule.xeroSyncReady ? 'primary' : 'default'}
            disabled={selection.ids.size === 0 || sync.progress !== null}
            loading={isBeginning}
            onClick={start}
          >
            Sync selected
          </Button>
        )
      }
      notices={
        <>
          {isDeviating(schedule.openingBalanceJournalState) && (
            <OpeningState
              params={params}
              state={schedule.openingBalanceJournalState}
              maySync={maySync && !schedule.archived}
              onAccept={setAccepting}
            />
          )}
          <SyncFailures failures={sync.failures} payments={schedule.schedulePayments} />
          {sync.posted.length > 0 && sync.progress === null && (
            <UndoBatch posted={sync.posted} onClose={sync.close} />
          )}
        </>
      }
    >
      <Chart schedule={schedule} />
      <div className="card">
        <PaymentsToolbar view={view} schedule={schedule} />
        <PaymentsTable
          schedule={schedule}
          view={view}
          params={params}
          selection={selection}
          marked={parameters.get('paymentId')}
          hasOptions={schedule.xeroConnected || hasDocuments(schedule)}
          maySync={maySync && !schedule.archived && sync.progress === null}
          maySelectUpTo={maySelectUpTo && schedule.xeroConnected && !schedule.archived}
          mayReverse={mayReverse && !schedule.archived}
          onToggle={toggle}
          onToggleAll={toggleAll}
          onSelectUpTo={selectUpTo}
          onAction={act}
          onAccept={setAccepting}
        />
      </div>
      <ScheduleNotes schedule={schedule} />
      <Attachments params={params} mayEdit={mayEdit && !schedule.archived} />
      <SelectionBar payments={schedule.schedulePayments} selection={selection} sync={sync} onSync={start} />
      {isReviewing && selection.ids.size > 0 && (
        <SyncReview
          params={params}
          payments={schedule.schedulePayments}
          ids={selection.ids}
          bankAccountId={schedule.xeroAccount.bankAccountId}
          onConfirm={(ids, decisions) => {
            setReviewing(false);
            sync.start(ids, decisions);
          }}
          onClose={() => setReviewing(false)}
        />
      )}
      {accepting && <AcceptDialog params={params} document={accepting} onClose={() => setAccepting(null)} />}
      {action && (
        <PaymentDialog {...action} params={params} onChanged={onSynced} onClose={() => setAction(null)} />
      )}
    </ScheduleFrame>
  );
}

/** The differences in Xero from a posted payment, in sentences. */
function differencesOf(payment: SchedulePayment): readonly string[] {
  if (payment.xeroStatus !== 'missing') return payment.xeroDifferences;
  const { number, paymentDate } = payment;
  const amount = formatDollars(bankAmountOf([payment]));
  return [`Payment ${number} (${showDate(payment.paidOn ?? paymentDate)}, ${amount}) was deleted in Xero.`];
}

/** Whether a payment or a part of one is in Xero, where a link leads, also after the schedule was archived. */
const hasDocuments = ({ schedulePayments }: Schedule): boolean =>
  schedulePayments.some(
    ({ xeroUrl, parts }) => xeroUrl !== null || parts.some((part) => part.xeroUrl !== null),
  );

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
