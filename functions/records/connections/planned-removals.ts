/**
 * The connections at Xero that this installation has made, each with the day from which it is removed unless an entity
 * is linked by it: a day after the consent, or at once after a removal that failed. A record lasts as long as Xero has
 * the connection.
 */
import * as z from 'zod';
import type { XeroConnection, XeroTenantId } from '../../services/xero/port.ts';
import { keys, places } from '../../store/keys.ts';
import { commitOne, type Item, type Table, type TableReader, type Write } from '../../store/table.ts';
import { listDated } from '../../store/dated.ts';

/** How long a consent may stay without a link before it is withdrawn. */
export const GRACE_MS = 86_400_000;

/** How long Xero accepts a refresh token that isn't used. */
export const TOKENS_MS = 60 * 86_400_000;

const KeptTokens = z.object({
  sealed: z.string(),
  /** When the access token ends, and when all of it is forgotten, milliseconds since the epoch. */
  expiresAt: z.number(),
  keptUntil: z.number(),
});

/** The sealed tokens (`access-token.ts`) of an authorisation that is deleted: they may remove the user's connections. */
export type KeptTokens = Readonly<z.output<typeof KeptTokens>>;

const RemovalItem = z.object({
  connectionId: z.string(),
  tenantId: z.string().transform((id) => id as XeroTenantId),
  /** The authorisation that listed the connection last. */
  authorisationId: z.string(),
  /** The Xero user whose connection it is; null where Xero's token names none. */
  xeroUserId: z.string().nullable(),
  /** Null while the authorisation is stored, and once they are void. */
  tokens: KeptTokens.nullable(),
  /** Milliseconds since the epoch. */
  dueAt: z.number(),
});

export type PlannedRemoval = Readonly<z.output<typeof RemovalItem>>;

const removalOf = (item: Item): PlannedRemoval => RemovalItem.parse(item);

/** Plans the removal of a connection; it replaces an earlier plan. */
export function planRemoval(
  { connectionId, tenantId }: Pick<XeroConnection, 'connectionId' | 'tenantId'>,
  { authorisationId, xeroUserId }: Pick<PlannedRemoval, 'authorisationId' | 'xeroUserId'>,
  { dueAt, tokens }: Pick<PlannedRemoval, 'dueAt' | 'tokens'>,
): Extract<Write, { put: unknown }> {
  const removal: PlannedRemoval = { connectionId, tenantId, authorisationId, xeroUserId, tokens, dueAt };
  const place = places.dated('REMOVE', connectionId, new Date(dueAt).toISOString());
  return { put: { ...keys.connectionRemoval(connectionId), ...place, ...removal } };
}

export async function readRemoval(table: TableReader, connectionId: string): Promise<PlannedRemoval | null> {
  const item = await table.get(keys.connectionRemoval(connectionId));
  return item ? removalOf(item) : null;
}

export async function forgetRemoval(table: Table, connectionId: string): Promise<void> {
  await commitOne(table, { delete: keys.connectionRemoval(connectionId) });
}

export async function removalsDue(table: TableReader, now: number): Promise<PlannedRemoval[]> {
  return (await listDated(table, 'REMOVE', new Date(now).toISOString())).map(removalOf);
}
