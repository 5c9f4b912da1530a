/**
 * Users' addresses: lookup, change, and the restore link to an earlier one. A guard item makes each address unique.
 * An address stays reserved for its user for seven days after a change, and the link mailed to it restores it.
 */
import * as z from 'zod';
import { invalid, Refusal } from '../../../domain/refusal.ts';
import { digest } from '../../lib/digest.ts';
import { keys, normaliseEmail } from '../../store/keys.ts';
import { commit, type Condition, type Table, type TableReader, type Write } from '../../store/table.ts';
import { type EarlierAddress, findUser, type StoredUser } from './user.ts';

const RESERVED_MS = 7 * 86_400_000;

/** The most restore links of a user, which limits the size of the user's item. */
const MAX_EARLIER = 20;

/** The id of no user: read for an unknown address, so that the answer takes the same time. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

const AddressGuard = z.object({
  userId: z.string(),
  /** Set when the user has left the address. The user can return to it until then. */
  reservedUntil: z.number().optional(),
});

/** Returns the user of an address. Makes the same two reads for known and unknown addresses. */
export async function findUserByEmail(table: TableReader, email: string): Promise<StoredUser | null> {
  const guard = AddressGuard.safeParse(await table.get(keys.address(email)));
  const isInUse = guard.success && guard.data.reservedUntil === undefined;
  return findUser(table, isInUse ? guard.data.userId : NO_USER);
}

/** Returns the write that reserves an address for a user. It is refused while another user has or can restore it. */
export const takeAddressWrite = (email: string, userId: string, now: number): Write => ({
  put: { ...keys.address(email), userId },
  if: { any: ['absent', ['reservedUntil', '<=', now]] },
});

export type AccountDetails = Pick<StoredUser, 'givenName' | 'surname' | 'email'>;

/** Returns whether the change is to another mailbox, and not only to another case. */
export const isOtherAddress = (user: StoredUser, email: string): boolean =>
  normaliseEmail(user.email) !== normaliseEmail(email);

/**
 * Changes the names and the case of the address.
 * @throws Refusal `conflict` when the address has changed since it was read.
 */
export async function updateDetails(
  table: Table,
  user: StoredUser,
  details: AccountDetails,
  more: readonly Write[],
): Promise<StoredUser> {
  const { userId, addressVersion } = user;
  const update: Write = {
    update: keys.user(userId),
    set: { ...details },
    if: ['addressVersion', '=', addressVersion],
    otherwise: userChanged,
  };
  await commit(table, [update, ...more]);
  return { ...user, ...details };
}

export interface AddressChange {
  readonly details: AccountDetails;
  /** 256 random bits, for the restore link. */
  readonly secret: string;
  readonly now: number;
}

/**
 * Changes the address. The new one is unverified, and earlier mails to the old one are void except the restore
 * link. A change to an earlier address undoes the later changes and creates no link.
 * @returns the user, and the token of the restore link to the old address or null
 * @throws Refusal `invalid` for an address in use, without confirming it; `conflict` when the address has changed
 * since it was read; `throttled` after too many changes in a week.
 */
export async function changeAddress(
  table: Table,
  user: StoredUser,
  { details, secret, now }: AddressChange,
  more: readonly Write[],
): Promise<{ readonly user: StoredUser; readonly restoreToken: string | null }> {
  const { userId } = user;
  const earlier = user.earlierAddresses.filter(({ until }) => now < until);
  const position = earlier.findIndex(({ email }) => !isOtherAddress({ ...user, email }, details.email));
  const isReturn = position !== -1;
  if (!isReturn && earlier.length >= MAX_EARLIER) throw changedTooOften();
  const until = now + RESERVED_MS;
  const left = { email: user.email, tokenHash: digest(secret), leftAt: now, until };
  const earlierAddresses = isReturn ? earlier.slice(0, position) : [...earlier, left];
  const moved = { ...details, isVerified: false, earlierAddresses };
  await commit(table, [
    { ...addressWrite(user, moved), otherwise: userChanged },
    {
      put: { ...keys.address(details.email), userId },
      if: { any: ['absent', ['userId', '=', userId], ['reservedUntil', '<=', now]] },
      otherwise: notUpdated,
    },
    {
      update: keys.address(user.email),
      set: { reservedUntil: until, ttl: Math.ceil(until / 1000) },
      if: ['userId', '=', userId],
    },
    ...more,
  ]);
  return {
    user: { ...user, ...moved, addressVersion: user.addressVersion + 1 },
    restoreToken: isReturn ? null : `${userId}.${secret}`,
  };
}

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
  { passwordHash, factorCount }: Pick<StoredUser, 'passwordHash' | 'factorCount'>,
): readonly Write[] {
  const { userId, earlierAddresses } = user;
  const position = earlierAddresses.indexOf(address);
  const later = [...earlierAddresses.slice(position + 1).map(({ email }) => email), user.email];
  const { email } = address;
  const restored = addressWrite(user, {
    email,
    passwordHash,
    factorCount,
    isVerified: true,
    earlierAddresses: earlierAddresses.slice(0, position),
  });
  const own: Condition = { any: ['absent', ['userId', '=', userId]] };
  return [
    { ...restored, add: { addressVersion: 1, passwordVersion: 1 } },
    { put: { ...keys.address(email), userId }, if: own },
    ...later.map((left) => ({ delete: keys.address(left), if: own })),
  ];
}

function addressWrite(
  { userId, addressVersion, passwordVersion }: StoredUser,
  set: Partial<StoredUser>,
): Extract<Write, { update: unknown }> {
  return {
    update: keys.user(userId),
    set,
    add: { addressVersion: 1 },
    if: {
      all: [
        ['addressVersion', '=', addressVersion],
        ['passwordVersion', '=', passwordVersion],
      ],
    },
  };
}

const userChanged = (): Refusal =>
  new Refusal('conflict', 'user/changed', 'Your account has just been changed. Please reload it.');

const notUpdated = (): Refusal =>
  invalid('body', 'user/not-updated', 'Something went wrong. Please check your details and try again.');

function changedTooOften(): Refusal {
  const message = 'You have changed your email address too often. Please try again in a few days.';
  return new Refusal('throttled', 'user/address-changed-too-often', message);
}
