/** Users: who they are and how they prove it. The only reader and writer of their items. */
import * as z from 'zod';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { keys, normaliseEmail } from '../store/keys.ts';
import {
  commit,
  commitOne,
  type Item,
  type Table,
  type TableReader,
  tryCommit,
  tryCommitOne,
  type Write,
} from '../store/table.ts';
import { PORTAL_THEMES } from './routes.ts';

const UserItem = z.object({
  userId: z.string(),
  /** As typed; two addresses that differ in case alone are the same. */
  email: z.string(),
  givenName: z.string(),
  surname: z.string(),
  isVerified: z.boolean(),
  /** False only by an operator's hand: no sign-in, no refresh. */
  active: z.boolean(),
  passwordHash: z.string(),
  /** Counts changes: sessions and mail tokens made before the last one are void. */
  passwordVersion: z.number(),
  /** Counts changes: mail tokens made before the last one are void. */
  addressVersion: z.number(),
  portalTheme: z.enum(PORTAL_THEMES),
  /** Where the next sign-in leads. */
  lastTenantId: z.string().nullable(),
  leadAttribution: z.record(z.string(), z.string()),
  createdAt: z.string(),
});

export type StoredUser = Readonly<z.output<typeof UserItem>>;

/** Of nobody: read where an address is unknown, so that it costs the same time. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const EmailGuard = z.object({ userId: z.string() });

export const fullName = ({ givenName, surname }: Pick<StoredUser, 'givenName' | 'surname'>): string =>
  `${givenName} ${surname}`;

export async function findUser(table: TableReader, userId: string): Promise<StoredUser | null> {
  return userOf(await table.get(keys.user(userId)));
}

/** The user of a session. @throws Error when there is none: sessions end with their user. */
export async function readUser(table: TableReader, userId: string): Promise<StoredUser> {
  const user = await findUser(table, userId);
  if (!user) throw new Error(`There is no user ${userId}`);
  return user;
}

export async function readUsers(table: TableReader, userIds: readonly string[]): Promise<StoredUser[]> {
  const items = await table.getMany(userIds.map(keys.user));
  return items.flatMap((item) => userOf(item) ?? []);
}

/** The user with an address, in the same two reads whether or not there is one. */
export async function findUserByEmail(table: TableReader, email: string): Promise<StoredUser | null> {
  const guard = EmailGuard.safeParse(await table.get(keys.address(email)));
  return findUser(table, guard.success ? guard.data.userId : NOBODY);
}

function userOf(item: Item | undefined): StoredUser | null {
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

/** A user as registered: nothing changed yet, nothing chosen. */
export const newUser = (user: NewUser): StoredUser => ({
  ...user,
  active: true,
  passwordVersion: 1,
  addressVersion: 1,
  portalTheme: 'classic',
});

/** Stores a new user. The refusal of an address in use fits any failure, so that it doesn't confirm the address. */
export function newUserWrites(user: StoredUser): readonly [Write, Write] {
  const { userId, email } = user;
  return [
    { put: { ...keys.address(email), userId }, if: 'absent', otherwise: notRegistered },
    { put: { ...keys.user(userId), ...user }, if: 'absent' },
  ];
}

function notRegistered(): Refusal {
  const message =
    "Oops! Something went wrong. We couldn't register your account right now. Please try again later.";
  return invalid('body', 'user/not-registered', message);
}

export type AccountDetails = Pick<StoredUser, 'givenName' | 'surname' | 'email'>;

/** Whether the change is to another mailbox, and not merely to other capitals. */
export const isOtherAddress = (user: StoredUser, email: string): boolean =>
  normaliseEmail(user.email) !== normaliseEmail(email);

/**
 * Changes names and address. A new address is unverified, and voids what was mailed to the old one.
 * @throws Refusal `invalid` for an address in use, without confirming it; `conflict` when the user's address has
 * changed.
 */
export async function updateDetails(
  table: Table,
  user: StoredUser,
  details: AccountDetails,
  more: readonly Write[],
): Promise<StoredUser> {
  const { userId } = user;
  const update = {
    update: keys.user(userId),
    set: { ...details },
    if: ['email', '=', user.email],
    otherwise: userChanged,
  } as const;
  if (!isOtherAddress(user, details.email)) {
    await commit(table, [update, ...more]);
    return { ...user, ...details };
  }
  await commit(table, [
    { ...update, set: { ...details, isVerified: false }, add: { addressVersion: 1 } },
    { put: { ...keys.address(details.email), userId }, if: 'absent', otherwise: notUpdated },
    { delete: keys.address(user.email), if: ['userId', '=', userId] },
    ...more,
  ]);
  return { ...user, ...details, isVerified: false, addressVersion: user.addressVersion + 1 };
}

const userChanged = (): Refusal =>
  new Refusal('conflict', 'user/changed', 'Your account has just been changed. Please reload it.');

const notUpdated = (): Refusal =>
  invalid('body', 'user/not-updated', 'Something went wrong. Please check your details and try again.');

export async function setTheme(
  table: Table,
  userId: string,
  portalTheme: StoredUser['portalTheme'],
  more: readonly Write[],
): Promise<void> {
  await commit(table, [{ update: keys.user(userId), set: { portalTheme }, if: 'present' }, ...more]);
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

/** Replaces the password that was read, and voids every earlier session and mail token. */
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

/** Remembers where the user works, for the next sign-in. */
export async function rememberTenant(table: Table, user: StoredUser, tenantId: string | null): Promise<void> {
  if (user.lastTenantId === tenantId) return;
  await commitOne(table, {
    update: keys.user(user.userId),
    set: { lastTenantId: tenantId },
    if: 'present',
  });
}
