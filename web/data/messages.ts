import { useApi, type Answer } from './api.ts';
import { useUser } from './account.ts';

export type Message = Answer<'GET /v1/messages'>[number];

/** Minutes between two polls, set when the site is built. */
const POLL_MINUTES = Number(import.meta.env['VITE_POLL_MINUTES'] ?? 2);

/** Returns the user's messages, newest first, and polls for new ones. */
export function useMessages() {
  const { data: user } = useUser();
  return useApi('GET /v1/messages', user && user.role !== null ? {} : null, {
    refreshInterval: POLL_MINUTES * 60_000,
    // A desktop notification is for users who look at another tab.
    refreshWhenHidden: true,
  });
}

/** Returns the badge of the bell: none, the number of unread messages up to 9+, or ! if one needs action. */
export function badgeOf(messages: readonly Message[]): string {
  const unread = messages.filter(({ acknowledged }) => !acknowledged);
  if (messages.some(({ actionRequired }) => actionRequired)) return '!';
  if (unread.length === 0) return '';
  return unread.length > 9 ? '9+' : String(unread.length);
}
