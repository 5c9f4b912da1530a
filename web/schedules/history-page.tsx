import { Button } from '@primer/react';
import { Link, useParams } from 'wouter';
import { useMay, useUser } from '../data/account.ts';
import { paths, pathTo } from '../data/paths.ts';
import { useSchedule } from '../data/use-schedule.ts';
import { scheduleTexts } from '../contract/texts.ts';
import { ScheduleHistory } from '../events/history.tsx';
import { refusalOfChange } from '../events/refusal.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { ComingScheduleFrame, ScheduleFrame } from './schedule-frame.tsx';

/** The tab of a schedule with its recorded changes. */
export function HistoryPage() {
  const { entityId = '', scheduleId = '' } = useParams();
  const { entity, schedule, error } = useSchedule(entityId, scheduleId);
  const mayEdit = useMay('edit schedules');
  useLoadFailure(error, scheduleTexts.load);
  // The actions depend on the role, so the page appears with them.
  const { isLoading: isUserLoading } = useUser();
  if (!entity || !schedule || isUserLoading) {
    return (
      <ComingScheduleFrame>
        <CardSkeleton columns={3} />
      </ComingScheduleFrame>
    );
  }
  const mayChange = mayEdit && refusalOfChange(schedule) === undefined;
  return (
    <ScheduleFrame
      entity={entity}
      schedule={schedule}
      shown="History"
      action={
        mayChange && (
          <Button as={Link} href={pathTo(paths.recordChange, { entityId, scheduleId })} variant="primary">
            Record a change
          </Button>
        )
      }
    >
      <ScheduleHistory entity={entity} schedule={schedule} />
    </ScheduleFrame>
  );
}
