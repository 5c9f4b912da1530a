/** Xero authorisations: the OAuth grant of a Xero user for an entity, with its sealed tokens. */
import * as z from 'zod';
import { Refusal } from '../../../domain/refusal.ts';
import { unknownEntity } from '../entities/entity.ts';
import type { Ids } from '../../lib/ids.ts';
import type { XeroTenantId } from '../../services/xero/port.ts';
import { keys } from '../../store/keys.ts';
import { GRACE_MS, planRemoval } from './planned-removals.ts';
import {
  commit,
  commitOne,
  type Condition,
  type Item,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';

const Connection = z.object({
  connectionId: z.string(),
  tenantId: z.string().transform((id) => id as XeroTenantId),
  name: z.string(),
});

const AuthorisationItem = z.object({
  authorisationId: z.string(),
  entityId: z.string(),
  /** The Xero user who consented; null where Xero's token names none. */
  xeroUserId: z.string().nullable(),
  /** The Xero organisations chosen on the consent page. */
  connections: z.array(Connection),
  /** Access and refresh token (`access-token.ts`). */
  sealed: z.string(),
  /** Instants in milliseconds: when the access token ends, and when the tokens were last replaced. */
  expiresAt: z.number(),
  refreshedAt: z.number(),
  /** Xero rejects its refresh token; only a new consent restores the access. */
  lost: z.boolean(),
  /** Counts the attempts to refresh the tokens. */
  version: z.number(),
});

export type XeroAuthorisation = Readonly<z.output<typeof AuthorisationItem>>;

const authorisationOf = (item: Item): XeroAuthorisation => AuthorisationItem.parse(item);

export async function readAuthorisation(
  table: TableReader,
  authorisationId: string,
): Promise<XeroAuthorisation | null> {
  const item = await table.get(keys.xeroAuthorisation(authorisationId));
  return item ? authorisationOf(item) : null;
}

/**
 * Stores a new authorisation as the one that its entity can be linked by. Unless that happens within a day, it expires
 * and its connections at Xero are removed.
 * @throws Refusal `not-found` when the entity is gone.
 */
export async function keepAuthorisation(table: Table, authorisation: XeroAuthorisation): Promise<void> {
  const { authorisationId, entityId, refreshedAt, connections } = authorisation;
  const unusedAt = refreshedAt + GRACE_MS;
  const ttl = Math.ceil(unusedAt / 1000);
  await commit(table, [
    { put: { ...keys.xeroAuthorisation(authorisationId), ...authorisation, ttl }, if: 'absent' },
    {
      update: keys.anchor(entityId),
      set: { granted: authorisationId },
      if: 'present',
      otherwise: unknownEntity,
    },
    ...connections.map((connection) => planRemoval(connection, authorisationId, unusedAt)),
  ]);
}

/** Returns the id of the latest authorisation for an entity, or null. */
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

/** Removes an organisation from an authorisation, and the authorisation with its last one. */
export async function removeFromAuthorisation(
  table: Table,
  { authorisationId, connections }: XeroAuthorisation,
  tenantId: XeroTenantId,
): Promise<void> {
  const others = connections.filter((one) => one.tenantId !== tenantId);
  if (others.length === 0) return deleteAuthorisation(table, authorisationId);
  await tryCommitOne(table, {
    update: keys.xeroAuthorisation(authorisationId),
    set: { connections: others },
    if: 'present',
  });
}

/** Deletes an authorisation that links no entity. Returns false for one that does. */
export function deleteUnused(table: Table, authorisationId: string): Promise<boolean> {
  const isUnused: Condition = { any: ['absent', ['ttl', 'present']] };
  return tryCommitOne(table, { delete: keys.xeroAuthorisation(authorisationId), if: isUnused });
}

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
  { authorisationId, version }: XeroAuthorisation,
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

/** Whether a claim has expired without an outcome. */
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
  outcome: Partial<Pick<XeroAuthorisation, 'sealed' | 'expiresAt' | 'refreshedAt' | 'lost'>>,
): Promise<void> {
  await tryCommitOne(table, {
    update: keys.xeroAuthorisation(authorisationId),
    set: { ...outcome, version: version + 1 },
    remove: ['claimedBy', 'claimedUntil'],
    if: ['claimedBy', '=', holder],
  });
}
