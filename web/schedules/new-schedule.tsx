import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { store, useApi } from '../api.ts';
import { change } from '../change.ts';
import { paths, pathTo } from '../paths.ts';
import { entityTexts } from '../entities/texts.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetChanges } from '../ui/unsaved.ts';
import { bodyOf, emptyDraft, type Draft } from './draft.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { scheduleTexts } from './texts.ts';

export function NewSchedule() {
  const { entityId = '' } = useParams();
  const [, navigate] = useLocation();
  const [start] = useState(emptyDraft);
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  useLoadFailure(error, entityTexts.load);
  const create = async (draft: Draft): Promise<void> => {
    try {
      const schedule = await change('POST /v1/entities/{entityId}/schedules', {
        params: { entityId },
        body: bodyOf(draft),
      });
      const params = { entityId, scheduleId: schedule.id };
      await store('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params }, schedule);
      forgetChanges();
      toast.success(scheduleTexts.created(schedule.description));
      navigate(pathTo(paths.schedule, { entityId, scheduleId: schedule.id }), { replace: true });
    } catch (failure) {
      toast.failure(failure, scheduleTexts.create);
      throw failure;
    }
  };
  return (
    <Page
      title="Create schedule"
      above={[
        { label: 'All entities', href: paths.home },
        { label: entity?.name ?? '…', href: pathTo(paths.entity, { entityId }) },
      ]}
    >
      <ScheduleForm
        start={start}
        submit="Create schedule"
        onSubmit={create}
        onCancel={() => navigate(pathTo(paths.entity, { entityId }))}
      />
    </Page>
  );
}
