/** Removes connections at Xero that no entity is linked by: Xero's plans limit how many an app may have. */
import type { XeroLink } from '../records/entities/entity.ts';
import { authorisationsLinking, entitiesLinkedBy } from '../records/entities/links.ts';
import type { XeroServices } from '../services/context.ts';
import { accessToken, lastTokens } from './access-token.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { XeroError } from '../services/xero/error.ts';
import type { XeroConnection, XeroTenantId } from '../services/xero/port.ts';
import { commitOne, type TableReader } from '../store/table.ts';
import {
  deleteAuthorisation,
  deleteUnused,
  readAuthorisation,
  removeFromAuthorisation,
  type XeroAuthorisation,
} from '../records/connections/authorisations.ts';
import {
  forgetRemoval,
  type KeptTokens,
  planRemoval,
  type PlannedRemoval,
  readRemoval,
  TOKENS_MS,
} from '../records/connections/planned-removals.ts';

type Connection = Pick<XeroConnection, 'connectionId' | 'tenantId'>;
type Consent = Pick<PlannedRemoval, 'authorisationId' | 'xeroUserId'>;
type Start = Pick<Deadlines, 'startBy'>;

/** Forgets an authorisation that links no entity any more, and removes its connections at Xero. */
async function endAuthorisation(
  services: XeroServices,
  authorisation: XeroAuthorisation,
  deadlines: Start,
): Promise<void> {
  await deleteAuthorisation(services.table, authorisation.authorisationId);
  await removeConnections(services, authorisation, deadlines);
}

/** Ends an authorisation, unless it links an entity. */
export async function endConsent(
  services: XeroServices,
  authorisationId: string,
  deadlines: Start,
): Promise<void> {
  const authorisation = await readAuthorisation(services.table, authorisationId);
  if (!authorisation || !(await deleteUnused(services.table, authorisationId))) return;
  await removeConnections(services, authorisation, deadlines);
}

/**
 * Removes the connection of an entity that has just been unlinked or linked by another authorisation. Forgets the
 * authorisation unless it links other entities or is the one to `keep`. Repeatable.
 */
export async function endLink(
  services: XeroServices,
  { tenantId, authorisationId }: Pick<XeroLink, 'tenantId' | 'authorisationId'>,
  deadlines: Start,
  keep?: string,
): Promise<void> {
  const authorisation = await readAuthorisation(services.table, authorisationId);
  if (!authorisation) return;
  const isKept =
    authorisationId === keep || (await entitiesLinkedBy(services.table, authorisation)).length > 0;
  if (isKept) return withdraw(services, authorisationId, tenantId, deadlines);
  await endAuthorisation(services, authorisation, deadlines);
}

/**
 * Removes one organisation from an authorisation, unless an entity is linked by that connection. One that Xero does not
 * remove now stays listed, so that it ends with the authorisation.
 */
export async function withdraw(
  services: XeroServices,
  authorisationId: string,
  tenantId: XeroTenantId,
  deadlines: Start,
): Promise<void> {
  const authorisation = await readAuthorisation(services.table, authorisationId);
  const connection = authorisation?.connections.find((one) => one.tenantId === tenantId);
  if (!authorisation || !connection) return;
  const own = storedAccess(services, authorisationId, deadlines);
  const isRemoved = await removeConnection(services, authorisation, connection, own, deadlines);
  if (isRemoved) await removeFromAuthorisation(services.table, authorisation, tenantId);
}

async function removeConnections(
  services: XeroServices,
  authorisation: XeroAuthorisation,
  deadlines: Start,
): Promise<void> {
  const own = lastAccess(services, authorisation.authorisationId, lastOf(authorisation));
  for (const connection of authorisation.connections) {
    await removeConnection(services, authorisation, connection, own, deadlines);
  }
  await revokeLast(services, own, deadlines);
}

/** Revokes what a Xero user has granted to the app, once none of the user's connections is left. */
async function revokeLast(
  { xero, clock }: XeroServices,
  own: OwnAccess<'accessToken' | 'refreshToken'>,
  { startBy }: Start,
): Promise<void> {
  if (clock.now() > startBy) return;
  try {
    const { accessToken: token, refreshToken } = await own.tokens();
    const left = await xero.connections(token);
    if (left.length === 0) await xero.revoke(refreshToken);
  } catch (error) {
    // A grant without connections reads nothing, and ends by itself after sixty days.
    if (!(error instanceof XeroError)) throw error;
  }
}

/** Removes a connection at Xero, or plans its removal when Xero doesn't. Returns whether it is removed. */
async function removeConnection(
  services: XeroServices,
  consent: Consent,
  connection: Connection,
  own: OwnAccess,
  { startBy }: Start,
): Promise<boolean> {
  const { table, xero, clock } = services;
  if (await isInUse(table, consent, connection, clock.now())) return false;
  const outcome = await disconnect(services, own, () => xero.appToken(), connection.connectionId, startBy);
  if (outcome === 'removed') await forgetRemoval(table, connection.connectionId);
  else await commitOne(table, planRemoval(connection, consent, { dueAt: clock.now(), tokens: own.kept() }));
  return outcome === 'removed';
}

/** Access by the tokens of one Xero user, who may remove the user's own connections. */
export interface OwnAccess<Token extends 'accessToken' | 'refreshToken' = 'accessToken'> {
  /** @throws XeroError `unauthorised` when it has ended. */
  readonly tokens: () => Promise<Readonly<Record<Token, string>>>;
  /** The tokens that a planned removal keeps; null where the authorisation has them. */
  readonly kept: () => KeptTokens | null;
}

/** Returns the access of a stored authorisation, which keeps its tokens itself. */
export const storedAccess = (
  services: XeroServices,
  authorisationId: string,
  { startBy }: Start,
): OwnAccess => ({
  tokens: () => accessToken(services, authorisationId, { until: startBy }),
  kept: () => null,
});

/** Returns the access of a deleted authorisation by the tokens that were kept of it; null for none. */
export function lastAccess(
  services: XeroServices,
  authorisationId: string,
  tokens: KeptTokens | null,
): OwnAccess<'accessToken' | 'refreshToken'> {
  let kept = tokens;
  return {
    tokens: async () => {
      if (kept === null) throw new XeroError('unauthorised');
      const { keptUntil } = kept;
      const { sealed, expiresAt, ...opened } = await lastTokens(services, { authorisationId, ...kept });
      kept = { sealed, expiresAt, keptUntil };
      return opened;
    },
    kept: () => kept,
  };
}

/** Returns the tokens to be kept of an authorisation that is being deleted; null for a lost one. */
export const lastOf = ({ sealed, expiresAt, refreshedAt, lost }: XeroAuthorisation): KeptTokens | null =>
  lost ? null : { sealed, expiresAt, keptUntil: refreshedAt + TOKENS_MS };

/**
 * Removes a connection at Xero: by the user's own token, else by the app's. `failed`: a later try may succeed. `refused`:
 * Xero removes it by neither.
 */
export async function disconnect(
  { xero, clock, log }: Pick<XeroServices, 'xero' | 'clock' | 'log'>,
  own: OwnAccess,
  appToken: () => Promise<string>,
  connectionId: string,
  startBy: number,
): Promise<'removed' | 'refused' | 'failed'> {
  let refusal: XeroError | null = null;
  for (const token of [async () => (await own.tokens()).accessToken, appToken]) {
    if (clock.now() > startBy) return 'failed';
    try {
      await xero.disconnect(await token(), connectionId);
      return 'removed';
    } catch (error) {
      if (!(error instanceof XeroError)) throw error;
      if (error.isTransient) return 'failed';
      refusal = error;
    }
  }
  log.error('connection not removed', { connectionId, error: refusal });
  return 'refused';
}

/**
 * Whether an authorisation needs a connection: another one whose consent to it is under way, or one that links an
 * entity to the organisation by it. An authorisation of the same Xero user works by the same connection, whatever id it
 * has stored.
 */
export async function isInUse(
  table: TableReader,
  { authorisationId, xeroUserId }: Consent,
  { connectionId, tenantId }: Connection,
  now: number,
): Promise<boolean> {
  const planned = await readRemoval(table, connectionId);
  if (planned && planned.authorisationId !== authorisationId && planned.dueAt > now) return true;
  const linking = await readLinking(table, tenantId);
  return linking.some(
    (one) =>
      one === null ||
      one.xeroUserId === null ||
      xeroUserId === null ||
      one.xeroUserId === xeroUserId ||
      one.connections.some((each) => each.connectionId === connectionId),
  );
}

/** The authorisations by which entities are linked to an organisation; null for one that can't be found. */
export async function readLinking(
  table: TableReader,
  tenantId: XeroTenantId,
): Promise<readonly (XeroAuthorisation | null)[]> {
  const ids = new Set(await authorisationsLinking(table, tenantId));
  return Promise.all([...ids].map((id) => readAuthorisation(table, id)));
}
