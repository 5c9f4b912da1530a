import { SyncIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { ScheduleAttachments } from '../attachments/attachments.tsx';
import { useMay } from '../data/account.ts';
import type { Schedule } from '../data/answers.ts';
import { isDeviating } from '../posting/accept-document.ts';
import { PostingResult } from '../posting/posting-result.tsx';
import { deferred } from '../ui/deferred.tsx';
import { Chart } from './chart.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { PaymentsToolbar } from './payments-toolbar.tsx';
import { usePaymentsView } from './payments-view.ts';
import { ScheduleDialogs } from './schedule-dialogs.tsx';
import { ScheduleNotes } from './schedule-facts.tsx';
import { ScheduleFrame } from './schedule-frame.tsx';
import { PaymentSelectionBar } from './payment-selection-bar.tsx';
import { type LoadedScheduleProps, useScheduleActions } from './use-schedule-actions.ts';
import { useXeroStates } from './use-xero-states.ts';

const LoanSpreads = deferred(async () => (await import('../registers/loan-spreads.tsx')).LoanSpreads);
const OpeningState = deferred(async () => (await import('./opening-state.tsx')).OpeningState);

/** A schedule with its chart, its payments and the bar of those that are selected. */
export function LoadedSchedule(props: LoadedScheduleProps) {
  const { entity, schedule, onSynced } = props;
  const mayEdit = useMay('edit schedules');
  const mayPost = useMay('sync payments') && !schedule.archived;
  const maySelectUpTo = useMay('select up to a payment');
  const mayReverse = useMay('reverse postings');
  const view = usePaymentsView(schedule);
  const actions = useScheduleActions(props);
  const { params, marked, selection, sync, isBeginning, accept, act } = actions;
  const { toggle, toggleAll, selectUpTo, start } = actions;
  useXeroStates(params, schedule, entity.hasXeroLink);
  return (
    <ScheduleFrame
      entity={entity}
      schedule={schedule}
      shown="Payments"
      action={
        mayPost && (
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
              maySync={mayPost}
              onAccept={accept}
            />
          )}
          <PostingResult what="payment" posting={sync} />
        </>
      }
    >
      <LoanSpreads entityId={entity.id} schedule={schedule} />
      <Chart schedule={schedule} />
      <div className="card">
        <PaymentsToolbar view={view} schedule={schedule} />
        <PaymentsTable
          schedule={schedule}
          view={view}
          params={params}
          selection={selection}
          marked={marked}
          hasOptions={schedule.xeroConnected || hasDocuments(schedule)}
          maySync={mayPost && sync.progress === null}
          maySelectUpTo={maySelectUpTo && schedule.xeroConnected && !schedule.archived}
          mayReverse={mayReverse && !schedule.archived}
          onToggle={toggle}
          onToggleAll={toggleAll}
          onSelectUpTo={selectUpTo}
          onAction={act}
          onAccept={accept}
        />
      </div>
      <ScheduleNotes schedule={schedule} />
      <ScheduleAttachments params={params} mayEdit={mayEdit && !schedule.archived} />
      <PaymentSelectionBar
        payments={schedule.schedulePayments}
        selection={selection}
        sync={sync}
        onSync={start}
      />
      <ScheduleDialogs
        dialog={actions.dialog}
        params={params}
        schedule={schedule}
        selection={selection}
        sync={sync}
        onChanged={onSynced}
        onClose={actions.close}
      />
    </ScheduleFrame>
  );
}

/** Whether a payment or a part of one is in Xero, where a link leads, also after the schedule was archived. */
const hasDocuments = ({ schedulePayments }: Schedule): boolean =>
  schedulePayments.some(
    ({ xeroUrl, parts }) => xeroUrl !== null || parts.some((part) => part.xeroUrl !== null),
  );
