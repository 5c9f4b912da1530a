import { useApi, type Answer } from '../api.ts';
import { useUser } from '../users/account.ts';

export type OpenMatter = Answer<'GET /v1/attention'>[number];

/** Returns the matters that need attention; undefined until loaded, or without an organisation. */
export function useAttention() {
  const { data: user } = useUser();
  return useApi('GET /v1/attention', user && user.role !== null ? {} : null, { dedupingInterval: 60_000 });
}

/** The number of matters that are not snoozed. */
export function useAttentionCount(): number {
  return useAttention().data?.filter(({ snoozedUntil }) => snoozedUntil === null).length ?? 0;
}
