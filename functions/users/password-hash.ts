/** Password hashes: argon2id, as PHC strings, which include the parameters. */
import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Base } from '../services/context.ts';
import type { PasswordCost } from '../services/password-cost.ts';

const SALT_BYTES = 16;
const HASH_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

export async function hashPassword(
  password: string,
  { ids, passwordCost }: Pick<Base, 'ids' | 'passwordCost'>,
): Promise<string> {
  const salt = Buffer.from(ids.secret(), 'base64url').subarray(0, SALT_BYTES);
  return format(passwordCost, salt, await hash(password, passwordCost, salt, HASH_BYTES));
}

/** @throws Error when `phc` is not a hash of this module. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const { cost, salt, expected } = parse(phc);
  return timingSafeEqual(await hash(password, cost, salt, expected.length), expected);
}

/** Returns whether a hash was made at another cost and should be replaced at the next sign-in. */
export function needsRehash(phc: string, { memory, passes, parallelism }: PasswordCost): boolean {
  const { cost } = parse(phc);
  return cost.memory !== memory || cost.passes !== passes || cost.parallelism !== parallelism;
}

/** Returns a hash that no password matches. The check of an unknown account uses it, so that it takes the same time. */
export const unmatchableHash = (cost: PasswordCost): string =>
  format(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/** Hashes the NFKC form, because keyboards encode the same characters differently. */
async function hash(password: string, cost: PasswordCost, nonce: Buffer, tagLength: number): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost });
}

function format({ memory, passes, parallelism }: PasswordCost, salt: Buffer, derived: Buffer): string {
  const [saltText, hashText] = [salt, derived].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${saltText}$${hashText}`;
}

function parse(phc: string): { cost: PasswordCost; salt: Buffer; expected: Buffer } {
  const [, memory, passes, parallelism, salt, expected] = PHC.exec(phc) ?? [];
  if (salt === undefined || expected === undefined) throw new Error('This is not an argon2id hash');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    expected: Buffer.from(expected, 'base64'),
  };
}
