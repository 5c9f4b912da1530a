import type { XeroLink } from '../entities/entity-store.ts';
import { entitiesLinkedTo } from '../entities/link-store.ts';
import { XeroError } from '../services/xero/port.ts';
import { accessToken } from './access-token.ts';
import type { XeroServices } from '../lib/context.ts';
import { deleteAuthorisation, readAuthorisation } from './authorisation-store.ts';
import type { Deadlines } from '../posting/xero-session.ts';

/**
 * Ends our access to an organisation, once no entity is linked to it any more, and forgets its authorisation unless
 * that is the one to `keep`. Xero failing only leaves the access to expire.
 */
export async function leaveXero(
  services: XeroServices,
  { tenantId, authorisationId }: XeroLink,
  { startBy }: Pick<Deadlines, 'startBy'>,
  keep?: string,
): Promise<void> {
  const { table, xero } = services;
  const authorisation = await readAuthorisation(table, authorisationId);
  const connection = authorisation?.connections.find((one) => one.tenantId === tenantId);
  try {
    if (connection && (await entitiesLinkedTo(table, tenantId)).length === 0) {
      const token = await accessToken(services, authorisationId, { until: startBy });
      await xero.disconnect(token, connection.connectionId);
    }
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
  }
  if (authorisationId !== keep) await deleteAuthorisation(table, authorisationId);
}
