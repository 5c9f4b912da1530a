/** Access to Xero on behalf of an authorisation: its token, refreshed by one process at a time. */
import * as z from 'zod';
import { lookAfterLink } from '../records/entities/links.ts';
import type { XeroServices } from '../services/context.ts';
import { XeroError, type XeroTokens } from '../services/xero/port.ts';
import type { Vault } from '../services/vault.ts';
import {
  type XeroAuthorisation,
  claimRefresh,
  endClaim,
  isClaimOver,
  readAuthorisation,
  type RefreshClaim,
} from '../records/connections/authorisations.ts';

const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });

/** An access token isn't used in its last two minutes: a call must not outlast it. */
const SPARE_MS = 120_000;
const WAIT_MS = 300;
const REFRESH_ATTEMPTS = 3;
/** The pause after the first failed attempt. */
const PAUSE_MS = 500;

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
  const sealed = await vault.seal(JSON.stringify(kept), authorisationId);
  return { sealed, expiresAt: now + tokens.expiresInSeconds * 1000, refreshedAt: now };
}

/**
 * Returns an access token that stays valid for some minutes. While another process refreshes, waits for its outcome, at
 * most until `until`. `rejected` is a token that Xero has just refused although it had not expired.
 * @throws XeroError `unauthorised` when the authorisation is lost, `unavailable` when Xero doesn't answer.
 */
export async function accessToken(
  services: XeroServices,
  authorisationId: string,
  { until, rejected }: { readonly until: number; readonly rejected?: string | undefined },
): Promise<string> {
  const { table, vault, clock, timers, ids } = services;
  for (;;) {
    const authorisation = await readAuthorisation(table, authorisationId);
    if (!authorisation || authorisation.lost) throw new XeroError('unauthorised');
    const tokens = Tokens.parse(JSON.parse(await vault.open(authorisation.sealed, authorisationId)));
    const now = clock.now();
    if (now < authorisation.expiresAt - SPARE_MS && tokens.accessToken !== rejected) {
      return tokens.accessToken;
    }
    const claim = await claimRefresh(table, authorisation, { now, ids });
    if (claim)
      return refresh(services, claim, tokens.refreshToken, { entityId: authorisation.entityId, until });
    if (clock.now() + WAIT_MS > until) throw new XeroError('unavailable');
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
  const isLeftOpen = await isClaimOver(services.table, authorisationId, services.clock.now());
  if (isLeftOpen) await accessToken(services, authorisationId, { until });
}

/**
 * Refreshes the tokens, repeatedly until `until` while Xero doesn't answer: the previous refresh token works for half an hour, and
 * after that the authorisation would be lost.
 */
async function refresh(
  services: XeroServices,
  claim: RefreshClaim,
  refreshToken: string,
  { entityId, until }: { readonly entityId: string; readonly until: number },
): Promise<string> {
  const { table, xero, vault, clock, timers } = services;
  for (let attempt = 1; ; attempt++) {
    try {
      const tokens = await xero.refresh(refreshToken);
      await endClaim(table, claim, await sealTokens(vault, claim.authorisationId, tokens, clock.now()));
      return tokens.accessToken;
    } catch (error) {
      const isLost = error instanceof XeroError && error.kind === 'unauthorised';
      const pause = attempt * PAUSE_MS;
      if (!isLost && attempt < REFRESH_ATTEMPTS && clock.now() + pause <= until) {
        await timers.sleep(pause);
        continue;
      }
      await endClaim(table, claim, isLost ? { lost: true } : {});
      if (isLost) await lookAfterLink(table, entityId, claim.authorisationId);
      throw error;
    }
  }
}
