import useSWR from 'swr';
import { answersOwner, call, type Answer } from '../api.ts';
import { useSession } from '../session.ts';

type Entity = Answer<'GET /v1/entities'>[number];

/** Each entity costs a call, so a larger organisation is searched only in part. */
const MOST_ENTITIES = 30;
const FRESH_MS = 60_000;

export interface FoundSchedule {
  readonly id: string;
  readonly description: string;
  readonly entity: Entity;
}

/** Returns the schedules of all entities, once they are wanted; undefined while they load. */
export function useAllSchedules(
  entities: readonly Entity[],
  isWanted: boolean,
): readonly FoundSchedule[] | undefined {
  const owner = answersOwner(useSession());
  const asked = entities.slice(0, MOST_ENTITIES);
  const key = isWanted && asked.length > 0 ? [owner, 'schedules of', ...asked.map(({ id }) => id)] : null;
  const { data, isLoading } = useSWR(key, async () => (await Promise.all(asked.map(schedulesOf))).flat(), {
    dedupingInterval: FRESH_MS,
    revalidateOnFocus: false,
  });
  return isLoading ? undefined : (data ?? []);
}

async function schedulesOf(entity: Entity): Promise<FoundSchedule[]> {
  const params = { entityId: entity.id };
  const schedules = await call('GET /v1/entities/{entityId}/schedules', { params });
  return schedules.map(({ id, description }) => ({ id, description, entity }));
}
