/** Xero authorisations: the OAuth grant of a Xero user for an entity, with its sealed tokens. */
import * as z from 'zod';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { unknownEntity } from '../entities/entity.ts';
import type { XeroTenantId } from '../../services/xero/port.ts';
import { keys } from '../../store/keys.ts';
import { type Lease, whileHeld } from '../../store/lease.ts';
import { GRACE_MS, planRemoval } from './planned-removals.ts';
import {
  commit,
  commitAll,
  commitOne,
  type Condition,
  type Item,
  type Table,
  type TableReader,
  tryCommit,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';

/** How long the sweep of connections may take to end an authorisation that links nothing. */
const SWEEPS_MS = 3 * GRACE_MS;

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
  /** Counts the refreshes; of two copies of an authorisation, the higher one has the valid tokens. */
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

/** The session that gave a consent, in an organisation of ours. */
interface ConsentedBy {
  readonly userId: string;
  readonly sessionId: string;
  readonly tenantId: string;
}

/**
 * Stores a new authorisation as the one that its entity can be linked by, and as the latest of the session, by which it
 * can link several entities. Unless one is linked within a day, the sweep of connections removes those of it at Xero and
 * deletes it.
 * @throws Refusal `not-found` when the entity is gone.
 */
export async function keepAuthorisation(
  table: Table,
  authorisation: XeroAuthorisation,
  { userId, sessionId, tenantId }: ConsentedBy,
): Promise<void> {
  const { authorisationId, entityId, refreshedAt, connections } = authorisation;
  const dueAt = refreshedAt + GRACE_MS;
  // The sweep needs its tokens, and may fail for some nights.
  const ttl = Math.ceil((dueAt + SWEEPS_MS) / 1000);
  await commitAll(table, connections, (some) =>
    some.map((connection) => planRemoval(connection, authorisation, { dueAt, tokens: null })),
  );
  await commit(table, [
    { put: { ...keys.xeroAuthorisation(authorisationId), ...authorisation, ttl }, if: 'absent' },
    {
      update: keys.anchor(entityId),
      set: { granted: authorisationId },
      if: 'present',
      otherwise: unknownEntity,
    },
    {
      put: {
        ...keys.latestConsent(userId, sessionId),
        authorisationId,
        tenantId,
        ttl: Math.ceil(dueAt / 1000),
      },
    },
  ]);
}

const LatestConsent = z.object({ authorisationId: z.string(), tenantId: z.string() });

/** Returns the authorisation of the session's latest consent in the organisation; null for none, or one that has ended. */
export async function readConsented(
  table: TableReader,
  { userId, sessionId, tenantId }: ConsentedBy,
): Promise<XeroAuthorisation | null> {
  const item = await table.get(keys.latestConsent(userId, sessionId));
  const latest = item && LatestConsent.parse(item);
  return latest?.tenantId === tenantId ? readAuthorisation(table, latest.authorisationId) : null;
}

export async function latestAuthorisation(table: TableReader, entityId: string): Promise<string | null> {
  const anchor = await table.get(keys.anchor(entityId));
  return z.object({ granted: z.string().optional() }).parse(anchor ?? {}).granted ?? null;
}

export const notAuthorised = (): Refusal =>
  conflict('connection/not-authorised', 'Please link to Xero first.');

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

/** The outcome of a refresh: new tokens, or the loss of the authorisation. */
type Refreshed = Pick<XeroAuthorisation, 'sealed' | 'expiresAt' | 'refreshedAt'> | { readonly lost: true };

/** Stores the outcome of a refresh. Does nothing after the lease was lost, or when the authorisation is gone. */
export async function storeRefreshed(
  table: Table,
  { authorisationId, version }: XeroAuthorisation,
  refreshed: Refreshed,
  lease: Lease,
): Promise<void> {
  const set = { ...refreshed, version: version + 1 };
  await tryCommit(table, [
    { update: keys.xeroAuthorisation(authorisationId), set, if: ['version', '=', version] },
    whileHeld(lease),
  ]);
}

/** Returns the sentence about a Xero organisation to which the access has ended. */
export const accessLost = (organisation: string): string =>
  `Paydown no longer has access to ${organisation} in Xero. Reconnect it to continue syncing.`;
