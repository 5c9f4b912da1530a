import { useApi, type Answer } from '../api.ts';
import { useUser } from '../users/account.ts';

export type Message = Answer<'GET /v1/messages'>[number];

/** How often the service is asked for messages. */
const POLL_MINUTES = 2;

/** The caller's messages, newest first, asked for again and again. */
export function useMessages() {
  const { data: user } = useUser();
  return useApi('GET /v1/messages', user && user.role !== null ? {} : null, {
    refreshInterval: POLL_MINUTES * 60_000,
  });
}

/** What the bell shows: nothing, how many are unread up to 9+, or ! when one of them needs action. */
export function badgeOf(messages: readonly Message[]): string {
  const unread = messages.filter(({ acknowledged }) => !acknowledged);
  if (messages.some(({ actionRequired }) => actionRequired)) return '!';
  if (unread.length === 0) return '';
  return unread.length > 9 ? '9+' : String(unread.length);
}
