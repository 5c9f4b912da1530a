import { beginRead, useApi } from './api.ts';

/** While Paydown checks whether Xero has a payment, the schedule is read again so often. Milliseconds. */
const CHECKING_MS = 30_000;

/** Returns a schedule and its entity, each undefined until loaded. */
export function useSchedule(entityId: string, scheduleId: string) {
  const entity = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const schedule = useApi(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}',
    { params: { entityId, scheduleId } },
    {
      refreshInterval: (loaded) =>
        loaded?.schedulePayments.some(({ xeroPosting }) => xeroPosting) ? CHECKING_MS : 0,
    },
  );
  return {
    entity: entity.data,
    schedule: schedule.data,
    mutateSchedule: schedule.mutate,
    error: entity.error ?? schedule.error,
  };
}

/** Begins the reads of `useSchedule`. */
export function beginSchedule({
  entityId = '',
  scheduleId = '',
}: Readonly<Record<string, string | undefined>>): void {
  beginRead('GET /v1/entities/{entityId}', { params: { entityId } });
  beginRead('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params: { entityId, scheduleId } });
}
