/** The factors of a user: authenticator apps and passkeys. A factor counts once it is confirmed, unless it is suspended. */
import * as z from 'zod';
import { conflict, notFound, type Refusal } from '../../../domain/refusal.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { type Item, listUnder, type TableReader, type Write } from '../../store/table.ts';
import type { StoredUser } from './user.ts';

const CONFIRMED_WITHIN_MS = 15 * 60_000;

const common = {
  factorId: z.string(),
  userId: z.string(),
  name: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
  /** Until then the factor waits for its confirmation; absent once confirmed. */
  pendingUntil: z.number().optional(),
  /** Null while it waits. */
  confirmedAt: z.number().nullable(),
  /** The time of a password reset shortly after the factor was added: it does not count until that is decided. */
  suspendedAt: z.number().optional(),
};

const TotpItem = z.object({
  ...common,
  kind: z.literal('totp'),
  sealedSecret: z.string(),
  /** The last time step that was used, so that each is used once. */
  lastStep: z.number(),
});

const PasskeyItem = z.object({
  ...common,
  kind: z.literal('passkey'),
  /** Of the registration; absent once confirmed. */
  challenge: z.string().optional(),
  /** Both base64url; empty until confirmed. */
  credentialId: z.string(),
  publicKey: z.string(),
  counter: z.number(),
  transports: z.array(z.string()),
  /** The user's when the passkey was confirmed or last used together with the password. */
  passwordVersion: z.number(),
});

const FactorItem = z.discriminatedUnion('kind', [TotpItem, PasskeyItem]);

export type TotpFactor = Readonly<z.output<typeof TotpItem>>;
export type PasskeyFactor = Readonly<z.output<typeof PasskeyItem>>;
export type StoredFactor = TotpFactor | PasskeyFactor;

/** Whether a factor confirms sign-ins. */
export const counts = ({ confirmedAt, suspendedAt }: StoredFactor): boolean =>
  confirmedAt !== null && suspendedAt === undefined;

/** The factors that count, the oldest first. */
export async function listFactors(table: TableReader, userId: string): Promise<StoredFactor[]> {
  return (await confirmedFactors(table, userId)).filter(counts);
}

/** The confirmed factors, also suspended ones, the oldest first. */
export async function confirmedFactors(table: TableReader, userId: string): Promise<StoredFactor[]> {
  const factors = await everyFactor(table, userId);
  return factors
    .filter(({ confirmedAt }) => confirmedAt !== null)
    .toSorted((a, b) => a.createdAt - b.createdAt);
}

/** Returns all factors, also those that wait for their confirmation. */
export async function everyFactor(table: TableReader, userId: string): Promise<StoredFactor[]> {
  return (await listUnder(table, keys.user(userId), prefixes.factors)).map(factorOf);
}

/** @throws Refusal `not-found` for a factor that is unknown, confirmed, or waited for too long. */
export async function readPendingFactor(
  table: TableReader,
  { userId, factorId }: Pick<StoredFactor, 'userId' | 'factorId'>,
  now: number,
): Promise<StoredFactor> {
  const item = await table.get(keys.factor(userId, factorId));
  const factor = item && factorOf(item);
  if (factor?.pendingUntil === undefined || factor.pendingUntil <= now) throw unknownFactor();
  return factor;
}

const factorOf = (item: Item): StoredFactor => FactorItem.parse(item);

export function pendingFactorWrite(factor: StoredFactor, now: number): Write {
  const pendingUntil = now + CONFIRMED_WITHIN_MS;
  const item = { ...keys.factor(factor.userId, factor.factorId), ...factor, pendingUntil };
  return { put: { ...item, ttl: Math.ceil(pendingUntil / 1000) }, if: 'absent' };
}

/** Confirms a factor and counts it. `facts` are those that the confirmation proved. */
export function confirmFactorWrites(
  { userId, factorCount }: StoredUser,
  { factorId }: StoredFactor,
  facts: Readonly<Record<string, unknown>>,
  now: number,
): readonly Write[] {
  return [
    {
      update: keys.factor(userId, factorId),
      set: { ...facts, confirmedAt: now },
      remove: ['pendingUntil', 'ttl', 'challenge'],
      if: ['pendingUntil', 'present'],
      otherwise: unknownFactor,
    },
    countWrite({ userId, factorCount }, factorCount + 1),
  ];
}

/** Removes confirmed factors, and counts those that are left and count. */
export function removeFactorsWrites(user: StoredUser, removed: readonly StoredFactor[]): readonly Write[] {
  return [
    ...removed.map(({ userId, factorId }): Write => ({
      delete: keys.factor(userId, factorId),
      if: 'present',
      otherwise: unknownFactor,
    })),
    countWrite(user, user.factorCount - removed.filter(counts).length),
  ];
}

const countWrite = (
  { userId, factorCount }: Pick<StoredUser, 'userId' | 'factorCount'>,
  next: number,
): Write => ({
  update: keys.user(userId),
  set: { factorCount: next },
  if: ['factorCount', '=', factorCount],
  otherwise: factorsChanged,
});

/** Records the use of an authenticator app's code; refused when its time step, or a later one, was used. */
export const totpUsedWrite = (
  { userId, factorId }: StoredFactor,
  {
    step,
    now,
    otherwise,
  }: { readonly step: number; readonly now: number; readonly otherwise: () => Refusal },
): Write => ({
  update: keys.factor(userId, factorId),
  set: { lastStep: step, lastUsedAt: now },
  if: ['lastStep', '<', step],
  otherwise,
});

/** Records the use of a passkey; refused when it was used or removed since it was read. */
export const passkeyUsedWrite = (
  { userId, factorId, counter: before }: PasskeyFactor,
  {
    counter,
    now,
    passwordVersion,
    otherwise,
  }: {
    readonly counter: number;
    readonly now: number;
    /** Of the password that was given together with it. */
    readonly passwordVersion?: number | undefined;
    readonly otherwise: () => Refusal;
  },
): Write => ({
  update: keys.factor(userId, factorId),
  set: { counter, lastUsedAt: now, ...(passwordVersion !== undefined && { passwordVersion }) },
  if: ['counter', '=', before],
  otherwise,
});

export const unknownFactor = (): Refusal =>
  notFound('factor/unknown', 'The factor could not be found. Please add it again.');

const factorsChanged = (): Refusal =>
  conflict('factor/changed', 'Your factors have just been changed. Please check them and try again.');
