import { dictionary } from '@zxcvbn-ts/language-common';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import type { ServicesFor } from '../services/context.ts';
import type { TableReader } from '../store/table.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import type { StoredUser } from '../records/users/user.ts';

export interface OwnWords {
  readonly givenName: string;
  readonly surname: string;
  readonly email: string;
  readonly organisation: string | null;
}

/** Shorter words are part of many others. */
const LEAST_LETTERS = 4;

let dictionaryInUse: ReadonlySet<string> | undefined;

/** The 49,000 passwords that people choose most, in lowercase. */
const commonPasswords = (): ReadonlySet<string> =>
  (dictionaryInUse ??= new Set(dictionary['passwords-common'].map((password) => password.toLowerCase())));

const SUBSTITUTES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * Refuses passwords that satisfy the rule and are still easy to guess. `field` is the password's name in the body.
 * @throws Refusal `invalid` naming the field.
 */
export async function acceptNewPassword(
  { breaches }: Pick<ServicesFor<'breaches'>, 'breaches'>,
  password: string,
  own: OwnWords,
  field: 'password' | 'Password' | 'NewPassword',
): Promise<void> {
  const common = commonPasswordIn(password);
  if (common !== undefined) {
    throw invalid(field, 'password/common', `Too close to a common password (“${common}”). Choose another.`);
  }
  if (containsOwnWord(password, own)) {
    throw refused(
      field,
      'own-words',
      'Your password must not contain your name, email address or organisation.',
    );
  }
  if (await breaches.has(password)) {
    throw refused(field, 'leaked', 'This password has leaked from another service.');
  }
}

const refused = (field: string, reason: string, message: string): Refusal =>
  invalid(field, `password/${reason}`, `${message} Please choose another one.`);

/** Digits and signs at the ends of a password that hide no common one; with more it is as good as another. */
const MAX_DECORATION = 6;

/**
 * Returns the common password that a password is, also behind capitals, substitutes of letters, and digits and signs at
 * its ends; undefined if it is none.
 */
export function commonPasswordIn(password: string): string | undefined {
  const lower = password.normalize('NFKC').toLowerCase();
  const inner = lower.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const core = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const spelled = plain(lower.replace(/[^\p{L}@$]+$/u, ''));
  return [lower, inner, plain(lower), core, plain(core), spelled].find(
    (variant) =>
      variant.length >= LEAST_LETTERS &&
      lower.length - variant.length <= MAX_DECORATION &&
      commonPasswords().has(variant),
  );
}

const plain = (text: string): string => Array.from(text, (letter) => SUBSTITUTES[letter] ?? letter).join('');

function containsOwnWord(password: string, { givenName, surname, email, organisation }: OwnWords): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  return [givenName, surname, email, ...email.split(/[@.]/), organisation ?? '']
    .flatMap((phrase) => [phrase, ...phrase.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => Array.from(word).length >= LEAST_LETTERS && !COMMON_WORDS.has(word))
    .some((word) => text.includes(word));
}

/** Parts of addresses and names of organisations that say nothing about their user. */
const COMMON_WORDS = new Set(['mail', 'gmail', 'hotmail', 'outlook', 'yahoo', 'info', 'accounts', 'limited']);

/** The words that a user's password must not contain; the organisation is the one used last. */
export async function ownWordsOf(table: TableReader, user: StoredUser): Promise<OwnWords> {
  const tenant = user.lastTenantId === null ? null : await readTenant(table, user.lastTenantId);
  return { ...user, organisation: tenant?.name ?? null };
}
