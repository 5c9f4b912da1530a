/** Users' addresses. A guard item makes each address unique. `address-changes.ts` changes and restores them. */
import * as z from 'zod';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { keys, normaliseEmail } from '../../store/keys.ts';
import { commit, type Condition, type Table, type TableReader, type Write } from '../../store/table.ts';
import { findUser, type StoredUser } from './user.ts';

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

/** Returns the write that gives an address to a new user. It is refused while another user has or can restore it. */
export const takeAddressWrite = (
  email: string,
  userId: string,
  now: number,
): Extract<Write, { put: unknown }> => ({
  put: { ...keys.address(email), userId },
  if: { any: ['absent', ['reservedUntil', '<=', now]] },
});

/** The condition that an address is free, or the user's own. */
export const isOwnAddress = (userId: string): Condition => ({ any: ['absent', ['userId', '=', userId]] });

/** Whether a user can take an address: no other one has it or can restore it. */
export async function isAvailable(
  table: TableReader,
  email: string,
  userId: string,
  now: number,
): Promise<boolean> {
  const guard = AddressGuard.safeParse(await table.get(keys.address(email)));
  return !guard.success || guard.data.userId === userId || (guard.data.reservedUntil ?? Infinity) <= now;
}

type AccountDetails = Pick<StoredUser, 'givenName' | 'surname' | 'email'>;

/** Returns whether the change is to another mailbox, and not only to another case. */
export const isOtherAddress = (user: StoredUser, email: string): boolean =>
  normaliseEmail(user.email) !== normaliseEmail(email);

/**
 * Changes the names, the case of the address, and which new address waits for its confirmation.
 * @throws Refusal `conflict` when the address has changed since it was read.
 */
export async function updateDetails(
  table: Table,
  user: StoredUser,
  details: AccountDetails & Pick<StoredUser, 'pendingAddress'>,
  more: readonly Write[],
): Promise<StoredUser> {
  const { userId, addressVersion, passwordVersion } = user;
  const { pendingAddress, ...set } = details;
  const update: Write = {
    update: keys.user(userId),
    set: { ...set, ...(pendingAddress && { pendingAddress }) },
    ...(!pendingAddress && { remove: ['pendingAddress'] }),
    if: {
      all: [
        ['addressVersion', '=', addressVersion],
        ['passwordVersion', '=', passwordVersion],
      ],
    },
    otherwise: userChanged,
  };
  await commit(table, [update, ...more]);
  return { ...user, ...details };
}

export const userChanged = (): Refusal =>
  conflict('user/changed', 'Your account has just been changed. Please check it and try again.');
