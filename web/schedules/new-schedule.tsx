import { useMemo, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { filesOfSchedule } from '../attachments/files-of.ts';
import { sendFile } from '../attachments/send-file.ts';
import { store, useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths, pathTo } from '../data/paths.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { entityCrumbs } from '../ui/crumbs.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { bodyOf } from '../contract/draft-body.ts';
import { copyOf, emptyDraft, type Draft } from '../contract/draft.ts';
import { ScheduleForm } from '../contract/schedule-form.tsx';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import { scheduleTexts } from '../contract/texts.ts';
import type { UsedReading } from '../reading/check-reading.tsx';
import { DocumentReader } from '../reading/document-reader.tsx';
import { keepFigures } from '../reading/read-figures.ts';
import { readingTexts } from '../reading/texts.ts';
import { useReading } from '../reading/use-reading.ts';

/** A new schedule, or a copy of the one that the address names. */
export function NewSchedule() {
  const { entityId = '' } = useParams();
  const [parameters] = useSearchParams();
  const copied = parameters.get('copy');
  const params = { entityId, scheduleId: copied ?? '' };
  const { data, error } = useApi(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}',
    copied === null ? null : { params },
  );
  useLoadFailure(error, scheduleTexts.load);
  const [original, setOriginal] = useState<Schedule>();
  if (data && !original) setOriginal(data);
  const start = useMemo(() => (original ? copyOf(original) : emptyDraft()), [original]);
  return <Creation key={original?.id} start={start} isReady={copied === null || original !== undefined} />;
}

function Creation({ start, isReady }: { readonly start: Draft; readonly isReady: boolean }) {
  const { entityId = '' } = useParams();
  const [, navigate] = useLocation();
  const leave = useLeave();
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  useLoadFailure(error, entityTexts.load);
  const [used, setUsed] = useState<UsedReading>();
  const reading = useReading();
  const create = async (draft: Draft): Promise<void> => {
    try {
      const schedule = await change('POST /v1/entities/{entityId}/schedules', {
        params: { entityId },
        body: bodyOf(draft),
      });
      const params = { entityId, scheduleId: schedule.id };
      await store('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params }, schedule);
      if (used) keepFigures(params, used.figures);
      if (used?.attachment) await attach(params, used.attachment);
      toast.success(scheduleTexts.created(schedule.description));
      leave(() => navigate(pathTo(paths.schedule, params), { replace: true }));
    } catch (failure) {
      toast.failure(failure, scheduleTexts.create);
      throw failure;
    }
  };
  return (
    <Page title="Create schedule" above={entityCrumbs(entityId, entity)}>
      {isReady ? (
        <>
          <DocumentReader reading={reading} onUse={setUsed} />
          <div hidden={reading.state.step === 'check'}>
            <ScheduleForm
              start={start}
              submit="Create schedule"
              isCopy={start.description !== ''}
              filled={used?.fields}
              onSubmit={create}
              onCancel={() => navigate(pathTo(paths.entity, { entityId }))}
            />
          </div>
        </>
      ) : (
        <CardSkeleton columns={2} />
      )}
    </Page>
  );
}

/** Attaches the document that was read; the schedule stays if that fails. */
async function attach(params: ScheduleParams, file: File): Promise<void> {
  try {
    await sendFile(filesOfSchedule(params), file);
  } catch {
    toast.error(readingTexts.attach);
  }
}
