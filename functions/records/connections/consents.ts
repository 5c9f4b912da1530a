/** Consents under way at Xero: each is finished once, within ten minutes, by the session or browser that began it. */
import * as z from 'zod';
import { invalid, type Refusal } from '../../../domain/refusal.ts';
import { digest } from '../../lib/digest.ts';
import { keys } from '../../store/keys.ts';
import { commitOne, type Table } from '../../store/table.ts';

const LIFETIME_MS = 10 * 60_000;

const Begun = z.object({
  redirectPath: z.string(),
  /** The session that began it, or the digest of an anonymous browser's cookie. */
  by: z.string(),
  /** The entity to be linked; null for a sign-up. */
  entityId: z.string().nullable(),
  /** Xero copies it into the identity token of this consent's code, so that a code of another consent is refused. */
  nonce: z.string(),
  expiresAt: z.number(),
});

export type Consent = Readonly<z.output<typeof Begun>>;

/** Stores a consent under `state`, which Xero returns. */
export async function beginConsent(
  table: Table,
  state: string,
  consent: Omit<Consent, 'expiresAt'>,
  now: number,
): Promise<void> {
  const expiresAt = now + LIFETIME_MS;
  await commitOne(table, {
    put: { ...keys.oauthState(digest(state)), ...consent, expiresAt, ttl: Math.ceil(expiresAt / 1000) },
  });
}

/** @throws Refusal `invalid` for a state that is unknown, used or expired. */
export async function readConsent(table: Table, state: string, now: number): Promise<Consent> {
  const item = await table.get(keys.oauthState(digest(state)));
  const consent = item && Begun.parse(item);
  if (!consent || consent.expiresAt <= now) throw invalidState();
  return consent;
}

/**
 * Marks a consent as used.
 * @throws Refusal `invalid` when `by` did not begin it, or it has just been used.
 */
export async function useConsent(table: Table, state: string, consent: Consent, by: string): Promise<void> {
  if (consent.by !== by) throw invalidState();
  await commitOne(table, { delete: keys.oauthState(digest(state)), if: 'present', otherwise: invalidState });
}

function invalidState(): Refusal {
  const message = 'This authorisation has expired or was begun elsewhere. Please reconnect to Xero.';
  return invalid('state', 'connection/state', message);
}
