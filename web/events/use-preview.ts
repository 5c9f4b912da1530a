import { useEffect, useState } from 'react';
import useSWR from 'swr';
import { call } from '../data/api.ts';
import type { ChangeBody, ChangePreview, ScheduleParams } from './types.ts';

const PREVIEW = 'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/preview';
/** A pause in typing. */
const DELAY_MS = 350;

interface Previewed {
  /** The last preview; it may still be of an earlier body. */
  readonly preview: ChangePreview | undefined;
  /** Whether `preview` is of the current body. */
  readonly isCurrent: boolean;
  readonly error: Error | undefined;
  /** Calculates the preview of the current body again. */
  readonly reload: () => Promise<void>;
}

/** Follows a change with the service's preview of it; undefined while the change is incomplete. */
export function usePreview(params: ScheduleParams, body: ChangeBody | undefined): Previewed {
  const wanted = body === undefined ? null : JSON.stringify(body);
  const asked = useDelayed(wanted);
  const { entityId, scheduleId } = params;
  const { data, error, isLoading, mutate } = useSWR<ChangePreview, Error>(
    asked === null ? null : [PREVIEW, entityId, scheduleId, asked],
    () => call(PREVIEW, { params, body: JSON.parse(asked ?? '') as ChangeBody }),
    { keepPreviousData: true, revalidateOnFocus: false, revalidateIfStale: true },
  );
  return {
    preview: wanted === null ? undefined : data,
    isCurrent: wanted !== null && asked === wanted && !isLoading && error === undefined && data !== undefined,
    error: asked === wanted ? error : undefined,
    reload: async () => void (await mutate()),
  };
}

/** Returns the value once it has not changed for a while; the first one at once. */
function useDelayed(value: string | null): string | null {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}
