/** The state of a link that was mailed to confirm an address. */
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { isMailed } from '../records/users/address-changes.ts';
import { addressHash, type MailToken, readMailToken } from '../records/users/mail-tokens.ts';
import { findUser, type StoredUser } from '../records/users/user.ts';
import type { TableReader } from '../store/table.ts';

interface Confirmable {
  readonly user: StoredUser;
  /** `first`: it confirms the user's own address; `new`: one that waits; `confirmed`: it has done so. */
  readonly state: 'first' | 'new' | 'confirmed';
}

/** @throws Refusal `invalid` when the link no longer works. */
export async function confirmable(table: TableReader, secret: string, now: number): Promise<Confirmable> {
  const token = await readMailToken(table, 'verify', secret, now);
  const user = token && (await findUser(table, token.userId));
  if (!token || !user || isVoid(user, token)) throw linkInvalid();
  if (isOwn(user, token)) return { user, state: user.isVerified ? 'confirmed' : 'first' };
  if (!isPending(user, token, now)) throw linkInvalid();
  return { user, state: 'new' };
}

const isOwn = ({ email }: StoredUser, token: MailToken): boolean => addressHash(email) === token.addressHash;

/** Whether the user's address has changed since the link was mailed, except to the one that it confirms. */
function isVoid(user: StoredUser, token: MailToken): boolean {
  const version = isOwn(user, token)
    ? [token.addressVersion, token.addressVersion + 1]
    : [token.addressVersion];
  return !version.includes(user.addressVersion);
}

/** Whether the new address still waits. A new password since voids it. */
const isPending = ({ pendingAddress, passwordVersion }: StoredUser, token: MailToken, now: number): boolean =>
  pendingAddress !== undefined &&
  addressHash(pendingAddress.email) === token.addressHash &&
  now < pendingAddress.until &&
  isMailed(pendingAddress) &&
  passwordVersion === token.passwordVersion;

export function linkInvalid(): Refusal {
  const message = 'This link no longer works. Please log in and ask for a new one.';
  return invalid('token', 'verify/invalid', message);
}
