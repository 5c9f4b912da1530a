/**
 * Changes of a user's address. A new one takes effect by the link in its own mailbox and a session or the password of the
 * account that asked. While an organisation refuses the user for want of a factor, the mailbox of the present address
 * has to release the change first. The address before it, if it was verified, stays reserved for seven days, and the
 * link mailed to it restores it.
 */
import { conflict, Refusal } from '../../../domain/refusal.ts';
import { digest } from '../../lib/digest.ts';
import { keys } from '../../store/keys.ts';
import type { TableReader, Write } from '../../store/table.ts';
import { isOtherAddress, isOwnAddress, takeAddressWrite, userChanged } from './addresses.ts';
import { type EarlierAddress, findUser, type StoredUser } from './user.ts';

export type PendingAddress = NonNullable<StoredUser['pendingAddress']>;

const WEEK_MS = 7 * 86_400_000;

/** The most restore links of a user, which limits the size of the user's item. */
const MAX_EARLIER = 20;

/** Returns the new address that waits for its confirmation, or null. */
export const pendingEmailOf = ({ pendingAddress }: StoredUser, now: number): string | null =>
  pendingAddress && now < pendingAddress.until ? pendingAddress.email : null;

/**
 * Returns the new address as it waits. A later request replaces an earlier one and keeps its time, since factors added
 * since then go when the old address is restored.
 * @throws Refusal `throttled` after too many changes in a week.
 */
export function pendingAddressOf(
  user: StoredUser,
  email: string,
  proof: PendingAddress['proof'],
  now: number,
): PendingAddress {
  const { returnsTo, earlier } = chainOf(user, email, now);
  if (!returnsTo && earlier.length >= MAX_EARLIER) throw changedTooOften();
  const askedAt = pendingEmailOf(user, now) === null ? now : (user.pendingAddress?.askedAt ?? now);
  return { email, askedAt, requestedAt: now, until: now + WEEK_MS, proof };
}

/** Whether the link of a new address was mailed to it. */
export const isMailed = ({ proof }: PendingAddress): boolean => proof !== 'old mailbox awaited';

/**
 * Returns the write with which the mailbox of the present address releases a change.
 * @param pendingAddress the change as it was read
 */
export const releaseWrite = (
  { userId, addressVersion, passwordVersion }: StoredUser,
  pendingAddress: PendingAddress,
  now: number,
): Write => ({
  update: keys.user(userId),
  set: { pendingAddress: { ...pendingAddress, proof: 'old mailbox', until: now + WEEK_MS } },
  if: {
    all: [
      ['addressVersion', '=', addressVersion],
      ['passwordVersion', '=', passwordVersion],
      ['pendingAddress.email', '=', pendingAddress.email],
    ],
  },
  otherwise: userChanged,
});

interface Confirmation {
  /** 256 random bits, for the restore link. */
  readonly secret: string;
  readonly now: number;
  /** More that changes of the user in the same transaction. */
  readonly set: Partial<Pick<StoredUser, 'factorCount'>>;
}

/**
 * Returns the writes that make the pending address the user's, verified by its link, and the token of the restore link
 * to the old one. There is none to an address that was never verified, and none when the user returns to an earlier
 * address, which undoes the later changes. Mails to the old address are void except the restore link.
 */
export function confirmAddressWrites(
  user: StoredUser,
  { email, askedAt, proof }: PendingAddress,
  { secret, now, set }: Confirmation,
): { readonly writes: readonly Write[]; readonly restoreToken: string | null } {
  const { userId } = user;
  const { earlier, returnsTo } = chainOf(user, email, now);
  const until = now + WEEK_MS;
  const { passwordAddressSince } = user;
  const left = { email: user.email, tokenHash: digest(secret), leftAt: askedAt, until, passwordAddressSince };
  const isRestorable = returnsTo === null && user.isVerified;
  const since = user.isVerified && proof === 'password' ? now : passwordAddressSince;
  const moved = {
    ...set,
    email,
    isVerified: true,
    // An answer to a mail proved the mailbox before.
    mailboxProvenAt: null,
    passwordAddressSince: returnsTo ? returnsTo.passwordAddressSince : since,
    earlierAddresses: isRestorable ? [...earlier, left] : earlier,
  };
  const old = keys.address(user.email);
  const own = ['userId', '=', userId] as const;
  return {
    writes: [
      { ...userWrite(user, moved), otherwise: userChanged },
      {
        ...takeAddressWrite(email, userId, now),
        if: { any: [isOwnAddress(userId), ['reservedUntil', '<=', now]] },
        otherwise: addressTaken,
      },
      user.isVerified
        ? { update: old, set: { reservedUntil: until, ttl: Math.ceil(until / 1000) }, if: own }
        : { delete: old, if: own },
    ],
    restoreToken: isRestorable ? `${userId}.${secret}` : null,
  };
}

/** Whether a mail to the present address was answered with more than a click since a restore link was made. */
export const isProvenSince = ({ mailboxProvenAt }: StoredUser, { until }: EarlierAddress): boolean =>
  (mailboxProvenAt ?? 0) > until - WEEK_MS;

/** Returns the user of a restore link and its address; null when the link no longer works. */
export async function findRestorable(
  table: TableReader,
  token: string,
  now: number,
): Promise<{ readonly user: StoredUser; readonly address: EarlierAddress } | null> {
  const [userId = '', secret = ''] = token.split('.');
  const user = await findUser(table, userId);
  const address = user?.earlierAddresses.find(({ tokenHash }) => tokenHash === digest(secret));
  return user && address && now < address.until ? { user, address } : null;
}

/**
 * Returns the writes that restore an earlier address, verified by its link. They undo every later change: the later
 * addresses and their links end, and mails to them are void.
 */
export function restoreAddressWrites(
  user: StoredUser,
  address: EarlierAddress,
  set: Pick<StoredUser, 'passwordHash' | 'factorCount' | 'mailboxProvenAt'>,
): readonly Write[] {
  const { userId, earlierAddresses } = user;
  const position = earlierAddresses.indexOf(address);
  const later = [...earlierAddresses.slice(position + 1).map(({ email }) => email), user.email];
  const { email, passwordAddressSince } = address;
  const restored = userWrite(user, {
    ...set,
    email,
    isVerified: true,
    passwordAddressSince,
    earlierAddresses: earlierAddresses.slice(0, position),
  });
  const own = isOwnAddress(userId);
  return [
    {
      ...restored,
      add: { addressVersion: 1, passwordVersion: 1 },
      remove: ['pendingAddress', 'factorReset'],
    },
    { put: { ...keys.address(email), userId }, if: own },
    ...later.map((left) => ({ delete: keys.address(left), if: own })),
  ];
}

/** Returns the addresses that the user can restore, up to the one that the user returns to, if it is one of them. */
function chainOf(
  user: StoredUser,
  email: string,
  now: number,
): { readonly earlier: EarlierAddress[]; readonly returnsTo: EarlierAddress | null } {
  const earlier = user.earlierAddresses.filter(({ until }) => now < until);
  const position = earlier.findIndex((left) => !isOtherAddress({ ...user, email: left.email }, email));
  return position === -1
    ? { earlier, returnsTo: null }
    : { earlier: earlier.slice(0, position), returnsTo: earlier[position] ?? null };
}

function userWrite(
  { userId, addressVersion, passwordVersion, factorCount }: StoredUser,
  set: Partial<StoredUser>,
): Extract<Write, { update: unknown }> {
  return {
    update: keys.user(userId),
    set,
    add: { addressVersion: 1 },
    remove: ['pendingAddress'],
    if: {
      all: [
        ['addressVersion', '=', addressVersion],
        ['passwordVersion', '=', passwordVersion],
        ['factorCount', '=', factorCount],
      ],
    },
  };
}

const addressTaken = (): Refusal =>
  conflict('user/address-taken', 'This email address is in use by another account by now.');

function changedTooOften(): Refusal {
  const message = 'You have changed your email address too often. Please try again in a few days.';
  return new Refusal('throttled', 'user/address-changed-too-often', message);
}
