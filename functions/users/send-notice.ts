import type { ServicesFor, Base } from '../services/context.ts';
import type { Mail } from '../services/mail/port.ts';
import type { Write } from '../store/table.ts';
import { mailToken } from '../records/users/mail-tokens.ts';
import type { StoredUser } from '../records/users/user.ts';

/** Sends a mail after its action is complete. A failure is logged, since the caller could not repeat the action. */
export async function sendNotice(
  { mail, log }: Pick<ServicesFor<'mail'>, 'mail' | 'log'>,
  letter: Parameters<Mail['send']>[0],
): Promise<void> {
  await mail.send(letter).catch((cause: unknown) => log.error('mail was lost', { error: cause }));
}

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
