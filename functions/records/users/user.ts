/** Users and their credentials. The only reader and writer of their items. */
import * as z from 'zod';
import { PORTAL_THEMES } from '../../../domain/portal-theme.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { START_PAGES } from '../../../domain/start-page.ts';
import { keys } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  type Item,
  type Table,
  type TableReader,
  tryCommit,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';

const EarlierAddress = z.object({
  email: z.string(),
  /** Hash of the token in the restore link. */
  tokenHash: z.string(),
  /** The time of the address change, and the expiry of the link; milliseconds since the epoch. */
  leftAt: z.number(),
  until: z.number(),
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
  /** Incremented by a new address. Earlier mail tokens are void. */
  addressVersion: z.number(),
  /** Oldest first. */
  earlierAddresses: z.array(EarlierAddress),
  /** The number of confirmed factors, so that a transaction can keep the last one. */
  factorCount: z.number(),
  /** The removal of all factors that the user asked for, having lost them. */
  factorReset: z
    .object({
      /** Milliseconds since the epoch. */
      dueAt: z.number(),
      /** Hash of the token in the link that cancels it. */
      cancelHash: z.string(),
    })
    .optional(),
  portalTheme: z.enum(PORTAL_THEMES),
  /** Payments are posted without a review first. */
  skipSyncReview: z.boolean().optional(),
  startPage: z.enum(START_PAGES).optional(),
  /** The organisations in which the user has dismissed the first steps. */
  firstStepsDismissed: z.array(z.string()),
  /** The organisation of the next sign-in. */
  lastTenantId: z.string().nullable(),
  leadAttribution: z.record(z.string(), z.string()),
  createdAt: z.string(),
});

export type StoredUser = Readonly<z.output<typeof UserItem>>;

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

/** Returns the user of an item from a combined read. */
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

/** Returns a new user with default settings. */
export const newUser = (user: NewUser): StoredUser => ({
  ...user,
  active: true,
  passwordVersion: 1,
  addressVersion: 1,
  earlierAddresses: [],
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
  Pick<StoredUser, 'portalTheme' | 'skipSyncReview' | 'startPage' | 'firstStepsDismissed'>
>;

/** Stores preferences; those not given stay. */
export async function setPreferences(
  table: Table,
  userId: string,
  preferences: Preferences,
  more: readonly Write[],
): Promise<void> {
  await commit(table, [{ update: keys.user(userId), set: preferences, if: 'present' }, ...more]);
}

/** Marks the user's address as verified. Returns false when it has changed since the token was mailed. */
export function verifyUser(
  table: Table,
  { userId, addressVersion }: Pick<StoredUser, 'userId' | 'addressVersion'>,
  more: readonly Write[],
): Promise<boolean> {
  const sameAddress = ['addressVersion', '=', addressVersion] as const;
  const verified: Write = { update: keys.user(userId), set: { isVerified: true }, if: sameAddress };
  return tryCommit(table, [verified, ...more]);
}

/** Returns the write that replaces the password and voids every earlier session and mail token. */
export function passwordWrite({ userId, passwordVersion }: StoredUser, passwordHash: string): Write {
  return {
    update: keys.user(userId),
    set: { passwordHash },
    add: { passwordVersion: 1 },
    if: ['passwordVersion', '=', passwordVersion],
    otherwise: passwordChanged,
  };
}

const passwordChanged = (): Refusal =>
  new Refusal('conflict', 'user/changed', 'Your password has just been changed.');

/** Stores the same password under a new hash, unless the password has changed. */
export async function storeRehash(table: Table, user: StoredUser, passwordHash: string): Promise<void> {
  await tryCommitOne(table, {
    update: keys.user(user.userId),
    set: { passwordHash },
    if: ['passwordHash', '=', user.passwordHash],
  });
}

/** Stores the user's current organisation for the next sign-in. */
export async function rememberTenant(table: Table, user: StoredUser, tenantId: string | null): Promise<void> {
  if (user.lastTenantId === tenantId) return;
  await commitOne(table, {
    update: keys.user(user.userId),
    set: { lastTenantId: tenantId },
    if: 'present',
  });
}
