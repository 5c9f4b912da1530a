import { useApi } from './api.ts';

/** Returns a schedule and its entity, each undefined until loaded. */
export function useSchedule(entityId: string, scheduleId: string) {
  const entity = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const schedule = useApi('GET /v1/entities/{entityId}/schedules/{scheduleId}', {
    params: { entityId, scheduleId },
  });
  return {
    entity: entity.data,
    schedule: schedule.data,
    mutateSchedule: schedule.mutate,
    error: entity.error ?? schedule.error,
  };
}
