import { Button } from '@primer/react';
import { useMemo } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths, pathTo } from '../data/paths.ts';
import { scheduleCrumbs } from '../ui/crumbs.ts';
import { confirm } from '../ui/confirm.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { bodyOf, changeOf, detailsOf } from '../contract/draft-body.ts';
import { draftOf, type Draft } from '../contract/draft.ts';
import { ScheduleForm } from '../contract/schedule-form.tsx';
import { scheduleTexts } from '../contract/texts.ts';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import { useSchedule } from '../data/use-schedule.ts';

/** Edits a schedule; an archived one is read-only. */
export function EditSchedule() {
  const { entityId = '', scheduleId = '' } = useParams();
  const [, navigate] = useLocation();
  const leave = useLeave();
  const { entity, schedule, error } = useSchedule(entityId, scheduleId);
  const start = useMemo(() => schedule && draftOf(schedule), [schedule]);
  useLoadFailure(error, scheduleTexts.load);
  const page = pathTo(paths.schedule, { entityId, scheduleId });
  const save = async (draft: Draft): Promise<void> => {
    if (!schedule || !start || !(await confirmChange(schedule, draft, start))) return;
    try {
      const saved = await saveDraft({ entityId, scheduleId }, schedule, draft, start);
      await store(
        'GET /v1/entities/{entityId}/schedules/{scheduleId}',
        { params: { entityId, scheduleId } },
        saved,
      );
      toast.success(scheduleTexts.saved(saved.description));
      leave(() => navigate(page));
    } catch (failure) {
      toast.failure(failure, scheduleTexts.update);
      throw failure;
    }
  };
  return (
    <Page
      title={schedule?.archived ? 'View details' : 'Edit schedule'}
      documentTitle={schedule && `${schedule.archived ? 'Details of' : 'Edit'} ${schedule.description}`}
      above={scheduleCrumbs({ entityId, scheduleId }, entity, schedule)}
    >
      {schedule?.archived && <Notice tone="info">{scheduleTexts.archivedNotice}</Notice>}
      {schedule && !schedule.archived && areTermsFixed(schedule) && (
        <Notice
          tone="info"
          action={
            <Button as={Link} href={pathTo(paths.recordChange, { entityId, scheduleId })} size="small">
              Record a change
            </Button>
          }
        >
          {scheduleTexts.termsFixed}
        </Notice>
      )}
      {start ? (
        <ScheduleForm
          start={start}
          submit="Save"
          isReadOnly={schedule?.archived ?? false}
          areTermsFixed={schedule !== undefined && (schedule.archived || areTermsFixed(schedule))}
          onSubmit={save}
          onCancel={() => navigate(page)}
        />
      ) : (
        <CardSkeleton columns={2} />
      )}
    </Page>
  );
}

/** Whether documents in Xero or recorded changes follow from the terms, so that only a change can replace them. */
function areTermsFixed({ events, schedulePayments }: Schedule): boolean {
  const isPosted = ({ xeroSynchronized, parts }: Schedule['schedulePayments'][number]): boolean =>
    xeroSynchronized || parts.some((part) => part.xeroSynchronized);
  return events.length > 0 || schedulePayments.some(isPosted);
}

/** Name and contract fields alone have their own route, which documents in Xero never block. */
function saveDraft(
  params: ScheduleParams,
  schedule: Schedule,
  draft: Draft,
  start: Draft,
): Promise<Schedule> {
  if (changeOf(draft, start) === 'details') {
    const body = detailsOf(draft, start);
    return change('PATCH /v1/entities/{entityId}/schedules/{scheduleId}', { params, body });
  }
  const { revision } = schedule;
  const body = { ...bodyOf(draft), xeroAccount: mappedAccounts(schedule), revision };
  return change('PUT /v1/entities/{entityId}/schedules/{scheduleId}', { params, body });
}

function mappedAccounts({ xeroAccount }: Schedule): Partial<Schedule['xeroAccount']> {
  return Object.fromEntries(Object.entries(xeroAccount).filter(([, id]) => id !== null));
}

/** Asks before a change that may put the posted opening journal out of date. Fixed terms can't. */
async function confirmChange(schedule: Schedule, draft: Draft, start: Draft): Promise<boolean> {
  if (schedule.openingBalanceJournalId === null || changeOf(draft, start) !== 'terms') return true;
  if (areTermsFixed(schedule)) return true;
  return confirm({
    title: 'Change the schedule?',
    body: 'Its opening balances journal is in Xero. If it doesn’t fit the new terms, nothing syncs until you have posted it again.',
    action: 'Save',
  });
}
