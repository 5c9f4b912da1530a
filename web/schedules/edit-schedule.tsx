import { useMemo } from 'react';
import { useLocation, useParams } from 'wouter';
import { call, refresh, store } from '../api.ts';
import { ApiError } from '../problem.ts';
import { confirm } from '../ui/confirm.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetChanges } from '../ui/unsaved.ts';
import { bodyOf, changeOf, detailsOf, draftOf, type Draft, type Schedule } from './draft.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { scheduleTexts } from './texts.ts';
import { useSchedule } from './use-schedule.ts';

/** Changes a schedule; of an archived one it shows the details. */
export function EditSchedule() {
  const { entityId = '', scheduleId = '' } = useParams();
  const [, navigate] = useLocation();
  const { entity, schedule, error } = useSchedule(entityId, scheduleId);
  const start = useMemo(() => schedule && draftOf(schedule), [schedule]);
  useLoadFailure(error, scheduleTexts.load);
  const page = `/entity/${entityId}/${scheduleId}`;
  const save = async (draft: Draft): Promise<void> => {
    if (!schedule || !start || !(await mayChange(schedule, draft, start))) return;
    try {
      const saved = await saveDraft({ entityId, scheduleId }, schedule, draft, start);
      await store(
        'GET /v1/entities/{entityId}/schedules/{scheduleId}',
        { params: { entityId, scheduleId } },
        saved,
      );
      void refresh(
        'GET /v1/entities',
        'GET /v1/entities/{entityId}',
        'GET /v1/entities/{entityId}/schedules',
      );
      forgetChanges();
      toast.success(scheduleTexts.saved(saved.description));
      navigate(page);
    } catch (failure) {
      if (isChangedMeanwhile(failure)) {
        await refresh('GET /v1/entities/{entityId}/schedules/{scheduleId}');
        toast.error(scheduleTexts.changedMeanwhile);
      } else {
        toast.failure(failure, scheduleTexts.update);
      }
      throw failure;
    }
  };
  return (
    <Page
      title={schedule?.archived ? 'View details' : 'Edit schedule'}
      above={[
        { label: 'All entities', href: '/' },
        { label: entity?.name ?? '…', href: `/entity/${entityId}` },
        { label: schedule?.description ?? '…', href: page },
      ]}
    >
      {schedule?.archived && <Notice tone="info">{scheduleTexts.archivedNotice}</Notice>}
      {start ? (
        <ScheduleForm
          start={start}
          submit="Save"
          isReadOnly={schedule?.archived ?? false}
          onSubmit={save}
          onCancel={() => navigate(page)}
        />
      ) : (
        <div className="card">
          <TableSkeleton columns={2} />
        </div>
      )}
    </Page>
  );
}

interface Params {
  readonly entityId: string;
  readonly scheduleId: string;
}

/** Name and contract fields alone go by a call of their own, which is never refused for what is in Xero. */
function saveDraft(params: Params, schedule: Schedule, draft: Draft, start: Draft): Promise<Schedule> {
  if (changeOf(draft, start) === 'details') {
    const body = detailsOf(draft, start);
    return call('PATCH /v1/entities/{entityId}/schedules/{scheduleId}', { params, body });
  }
  const { revision } = schedule;
  const body = { ...bodyOf(draft), xeroAccount: mappedAccounts(schedule), revision };
  return call('PUT /v1/entities/{entityId}/schedules/{scheduleId}', { params, body });
}

/** Whether somebody else was quicker: the page then gets their changes before it is saved. */
const isChangedMeanwhile = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.problem.code === 'schedule/changed';

function mappedAccounts({ xeroAccount }: Schedule): Partial<Schedule['xeroAccount']> {
  return Object.fromEntries(Object.entries(xeroAccount).filter(([, id]) => id !== null));
}

/**
 * New terms may make the posted opening journal out of date: that is asked first. Once a payment is synced they
 * can't: what would touch it is refused.
 */
async function mayChange(schedule: Schedule, draft: Draft, start: Draft): Promise<boolean> {
  if (schedule.openingBalanceJournalId === null || changeOf(draft, start) !== 'terms') return true;
  if (schedule.schedulePayments.some(({ xeroSynchronized }) => xeroSynchronized)) return true;
  return confirm({
    title: 'Change the schedule?',
    body: 'Its opening balances journal is in Xero. If it doesn’t fit the new terms, nothing syncs until you have posted it again.',
    action: 'Save',
  });
}
