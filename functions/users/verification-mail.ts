import type { Base } from '../services/context.ts';
import type { Mail } from '../services/mail/port.ts';
import { verifyAddress } from '../services/mail/templates.ts';
import type { Write } from '../store/table.ts';
import { mailToken } from '../records/users/mail-tokens.ts';
import type { StoredUser } from '../records/users/user.ts';

type Addressee = Pick<StoredUser, 'userId' | 'email' | 'addressVersion' | 'passwordVersion'>;

/** Returns the mail that confirms an address, the user's or a new one. The caller sends it once the token is stored. */
export function verificationMail(
  { ids, clock, origin }: Pick<Base, 'ids' | 'clock' | 'origin'>,
  user: Addressee,
): { write: Write; letter: Parameters<Mail['send']>[0] } {
  const { token, write } = mailToken('verify', ids.secret(), user, clock.now());
  return {
    write,
    letter: { to: user.email, ...verifyAddress({ link: `${origin}/verify?token=${token}` }) },
  };
}
