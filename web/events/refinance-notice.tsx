import { Button } from '@primer/react';
import { Link } from 'wouter';
import { useApi } from '../data/api.ts';
import { paths, pathTo } from '../data/paths.ts';
import { Notice } from '../ui/notice.tsx';
import type { Schedule } from '../data/answers.ts';
import { eventTexts } from './texts.ts';

interface RefinanceNoticeProps {
  readonly entityId: string;
  readonly schedule: Schedule;
}

/** The next step of a refinance until both of its documents are posted. */
export function RefinanceNotice({ entityId, schedule }: RefinanceNoticeProps) {
  const refinance = schedule.events.find(({ newScheduleId }) => newScheduleId !== null);
  const scheduleId = refinance?.newScheduleId ?? null;
  const { data: next } = useApi(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}',
    scheduleId === null ? null : { params: { entityId, scheduleId } },
  );
  if (!refinance || scheduleId === null || !next) return null;
  const { description, openingBalanceJournalId } = next;
  const isPaidOut = refinance.xeroSynchronized;
  const posted = Number(isPaidOut) + Number(openingBalanceJournalId !== null);
  if (posted === 2) return null;
  return (
    <Notice
      tone="info"
      action={
        <Button as={Link} href={pathTo(paths.schedule, { entityId, scheduleId })} size="small">
          Open {description}
        </Button>
      }
    >
      {eventTexts.refinance(posted, isPaidOut ? eventTexts.postOpening(description) : eventTexts.postPayout)}
    </Notice>
  );
}
