/** The place of drafts of forms: in this tab, for a user, an organisation and a page. */
import { claimsOf, readSession, tenantOf, type Session } from '../data/stored-session.ts';

const PREFIX = 'paydown.draft';

/** Returns the storage key of the current page's draft. */
export const draftKeyOfPage = (): string => draftKeyOf(location.pathname);

export function draftKeyOf(path: string): string {
  const session = readSession();
  return [PREFIX, userOf(session), tenantOf(session), path].join(' ');
}

/** Deletes every draft of this tab on log-out. */
export function deleteDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}

/** Deletes drafts that another user typed in this tab. */
export function deleteOtherUsersDrafts(): void {
  const own = `${PREFIX} ${userOf(readSession())} `;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && !key.startsWith(own)) sessionStorage.removeItem(key);
  }
}

function userOf(session: Session | null): string {
  return String(claimsOf(session?.token)['sub']);
}
