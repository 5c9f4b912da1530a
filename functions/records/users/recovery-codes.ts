/**
 * Recovery codes: ten, each for one use. A code has 120 random bits, so its plain hash is safe to store; the hash
 * includes the user.
 */
import * as z from 'zod';
import { digest } from '../../lib/digest.ts';
import type { Ids } from '../../lib/ids.ts';
import { keys } from '../../store/keys.ts';
import type { TableReader, Write } from '../../store/table.ts';
import type { Refusal } from '../../../domain/refusal.ts';

const COUNT = 10;
const BYTES = 15;
const GROUP = /.{6}(?=.)/g;

/** Thirty-two characters that are not mistaken for each other. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const CodesItem = z.object({
  /** By hash; a used code is removed. */
  codes: z.record(z.string(), z.literal(true)),
  createdAt: z.number(),
  /** As of a factor. */
  suspendedAt: z.number().optional(),
});

export type StoredCodes = Readonly<z.output<typeof CodesItem>>;

/** Returns ten new codes, to be shown once: `7KQM2X-…`, four groups of six. */
export function newRecoveryCodes(ids: Ids): string[] {
  return Array.from({ length: COUNT }, () => {
    const bytes = Buffer.from(ids.secret(), 'base64url').subarray(0, BYTES);
    return base32(bytes).replaceAll(GROUP, '$&-');
  });
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}

export function recoveryCodesWrite(userId: string, codes: readonly string[], now: number): Write {
  const hashes = Object.fromEntries(codes.map((code) => [hashOf(userId, code), true]));
  return { put: { ...keys.recoveryCodes(userId), codes: hashes, createdAt: now } };
}

/** Uses a code up; refused when it is unknown or was used. */
export function useRecoveryCodeWrite(userId: string, code: string, otherwise: () => Refusal): Write {
  const path = `codes.${hashOf(userId, code)}`;
  return { update: keys.recoveryCodes(userId), remove: [path], if: [path, 'present'], otherwise };
}

export const deleteRecoveryCodesWrite = (userId: string): Write => ({ delete: keys.recoveryCodes(userId) });

/** Returns the codes that count. */
export async function readRecoveryCodes(table: TableReader, userId: string): Promise<StoredCodes | null> {
  const codes = await readAnyCodes(table, userId);
  return codes?.suspendedAt === undefined ? codes : null;
}

/** Returns the codes, also suspended ones. */
export async function readAnyCodes(table: TableReader, userId: string): Promise<StoredCodes | null> {
  const item = await table.get(keys.recoveryCodes(userId));
  return item ? CodesItem.parse(item) : null;
}

export const isLeft = (userId: string, code: string, { codes }: StoredCodes): boolean =>
  Object.hasOwn(codes, hashOf(userId, code));

/** The hash of a code as typed: capitals, spaces and hyphens make no difference. */
const hashOf = (userId: string, code: string): string =>
  digest(`recovery code\n${userId}\n${code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')}`);
