import { businessDate } from '../../domain/calendar.ts';
import { invalid } from '../../domain/refusal.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readDirectoryEntry } from '../records/entities/directory.ts';
import { entityView } from '../views/entity.ts';
import { linkEntity } from '../records/entities/links.ts';
import { endpoint } from '../access/endpoint.ts';
import type { XeroTenantId } from '../services/xero/port.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import type { XeroServices } from '../services/context.ts';
import {
  latestAuthorisation,
  notAuthorised,
  readAuthorisation,
  useAuthorisation,
} from '../records/connections/authorisations.ts';
import { recordXeroLink } from '../records/tenants/tenant.ts';
import { refuseRole, unsuitable } from './linkable-organisation.ts';
import { endAuthorisation, withdraw } from '../xero/remove-connections.ts';
import { connectionRoutes } from '../api/connections.ts';
import { unlink } from './unlink.ts';
import { openSession, requestDeadlines } from '../xero/session.ts';

/** The page sends a name as well; Xero's own name is used. */
export const handler = endpoint(
  connectionRoutes,
  'POST /v1/entities/{entityId}/xero/tenant',
  async ({ entity, body, actor, deadline }, services) => {
    const { table, clock, xero, xeroWeb } = services;
    const now = clock.now();
    const deadlines = requestDeadlines(now, deadline);
    const { authorisationId, tenantId } = await grantedFor(services, entity, body.id);
    const caller = { priority: 'interactive', userId: actor.userId } as const;
    const session = openSession(services, { tenantId, authorisationId }, caller, deadlines);
    const organisation = await session.call((access) => xero.organisation(access));
    const refusal = unsuitable(organisation);
    if (refusal) {
      await withdraw(services, authorisationId, tenantId, deadlines);
      throw refusal;
    }
    await refuseRole(xero, session, organisation);
    const { name, shortCode } = organisation;
    const link = { tenantId, authorisationId, name, shortCode };
    const old = entity.xero;
    const isElsewhere = old !== null && old.tenantId !== tenantId;
    const unlinking = { userId: actor.userId, deadlines, keep: authorisationId, more: [] };
    const free = isElsewhere ? await unlink(services, entity, old, unlinking) : entity;
    const linked = await linkEntity(table, free, link, [
      useAuthorisation(authorisationId),
      auditEntry({ actor, action: 'entity/link', subject: entity.entityId, at: now, detail: { name } }),
    ]);
    await recordXeroLink(table, entity.tenantId, now);
    const isReplaced = old !== null && old.authorisationId !== authorisationId && !isElsewhere;
    if (isReplaced) await endAuthorisation(services, old.authorisationId, deadlines);
    return entityView(table, await readDirectoryEntry(table, linked), { today: businessDate(now), xeroWeb });
  },
);

/** Returns the latest authorisation for the entity, which must reach that organisation. */
async function grantedFor(
  { table }: XeroServices,
  { entityId }: OwnedEntity,
  xeroTenantId: string,
): Promise<{ readonly authorisationId: string; readonly tenantId: XeroTenantId }> {
  const authorisationId = await latestAuthorisation(table, entityId);
  const authorisation = authorisationId === null ? null : await readAuthorisation(table, authorisationId);
  if (!authorisation) throw notAuthorised();
  const connection = authorisation.connections.find(({ tenantId }) => tenantId === xeroTenantId);
  if (connection) return { authorisationId: authorisation.authorisationId, tenantId: connection.tenantId };
  const message = 'Please choose one of the organisations that you have just given access to.';
  throw invalid('id', 'connection/unknown-organisation', message);
}
