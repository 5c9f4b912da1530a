/** Removes connections at Xero that no entity is linked by: Xero's plans limit how many an app may have. */
import type { XeroLink } from '../records/entities/entity.ts';
import { authorisationsLinking } from '../records/entities/links.ts';
import type { XeroServices } from '../services/context.ts';
import { lastTokens } from './access-token.ts';
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
import { forgetRemoval, planRemoval, readRemoval } from '../records/connections/planned-removals.ts';

type Connection = Pick<XeroConnection, 'connectionId' | 'tenantId'>;
type Start = Pick<Deadlines, 'startBy'>;

/** Forgets an authorisation that links no entity any more, and removes its connections at Xero. Repeatable. */
export async function endAuthorisation(
  services: XeroServices,
  authorisationId: string,
  deadlines: Start,
): Promise<void> {
  const authorisation = await readAuthorisation(services.table, authorisationId);
  if (!authorisation) return;
  await deleteAuthorisation(services.table, authorisationId);
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
 * Removes the connection of an entity that has just been unlinked, and forgets its authorisation unless that is the
 * one to `keep`.
 */
export async function endLink(
  services: XeroServices,
  { tenantId, authorisationId }: Pick<XeroLink, 'tenantId' | 'authorisationId'>,
  deadlines: Start,
  keep?: string,
): Promise<void> {
  if (authorisationId !== keep) return endAuthorisation(services, authorisationId, deadlines);
  await withdraw(services, authorisationId, tenantId, deadlines);
}

/** Removes one organisation from an authorisation, unless an entity is linked by that connection. */
export async function withdraw(
  services: XeroServices,
  authorisationId: string,
  tenantId: XeroTenantId,
  deadlines: Start,
): Promise<void> {
  const authorisation = await readAuthorisation(services.table, authorisationId);
  const connection = authorisation?.connections.find((one) => one.tenantId === tenantId);
  if (!authorisation || !connection) return;
  const isRemoved = await removeConnection(services, authorisation, connection, deadlines);
  if (isRemoved) await removeFromAuthorisation(services.table, authorisation, tenantId);
}

async function removeConnections(
  services: XeroServices,
  authorisation: XeroAuthorisation,
  deadlines: Start,
): Promise<void> {
  for (const connection of authorisation.connections) {
    await removeConnection(services, authorisation, connection, deadlines);
  }
  await revokeLast(services, authorisation, deadlines);
}

/** Revokes what a Xero user has granted to the app, once none of the user's connections is left. */
async function revokeLast(
  services: XeroServices,
  authorisation: XeroAuthorisation,
  { startBy }: Start,
): Promise<void> {
  const { xero, clock } = services;
  if (authorisation.lost || clock.now() > startBy) return;
  try {
    const { accessToken, refreshToken } = await lastTokens(services, authorisation);
    const left = await xero.connections(accessToken);
    if (left.length === 0) await xero.revoke(refreshToken);
  } catch (error) {
    // A grant without connections reads nothing, and ends by itself after sixty days.
    if (!(error instanceof XeroError)) throw error;
  }
}

/**
 * Removes a connection at Xero, or plans its removal when Xero fails. Returns false for a connection that is in use.
 */
async function removeConnection(
  { table, xero, clock }: XeroServices,
  authorisation: XeroAuthorisation,
  connection: Connection,
  { startBy }: Start,
): Promise<boolean> {
  if (await isInUse(table, authorisation, connection, clock.now())) return false;
  try {
    if (clock.now() > startBy) throw new XeroError('unavailable');
    await xero.disconnect(await xero.appToken(), connection.connectionId);
    await forgetRemoval(table, connection.connectionId);
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    await commitOne(table, planRemoval(connection, authorisation.authorisationId, clock.now()));
  }
  return true;
}

/**
 * Whether another authorisation needs a connection: one that links an entity to the organisation by it, or a consent
 * to it under way. An authorisation of the same Xero user works by the same connection, whatever id it has stored.
 */
async function isInUse(
  table: TableReader,
  { authorisationId, xeroUserId }: XeroAuthorisation,
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
