/** Authorisations: what somebody granted at Xero for an entity, and the tokens, sealed. */
import * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import { unknownEntity } from '../entities/entity-store.ts';
import type { Ids } from '../lib/ids.ts';
import type { XeroTenantId } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import {
  commit,
  commitOne,
  type Condition,
  type Item,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../store/table.ts';

const Connection = z.object({
  connectionId: z.string(),
  tenantId: z.string().transform((id) => id as XeroTenantId),
  name: z.string(),
});

const AuthorisationItem = z.object({
  authorisationId: z.string(),
  entityId: z.string(),
  /** The Xero organisations chosen on the consent page. */
  connections: z.array(Connection),
  /** Access and refresh token (`token-seal.ts`). */
  sealed: z.string(),
  /** Instants in milliseconds: when the access token ends, and when the tokens were last replaced. */
  expiresAt: z.number(),
  refreshedAt: z.number(),
  /** Xero takes its refresh token no more: somebody has to consent again. */
  lost: z.boolean(),
  /** Counts every attempt at replacing the tokens. */
  version: z.number(),
});

export type Authorisation = Readonly<z.output<typeof AuthorisationItem>>;

/** Days after which a consent that linked nothing is forgotten. */
const UNUSED_DAYS = 7;

const authorisationOf = (item: Item): Authorisation => AuthorisationItem.parse(item);

export async function readAuthorisation(
  table: TableReader,
  authorisationId: string,
): Promise<Authorisation | null> {
  const item = await table.get(keys.xeroAuthorisation(authorisationId));
  return item ? authorisationOf(item) : null;
}

/**
 * Stores a new authorisation as the one that its entity can be linked by; it expires unless that happens.
 * @throws Refusal `not-found` when the entity is gone.
 */
export async function keepAuthorisation(table: Table, authorisation: Authorisation): Promise<void> {
  const { authorisationId, entityId, refreshedAt } = authorisation;
  const ttl = Math.ceil(refreshedAt / 1000) + UNUSED_DAYS * 86_400;
  await commit(table, [
    { put: { ...keys.xeroAuthorisation(authorisationId), ...authorisation, ttl }, if: 'absent' },
    {
      update: keys.anchor(entityId),
      set: { granted: authorisationId },
      if: 'present',
      otherwise: unknownEntity,
    },
  ]);
}

/** The id of the authorisation that somebody granted last for an entity, or null. */
export async function latestAuthorisation(table: TableReader, entityId: string): Promise<string | null> {
  const anchor = await table.get(keys.anchor(entityId));
  return z.object({ granted: z.string().optional() }).parse(anchor ?? {}).granted ?? null;
}

export const notAuthorised = (): Refusal =>
  new Refusal('conflict', 'connection/not-authorised', 'Please connect to Xero first.');

/** Keeps an authorisation for good once it links an entity. */
export const useAuthorisation = (authorisationId: string): Write => ({
  update: keys.xeroAuthorisation(authorisationId),
  remove: ['ttl'],
  if: 'present',
  otherwise: notAuthorised,
});

export async function deleteAuthorisation(table: Table, authorisationId: string): Promise<void> {
  await commitOne(table, { delete: keys.xeroAuthorisation(authorisationId) });
}

/** The right to refresh an authorisation's tokens, which one process has at a time. */
export interface RefreshClaim {
  readonly authorisationId: string;
  readonly holder: string;
  readonly version: number;
}

/** How long a claim lasts: longer than a refresh can take, its repetitions included. */
const CLAIM_MS = 90_000;

/** Claims the refresh of the tokens that were read. Returns null when another process holds a claim or has refreshed. */
export async function claimRefresh(
  table: Table,
  { authorisationId, version }: Authorisation,
  { now, ids }: { readonly now: number; readonly ids: Ids },
): Promise<RefreshClaim | null> {
  const holder = ids.uuid();
  const isFree: Condition = {
    any: [
      ['claimedUntil', 'absent'],
      ['claimedUntil', '<=', now],
      // The SDK repeats a write whose answer was lost.
      ['claimedBy', '=', holder],
    ],
  };
  const isClaimed = await tryCommitOne(table, {
    update: keys.xeroAuthorisation(authorisationId),
    set: { claimedBy: holder, claimedUntil: now + CLAIM_MS },
    if: { all: [['version', '=', version], isFree] },
  });
  return isClaimed ? { authorisationId, holder, version } : null;
}

/** Whether somebody claimed the refresh and can't be at it any more, though nothing came of it. */
export async function isClaimOver(
  table: TableReader,
  authorisationId: string,
  now: number,
): Promise<boolean> {
  const item = await table.get(keys.xeroAuthorisation(authorisationId));
  const { claimedUntil } = z.object({ claimedUntil: z.number().optional() }).parse(item ?? {});
  return claimedUntil !== undefined && claimedUntil <= now;
}

/** Ends a claim with its outcome: new tokens, the loss of the authorisation, or nothing. Ignores a lost claim. */
export async function endClaim(
  table: Table,
  { authorisationId, holder, version }: RefreshClaim,
  outcome: Partial<Pick<Authorisation, 'sealed' | 'expiresAt' | 'refreshedAt' | 'lost'>>,
): Promise<void> {
  await tryCommitOne(table, {
    update: keys.xeroAuthorisation(authorisationId),
    set: { ...outcome, version: version + 1 },
    remove: ['claimedBy', 'claimedUntil'],
    if: ['claimedBy', '=', holder],
  });
}
