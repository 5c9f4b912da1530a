/** The mails that confirm an address. The caller sends them once their token is stored. */
import type { Base } from '../services/context.ts';
import type { Mail } from '../services/mail/port.ts';
import type { MailContent } from '../services/mail/port.ts';
import { confirmNewAddress, releaseAddress, verifyAddress } from '../services/mail/templates.ts';
import { maskedEmail } from '../store/keys.ts';
import type { Write } from '../store/table.ts';
import { mailToken, type Purpose } from '../records/users/mail-tokens.ts';
import type { StoredUser } from '../records/users/user.ts';

type Sender = Pick<Base, 'ids' | 'clock' | 'origin'>;

interface Linked {
  readonly write: Write;
  readonly letter: Parameters<Mail['send']>[0];
}

function linked(
  { ids, clock, origin }: Sender,
  purpose: Purpose,
  user: StoredUser,
  {
    to,
    page,
    content,
  }: { readonly to: string; readonly page: string; readonly content: (link: string) => MailContent },
): Linked {
  // The token names the mailbox that it is sent to.
  const { token, write } = mailToken(purpose, ids.secret(), { ...user, email: to }, clock.now());
  return { write, letter: { to, ...content(`${origin}/${page}?token=${token}`) } };
}

/** Returns the mail that confirms the first address of a user. */
export const verificationMail = (sender: Sender, user: StoredUser): Linked =>
  linked(sender, 'verify', user, {
    to: user.email,
    page: 'verify',
    content: (link) => verifyAddress({ link }),
  });

/** Returns the mail to a new address, which names the account that asked only by its masked address. */
export const confirmationMail = (sender: Sender, user: StoredUser, email: string): Linked =>
  linked(sender, 'verify', user, {
    to: email,
    page: 'confirm-address',
    content: (link) => confirmNewAddress({ link, account: maskedEmail(user.email) }),
  });

/** Returns the mail to the present address that releases a change to a new one. */
export const releaseMail = (sender: Sender, user: StoredUser, email: string): Linked =>
  linked(sender, 'release', user, {
    to: user.email,
    page: 'release-address',
    content: (link) => releaseAddress({ link, email: maskedEmail(email), givenName: user.givenName }),
  });
