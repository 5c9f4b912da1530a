/** Second factors of the tests: codes worked out by RFC 6238 alone, and users who add an authenticator app. */
import { createHmac } from 'node:crypto';
import type { TestApp } from './app.ts';
import { Authenticator } from './authenticator.ts';
import { PASSWORD } from './people.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The six digits that an authenticator app shows at a time, milliseconds since the epoch. */
export function codeAt(secret: string, now: number): string {
  const bits = Array.from(secret.replace(/=+$/, ''), (letter) =>
    BASE32.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

export interface AddedTotp {
  readonly id: string;
  readonly secret: string;
  /** Empty unless it was the user's first factor. */
  readonly recoveryCodes: readonly string[];
}

/** Adds an authenticator app to the account of a session. */
export async function addTotp(app: TestApp, as: string): Promise<AddedTotp> {
  const begun = await app.call('POST /v1/users/factors', { as, body: { kind: 'totp', name: 'Phone' } });
  if (!('secret' in begun.body)) throw new Error(`Adding a factor: ${JSON.stringify(begun.body)}`);
  const { id, secret } = begun.body;
  const confirmed = await app.call('POST /v1/users/factors/{factorId}/confirm', {
    as,
    params: { factorId: id },
    body: { code: codeAt(secret, app.clock.now()) },
  });
  if (confirmed.status !== 200) throw new Error(`Confirming a factor: ${JSON.stringify(confirmed.body)}`);
  return { id, secret, recoveryCodes: confirmed.body.recoveryCodes ?? [] };
}

/** Adds a passkey to the account of a session. */
export async function addPasskey(
  app: TestApp,
  as: string,
): Promise<{ readonly id: string; readonly authenticator: Authenticator }> {
  const begun = await app.call('POST /v1/users/factors', { as, body: { kind: 'passkey', name: 'Laptop' } });
  if (!('options' in begun.body)) throw new Error(`Adding a passkey: ${JSON.stringify(begun.body)}`);
  const { id, options } = begun.body;
  const authenticator = new Authenticator();
  const confirmed = await app.call('POST /v1/users/factors/{factorId}/confirm', {
    as,
    params: { factorId: id },
    body: { attestation: authenticator.register(options) },
  });
  if (confirmed.status !== 200) throw new Error(`Confirming a passkey: ${JSON.stringify(confirmed.body)}`);
  return { id, authenticator };
}

/** Gives the right password of a user with a factor; the sign-in waits for its confirmation. */
export async function beginSignIn(app: TestApp, email: string, password = PASSWORD) {
  const { status, body } = await app.call('POST /v1/users/authenticate', { body: { email, password } });
  if (!('mfaToken' in body)) throw new Error(`Signing in ${email}: ${status} ${JSON.stringify(body)}`);
  return body;
}
