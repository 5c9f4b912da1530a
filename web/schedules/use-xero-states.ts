import { useEffect } from 'react';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import { refresh, useApi } from '../data/api.ts';

/** Reads the states of a schedule's documents from Xero when its page opens, and shows what has changed. */
export function useXeroStates(params: ScheduleParams, schedule: Schedule, isLinked: boolean): void {
  const mayDiffer = isLinked && schedule.xeroDocuments > 0;
  const { data } = useApi(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/xerostatus',
    mayDiffer ? { params } : null,
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const shown = shownStates(schedule);
  const found = data && statesOf(data.payments, data.events, data.openingBalanceJournal);
  useEffect(() => {
    if (found === undefined || found === shown) return;
    void refresh(
      'GET /v1/entities/{entityId}/schedules/{scheduleId}',
      'GET /v1/attention',
      'GET /v1/messages',
    );
    // A payment that is posted later differs as well, which is no news.
    // oxlint-disable-next-line react/exhaustive-deps -- compares once for each answer
  }, [found]);
}

type State = Pick<Schedule['schedulePayments'][number], 'id' | 'xeroStatus' | 'xeroDifferences'>;
type JournalState = Omit<State, 'id'>;

const statesOf = (payments: readonly State[], events: readonly State[], journal: JournalState): string =>
  JSON.stringify(
    [{ id: 'journal', ...journal }, ...payments, ...events].map(({ id, xeroStatus, xeroDifferences }) => [
      id,
      xeroStatus,
      xeroDifferences,
    ]),
  );

const shownStates = ({ schedulePayments, events, openingBalanceJournalState }: Schedule): string =>
  statesOf(schedulePayments, events, openingBalanceJournalState);
