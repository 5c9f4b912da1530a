import { useDeferredValue } from 'react';
import { useParams } from 'wouter';
import { scheduleTexts } from '../contract/texts.ts';
import { useUser } from '../data/account.ts';
import type { SchedulePayment } from '../data/answers.ts';
import { useSchedule } from '../data/use-schedule.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { LoadedSchedule } from './loaded-schedule.tsx';
import { ComingScheduleFrame } from './schedule-frame.tsx';

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
        <CardSkeleton columns={7} rows={12} />
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
