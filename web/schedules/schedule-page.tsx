import { GearIcon, LinkIcon, SyncIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { type ReactNode } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { frequencyLabel } from '../../domain/schedule/frequency.ts';
import { useApi, type Answer } from '../api.ts';
import { showDate } from '../ui/dates.ts';
import { Facts } from '../ui/facts.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { formatRate, Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useMay, usePlan } from '../users/account.ts';
import { enableSync } from '../xero/enable-sync.ts';
import { xeroTexts } from '../xero/texts.ts';
import type { Schedule } from './draft.ts';
import { PaymentsTable } from './payments-table.tsx';
import { ScheduleOptions } from './schedule-options.tsx';
import { SelectionBar, SyncFailures } from './selection-bar.tsx';
import { useSelection, type SchedulePayment } from './selection.ts';
import { usePaymentSync } from './sync-payments.ts';
import { scheduleTexts } from './texts.ts';
import { useSchedule } from './use-schedule.ts';
import { deferred } from '../ui/deferred.tsx';

type Entity = Answer<'GET /v1/entities/{entityId}'>;

const SetupDialog = deferred(async () => (await import('../xero/setup-dialog.tsx')).SetupDialog);
const Chart = deferred(
  async () => (await import('./chart.tsx')).Chart,
  <div className="card chart chart-coming" />,
);

export function SchedulePage() {
  const { entityId = '', scheduleId = '' } = useParams();
  const { entity, schedule, mutateSchedule, error } = useSchedule(entityId, scheduleId);
  useLoadFailure(error, scheduleTexts.load);
  if (!entity || !schedule) {
    return (
      <Page title=" " above={[{ label: 'All entities', href: '/' }]}>
        <div className="card">
          <TableSkeleton columns={7} rows={12} />
        </div>
      </Page>
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
  const [parameters, setParameters] = useSearchParams();
  const maySync = useMay('sync payments');
  const maySelectUpTo = useMay('select up to a payment');
  const lockDate = useLockDate(entity);
  const selection = useSelection(schedule.schedulePayments, lockDate);
  const sync = usePaymentSync(params, onSynced);
  const openSetup = (): void => setParameters({ setup: '1' });

  const refusal = whyNotSyncable(entity, schedule);
  const toggle = (payment: SchedulePayment): void => {
    const isLocked = selection.standingOf(payment) === 'locked';
    const why = refusal ?? (isLocked ? xeroTexts.paymentLocked : undefined);
    if (why !== undefined) return toast.error(why);
    selection.toggle(payment);
  };
  const selectUpTo = (payment: SchedulePayment): void => {
    if (refusal !== undefined) return toast.error(refusal);
    selection.selectUpTo(payment);
  };
  const start = (): void => {
    if (refusal !== undefined) return toast.error(refusal);
    void sync.start([...selection.ids]).then(selection.clear);
  };

  return (
    <Page
      title={schedule.description}
      above={[
        { label: 'All entities', href: '/' },
        { label: entity.name, href: `/entity/${entity.id}` },
      ]}
      subtitle={badgesOf(schedule)}
      actions={
        <>
          {maySync && !schedule.archived && (
            <>
              <Integration entity={entity} schedule={schedule} onSetup={openSetup} />
              <Button
                leadingVisual={SyncIcon}
                variant={schedule.xeroSyncReady ? 'primary' : 'default'}
                disabled={selection.ids.size === 0 || sync.progress !== null}
                onClick={start}
              >
                Sync selected
              </Button>
            </>
          )}
          <ScheduleOptions entity={entity} schedule={schedule} />
        </>
      }
    >
      {schedule.archived && <Notice tone="info">{scheduleTexts.archivedNotice}</Notice>}
      {schedule.openingBalanceJournalOutOfDate && (
        <Notice tone="warning">{scheduleTexts.journalOutOfDate}</Notice>
      )}
      <SyncFailures failures={sync.failures} payments={schedule.schedulePayments} />
      <ScheduleFacts schedule={schedule} lockDate={lockDate} />
      <Chart schedule={schedule} />
      <div className="card">
        <PaymentsTable
          payments={schedule.schedulePayments}
          selection={selection}
          marked={parameters.get('paymentId')}
          isConnected={schedule.xeroConnected}
          maySync={maySync && !schedule.archived && sync.progress === null}
          maySelectUpTo={maySelectUpTo && !schedule.archived}
          onToggle={toggle}
          onSelectUpTo={selectUpTo}
        />
      </div>
      <SelectionBar payments={schedule.schedulePayments} selection={selection} sync={sync} onSync={start} />
      {parameters.has('setup') && schedule.xeroConnected && (
        <SetupDialog
          params={params}
          schedule={schedule}
          onClose={() => setParameters({}, { replace: true })}
        />
      )}
    </Page>
  );
}

/** The lock date of the entity's books, undefined without one. */
function useLockDate(entity: Entity): string | undefined {
  const params = { entityId: entity.id };
  const { data } = useApi('GET /v1/entities/{entityId}/LockDate', entity.hasXeroLink ? { params } : null, {
    onError: () => toast.error('Something went wrong loading the lock date. Please try again later.'),
  });
  return data?.hasLockDate ? data.lockDate : undefined;
}

/** Why nothing of this schedule can be synced yet; undefined when it can. */
function whyNotSyncable(entity: Entity, schedule: Schedule): string | undefined {
  if (!entity.hasXeroLink) return xeroTexts.notLinked;
  if (!schedule.xeroConnected || !schedule.xeroSyncReady) return xeroTexts.notReady;
  return schedule.openingBalanceJournalOutOfDate ? scheduleTexts.journalOutOfDate : undefined;
}

interface IntegrationProps {
  readonly entity: Entity;
  readonly schedule: Schedule;
  readonly onSetup: () => void;
}

/** Connects the schedule, or leads on with what connecting it takes. */
function Integration({ entity, schedule, onSetup }: IntegrationProps) {
  const plan = usePlan();
  if (schedule.xeroConnected) {
    return (
      <Button leadingVisual={GearIcon} onClick={onSetup}>
        Xero setup
      </Button>
    );
  }
  const connect = (): void => {
    if (!entity.hasXeroLink) return toast.error(xeroTexts.notLinked);
    void enableSync({ entityId: entity.id, scheduleId: schedule.id }, plan).then((done) => done && onSetup());
  };
  return (
    <Button leadingVisual={LinkIcon} onClick={connect}>
      Connect to Xero
    </Button>
  );
}

/** How things stand with the schedule, in a few words. */
function badgesOf(schedule: Schedule): ReactNode {
  const { archived, xeroConnected, xeroSyncReady, autoSync, xeroSynchronized } = schedule;
  const badges = [
    archived && <Label key="archived">Archived</Label>,
    xeroConnected && xeroSyncReady && (
      <Label key="connected" variant="success">
        Connected to Xero
      </Label>
    ),
    xeroConnected && !xeroSyncReady && (
      <Label key="incomplete" variant="attention">
        Xero setup incomplete
      </Label>
    ),
    autoSync && (
      <Label key="auto" variant="accent">
        Auto sync
      </Label>
    ),
    xeroSynchronized && (
      <Label key="synced" variant="success">
        All synced
      </Label>
    ),
  ].filter(Boolean);
  return badges.length > 0 && <span className="badges">{badges}</span>;
}

function ScheduleFacts({
  schedule,
  lockDate,
}: {
  readonly schedule: Schedule;
  readonly lockDate: string | undefined;
}) {
  const { nextPayment } = schedule;
  const money = (dollars: number): ReactNode => <Money dollars={dollars} />;
  return (
    <Facts
      facts={[
        { label: 'Loan amount', value: money(schedule.loanAmount) },
        { label: 'Interest rate', value: formatRate(schedule.interestRate) },
        { label: 'Total interest', value: money(schedule.totalInterest) },
        schedule.administrationFee > 0 && {
          label: 'Administration fee',
          value: money(schedule.administrationFee),
          detail: 'with every payment',
        },
        {
          label: 'Term',
          value: frequencyLabel(schedule.paymentFrequency),
          detail: `${showDate(schedule.startDate)} – ${showDate(schedule.endDate)}`,
        },
        nextPayment && {
          label: 'Next payment',
          value: money(nextPayment.payments),
          detail: showDate(nextPayment.paymentDate),
        },
        lockDate !== undefined && { label: 'Lock date', value: showDate(lockDate) },
      ]}
    />
  );
}
