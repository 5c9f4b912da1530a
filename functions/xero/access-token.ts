/** Access to Xero on behalf of an authorisation: its token, refreshed by one process at a time. */
import * as z from 'zod';
import { lookAfterLink } from '../records/entities/links.ts';
import type { XeroServices } from '../services/context.ts';
import { XeroError } from '../services/xero/error.ts';
import type { XeroTokens } from '../services/xero/port.ts';
import type { Vault } from '../services/vault.ts';
import { keys } from '../store/keys.ts';
import { acquire, isAbandoned, type Lease, release } from '../store/lease.ts';
import {
  readAuthorisation,
  storeRefreshed,
  type XeroAuthorisation,
} from '../records/connections/authorisations.ts';

const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });

/** An access token isn't used in its last two minutes: a call must not outlast it. */
const SPARE_MS = 120_000;
/** How long the lease of a refresh lasts: longer than a refresh can take, its repetitions included. */
const LEASE_MS = 90_000;
const WAIT_MS = 300;
const REFRESH_ATTEMPTS = 3;
/** The pause after the first failed attempt. */
const PAUSE_MS = 500;

/** The context that tokens are sealed with. */
const tokensContext = (authorisationId: string): string => `xero ${authorisationId}`;

/** Returns the attributes of an authorisation that hold its tokens. */
export async function sealTokens(
  vault: Vault,
  authorisationId: string,
  tokens: XeroTokens,
  now: number,
): Promise<Pick<XeroAuthorisation, 'sealed' | 'expiresAt' | 'refreshedAt'>> {
  const kept: z.input<typeof Tokens> = {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
  };
  const sealed = await vault.seal(JSON.stringify(kept), tokensContext(authorisationId));
  return { sealed, expiresAt: now + tokens.expiresInSeconds * 1000, refreshedAt: now };
}

/** The tokens of an authorisation that is not stored any more: open, and sealed to be kept. */
export type LastTokens = Pick<XeroTokens, 'accessToken' | 'refreshToken'> &
  Pick<XeroAuthorisation, 'sealed' | 'expiresAt'>;

/** Returns the tokens of an authorisation that is not stored any more, refreshed when they have expired. */
export async function lastTokens(
  { vault, xero, clock }: Pick<XeroServices, 'vault' | 'xero' | 'clock'>,
  { sealed, authorisationId, expiresAt }: Pick<XeroAuthorisation, 'sealed' | 'authorisationId' | 'expiresAt'>,
): Promise<LastTokens> {
  const tokens = Tokens.parse(JSON.parse(await vault.open(sealed, tokensContext(authorisationId))));
  if (clock.now() < expiresAt - SPARE_MS) return { ...tokens, sealed, expiresAt };
  const renewed = await xero.refresh(tokens.refreshToken);
  return { ...renewed, ...(await sealTokens(vault, authorisationId, renewed, clock.now())) };
}

interface Asked {
  /** The end of waiting, milliseconds since the epoch. */
  readonly until: number;
  /** A token that Xero has just refused although it had not expired. */
  readonly rejected?: string | undefined;
}

/**
 * Returns an access token that stays valid for some minutes. While another process refreshes, waits for its outcome.
 * @throws XeroError `unauthorised` when the authorisation is lost, `unavailable` when Xero doesn't answer.
 */
export async function accessToken(
  services: XeroServices,
  authorisationId: string,
  asked: Asked,
): Promise<OpenedToken> {
  const { clock, timers } = services;
  for (;;) {
    const stored = await readTokens(services, authorisationId);
    if (isUsable(stored, asked, clock.now())) return openedOf(stored);
    // One attempt, since the holder stores new tokens before it releases the lease.
    const options = { lastsMs: LEASE_MS, waitUntil: clock.now() };
    const lease = await acquire(services, keys.refreshLease(authorisationId), options);
    if (lease) return refreshHolding(services, lease, authorisationId, asked);
    if (clock.now() + WAIT_MS > asked.until) throw new XeroError('unavailable');
    await timers.sleep(WAIT_MS);
  }
}

/**
 * Repeats a refresh that a process began and did not end. If it died with the new tokens, the previous refresh token
 * works for half an hour more, and after that the access would be lost.
 */
export async function finishRefresh(
  services: XeroServices,
  authorisationId: string,
  until: number,
): Promise<void> {
  const key = keys.refreshLease(authorisationId);
  const isInterrupted = await isAbandoned(services.table, key, services.clock.now());
  if (isInterrupted) await accessToken(services, authorisationId, { until });
}

interface Stored {
  readonly authorisation: XeroAuthorisation;
  readonly tokens: z.output<typeof Tokens>;
}

/** @throws XeroError `unauthorised` when the authorisation is lost. */
async function readTokens({ table, vault }: XeroServices, authorisationId: string): Promise<Stored> {
  const authorisation = await readAuthorisation(table, authorisationId);
  if (!authorisation || authorisation.lost) throw new XeroError('unauthorised');
  const tokens = Tokens.parse(
    JSON.parse(await vault.open(authorisation.sealed, tokensContext(authorisationId))),
  );
  return { authorisation, tokens };
}

/** An access token, and until when a call may start with it, milliseconds since the epoch. */
export interface OpenedToken {
  readonly accessToken: string;
  readonly until: number;
}

const openedOf = ({ authorisation, tokens }: Stored): OpenedToken => ({
  accessToken: tokens.accessToken,
  until: authorisation.expiresAt - SPARE_MS,
});

const isUsable = ({ authorisation, tokens }: Stored, { rejected }: Asked, now: number): boolean =>
  now < authorisation.expiresAt - SPARE_MS && tokens.accessToken !== rejected;

/** Refreshes the tokens, unless another process has refreshed them before it released the lease. */
async function refreshHolding(
  services: XeroServices,
  lease: Lease,
  authorisationId: string,
  asked: Asked,
): Promise<OpenedToken> {
  const { table, clock } = services;
  try {
    const stored = await readTokens(services, authorisationId);
    if (isUsable(stored, asked, clock.now())) return openedOf(stored);
    return await refresh(services, lease, stored, asked.until);
  } finally {
    await release(table, lease);
  }
}

/**
 * Refreshes the tokens, repeatedly until `until` while Xero doesn't answer: the previous refresh token works for half
 * an hour, and after that the authorisation would be lost.
 */
async function refresh(
  services: XeroServices,
  lease: Lease,
  { authorisation, tokens: { refreshToken } }: Stored,
  until: number,
): Promise<OpenedToken> {
  const { table, xero, vault, clock, timers } = services;
  const { authorisationId, entityId } = authorisation;
  let tokens: XeroTokens | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      // Tokens that the table did not store are stored again, since they replace the stored ones at Xero.
      tokens ??= await xero.refresh(refreshToken);
      const sealed = await sealTokens(vault, authorisationId, tokens, clock.now());
      await storeRefreshed(table, authorisation, sealed, lease);
      return { accessToken: tokens.accessToken, until: sealed.expiresAt - SPARE_MS };
    } catch (error) {
      const isLost = error instanceof XeroError && error.kind === 'unauthorised';
      const pause = attempt * PAUSE_MS;
      if (!isLost && attempt < REFRESH_ATTEMPTS && clock.now() + pause <= until) {
        await timers.sleep(pause);
        continue;
      }
      if (isLost) {
        await storeRefreshed(table, authorisation, { lost: true }, lease);
        await lookAfterLink(table, entityId, authorisationId);
      }
      throw error;
    }
  }
}
