import type { Base } from '../services/context.ts';
import type { Mail } from '../services/mail/port.ts';
import { verifyAddress } from '../services/mail/templates.ts';
import type { Write } from '../store/table.ts';
import { mailTokenWrite } from '../records/users/mail-tokens.ts';
import type { StoredUser } from '../records/users/user.ts';

type Addressee = Pick<StoredUser, 'userId' | 'email' | 'givenName' | 'addressVersion' | 'passwordVersion'>;

/** Returns the mail that confirms an address. The caller sends it once the token is stored. */
export function verificationMail(
  { ids, clock, origin }: Pick<Base, 'ids' | 'clock' | 'origin'>,
  user: Addressee,
): { write: Write; letter: Parameters<Mail['send']>[0] } {
  const token = ids.secret();
  const content = verifyAddress({ givenName: user.givenName, link: `${origin}/verify?token=${token}` });
  return {
    write: mailTokenWrite('verify', token, user, clock.now()),
    letter: { to: user.email, ...content },
  };
}
