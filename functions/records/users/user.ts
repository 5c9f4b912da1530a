/** Users and their credentials. The only reader and writer of their items. */
import * as z from 'zod';
import { PORTAL_THEMES } from '../../../domain/portal-theme.ts';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import type { Role } from '../../../domain/roles.ts';
import { START_PAGES } from '../../../domain/start-page.ts';
import { keys } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  type Item,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';

const EarlierAddress = z.object({
  email: z.string(),
  /** Hash of the token in the restore link. */
  tokenHash: z.string(),
  /** The time when the change was asked for, and the expiry of the link; milliseconds since the epoch. */
  leftAt: z.number(),
  until: z.number(),
  /** The `passwordAddressSince` of that time. */
  passwordAddressSince: z.number().nullable(),
});

/** The proof behind a request for a new address, beside the password. */
const ADDRESS_PROOFS = ['password', 'factor', 'old mailbox', 'old mailbox awaited'] as const;

const PendingAddress = z.object({
  email: z.string(),
  /** The time of the request, or of an earlier one that it replaces; milliseconds since the epoch. */
  askedAt: z.number(),
  /** The time of this request. */
  requestedAt: z.number(),
  until: z.number(),
  proof: z.enum(ADDRESS_PROOFS),
});

/** An address that the user can restore. */
export type EarlierAddress = Readonly<z.output<typeof EarlierAddress>>;

const UserItem = z.object({
  userId: z.string(),
  /** As typed. Addresses are compared without case. */
  email: z.string(),
  givenName: z.string(),
  surname: z.string(),
  isVerified: z.boolean(),
  /** Only an operator sets it to false, which blocks sign-in and refresh. */
  active: z.boolean(),
  passwordHash: z.string(),
  /** Incremented by a new password. Earlier sessions and mail tokens are void. */
  passwordVersion: z.number(),
  /** Incremented whenever sessions are ended, so that a switch under way does not outrun it. */
  sessionsEpoch: z.number(),
  /** Incremented by a new membership, so that none outruns the deletion of the account. */
  membershipsEpoch: z.number(),
  /** Incremented by a new address. Earlier mail tokens are void. */
  addressVersion: z.number(),
  /** Oldest first. */
  earlierAddresses: z.array(EarlierAddress),
  pendingAddress: PendingAddress.optional(),
  /**
   * The last time when the user answered a mail to the address with more than a click, which mail scanners make too:
   * an invitation, a new password, lost factors; null for never.
   */
  mailboxProvenAt: z.number().nullable(),
  /**
   * Since when the address rests on the password alone: it replaced a confirmed one, and neither that mailbox nor a factor
   * stood behind the change. Milliseconds since the epoch; null otherwise.
   */
  passwordAddressSince: z.number().nullable(),
  /** The number of factors that count, so that a transaction can keep the last one. */
  factorCount: z.number(),
  /** The removal of all factors that the user, or an Admin for them, asked for, since they are lost. */
  factorReset: z
    .object({
      /** Milliseconds since the epoch. */
      requestedAt: z.number(),
      dueAt: z.number(),
      /** Hash of the token in the link that cancels it. */
      cancelHash: z.string(),
    })
    .optional(),
  /** The organisation whose subscription has the user's only trial. */
  trialTenantId: z.string().optional(),
  portalTheme: z.enum(PORTAL_THEMES),
  /** Payments are posted without a review first. */
  skipSyncReview: z.boolean().optional(),
  startPage: z.enum(START_PAGES).optional(),
  /** Whether the user wants the daily digest; absent until the user has chosen. */
  digest: z.boolean().optional(),
  firstStepsDismissed: z.array(z.string()),
  /** The organisation of the next sign-in. */
  lastTenantId: z.string().nullable(),
  leadAttribution: z.record(z.string(), z.string()),
  createdAt: z.string(),
});

export type StoredUser = Readonly<z.output<typeof UserItem>>;

export const nameOfUser = async (table: TableReader, userId: string): Promise<string> =>
  fullName(await readUser(table, userId));

/** Returns a user as the author of a change. */
export const authorOf = async (
  table: TableReader,
  { userId }: { readonly userId: string },
): Promise<{ readonly id: string; readonly name: string }> => ({
  id: userId,
  name: await nameOfUser(table, userId),
});

export const fullName = ({ givenName, surname }: Pick<StoredUser, 'givenName' | 'surname'>): string =>
  `${givenName} ${surname}`;

export async function findUser(table: TableReader, userId: string): Promise<StoredUser | null> {
  return userOf(await table.get(keys.user(userId)));
}

/** Returns the user of a session. @throws Error when there is none, because sessions end with their user. */
export async function readUser(table: TableReader, userId: string): Promise<StoredUser> {
  const user = await findUser(table, userId);
  if (!user) throw new Error(`There is no user ${userId}`);
  return user;
}

export async function readUsers(table: TableReader, userIds: readonly string[]): Promise<StoredUser[]> {
  const items = await table.getMany(userIds.map(keys.user));
  return items.flatMap((item) => userOf(item) ?? []);
}

export function userOf(item: Item | undefined): StoredUser | null {
  return item ? UserItem.parse(item) : null;
}

export type NewUser = Pick<
  StoredUser,
  | 'userId'
  | 'email'
  | 'givenName'
  | 'surname'
  | 'isVerified'
  | 'passwordHash'
  | 'lastTenantId'
  | 'leadAttribution'
  | 'createdAt'
>;

export const newUser = (user: NewUser): StoredUser => ({
  ...user,
  active: true,
  passwordVersion: 1,
  addressVersion: 1,
  sessionsEpoch: 0,
  membershipsEpoch: 0,
  earlierAddresses: [],
  mailboxProvenAt: null,
  passwordAddressSince: null,
  factorCount: 0,
  portalTheme: 'classic',
  firstStepsDismissed: [],
});

/** Returns the write of a new user. The guard of the address belongs to the same transaction. */
export const newUserWrite = (user: StoredUser): Write => ({
  put: { ...keys.user(user.userId), ...user },
  if: 'absent',
});

type Preferences = Partial<
  Pick<StoredUser, 'portalTheme' | 'skipSyncReview' | 'startPage' | 'digest' | 'firstStepsDismissed'>
>;

/** Whether the daily digest of an organisation is mailed to a member: Guests get it when they have chosen it. */
export const wantsDigest = ({ digest }: Pick<StoredUser, 'digest'>, role: Role): boolean =>
  digest ?? role !== 'Guest';

/** Stores preferences; those not given stay. */
export async function setPreferences(
  table: Table,
  userId: string,
  preferences: Preferences,
  more: readonly Write[],
): Promise<void> {
  await commit(table, [{ update: keys.user(userId), set: preferences, if: 'present' }, ...more]);
}

/**
 * Returns the write that replaces the password and voids every earlier session and mail token, and an address that waits
 * for its confirmation. `set` changes more of the user.
 */
export function passwordWrite(
  { userId, passwordVersion, factorCount }: StoredUser,
  passwordHash: string,
  set: Partial<Pick<StoredUser, 'isVerified' | 'factorCount' | 'mailboxProvenAt'>> = {},
): Write {
  return {
    update: keys.user(userId),
    set: { ...set, passwordHash },
    add: { passwordVersion: 1 },
    remove: ['pendingAddress'],
    if: {
      all: [
        ['passwordVersion', '=', passwordVersion],
        ['factorCount', '=', factorCount],
      ],
    },
    otherwise: passwordChanged,
  };
}

const passwordChanged = (): Refusal => conflict('user/changed', 'Your password has just been changed.');

/** Stores the same password under a new hash, unless the password has changed. */
export async function storeRehash(table: Table, user: StoredUser, passwordHash: string): Promise<void> {
  await tryCommitOne(table, {
    update: keys.user(user.userId),
    set: { passwordHash },
    if: ['passwordHash', '=', user.passwordHash],
  });
}

export async function rememberTenant(table: Table, user: StoredUser, tenantId: string | null): Promise<void> {
  if (user.lastTenantId === tenantId) return;
  await commitOne(table, {
    update: keys.user(user.userId),
    set: { lastTenantId: tenantId },
    if: 'present',
  });
}

/** Ends what a switch of the session would continue: a switch that read the user before is refused. */
export const endSwitchesWrite = (userId: string): Write => ({
  update: keys.user(userId),
  add: { sessionsEpoch: 1 },
  if: 'present',
});

/** Belongs to the transaction of a new membership, which is refused once the account is gone. */
export const newMembershipWrite = (
  userId: string,
  otherwise: () => Refusal,
  set: Partial<Pick<StoredUser, 'mailboxProvenAt'>> = {},
): Write => ({
  update: keys.user(userId),
  set,
  add: { membershipsEpoch: 1 },
  if: 'present',
  otherwise,
});

/** Gives the user's only trial to an organisation. Returns false where another one has had it. */
export function claimTrial(table: Table, userId: string, tenantId: string): Promise<boolean> {
  return tryCommitOne(table, {
    update: keys.user(userId),
    set: { trialTenantId: tenantId },
    if: {
      all: [
        'present',
        {
          any: [
            ['trialTenantId', 'absent'],
            ['trialTenantId', '=', tenantId],
          ],
        },
      ],
    },
  });
}
