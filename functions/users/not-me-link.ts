import type { Base } from '../services/context.ts';
import type { Write } from '../store/table.ts';
import { mailToken } from '../records/users/mail-tokens.ts';
import type { StoredUser } from '../records/users/user.ts';

/**
 * Returns the link “This wasn’t me” for a mail about a change, and the write of its token, which belongs to the
 * transaction of the change.
 */
export function notMeLink(
  { ids, clock, origin }: Pick<Base, 'ids' | 'clock' | 'origin'>,
  user: StoredUser,
): { readonly write: Write; readonly link: string } {
  const { token, write } = mailToken('not-me', ids.secret(), user, clock.now());
  return { write, link: `${origin}/not-me?token=${token}` };
}
