import { businessDate } from '../../domain/calendar.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { OwnedEntity } from '../entities/entity-store.ts';
import { entityView } from '../entities/entity-view.ts';
import { linkEntity } from '../entities/link-store.ts';
import { endpoint } from '../access/endpoint.ts';
import type { XeroOrganisation, XeroTenantId } from '../services/xero/port.ts';
import { auditEntry } from '../store/audit.ts';
import type { XeroServices } from '../lib/context.ts';
import {
  deleteAuthorisation,
  latestAuthorisation,
  notAuthorised,
  readAuthorisation,
  useAuthorisation,
} from './authorisation-store.ts';
import { recordXeroLink } from '../tenants/tenant-store.ts';
import { connectionRoutes } from './routes.ts';
import { unlink } from './unlink.ts';
import type { PostingRequest } from '../posting/run-posting.ts';
import { openSession, requestDeadlines } from '../posting/xero-session.ts';

/** The page sends a name as well; Xero knows better. */
export const handler = endpoint(
  connectionRoutes,
  'POST /v1/entities/{entityId}/xero/tenant',
  async ({ entity, body, actor, deadline }, services) => {
    const { table, clock, xeroWeb } = services;
    const now = clock.now();
    const request = { userId: actor.userId, deadlines: requestDeadlines(now, deadline) };
    const authorisationId = await grantedFor(services, entity, body.id);
    const { name, shortCode } = await organisationInAud(
      services,
      body.id as XeroTenantId,
      authorisationId,
      request,
    );
    const link = { tenantId: body.id as XeroTenantId, authorisationId, name, shortCode };
    const old = entity.xero;
    const isElsewhere = old !== null && old.tenantId !== link.tenantId;
    const free = isElsewhere
      ? await unlink(services, entity, old, { ...request, keep: authorisationId, more: [] })
      : entity;
    const linked = await linkEntity(table, free, link, [
      useAuthorisation(authorisationId),
      auditEntry({ actor, action: 'entity/link', subject: entity.entityId, at: now, detail: { name } }),
    ]);
    await recordXeroLink(table, entity.tenantId, now);
    const isReplaced = old !== null && old.authorisationId !== authorisationId && !isElsewhere;
    if (isReplaced) await deleteAuthorisation(table, old.authorisationId);
    return entityView(table, linked, { today: businessDate(now), xeroWeb });
  },
);

/** The authorisation granted last for the entity, which must reach that Xero organisation. */
async function grantedFor(
  { table }: XeroServices,
  { entityId }: OwnedEntity,
  xeroTenantId: string,
): Promise<string> {
  const authorisationId = await latestAuthorisation(table, entityId);
  const authorisation = authorisationId === null ? null : await readAuthorisation(table, authorisationId);
  if (!authorisation) throw notAuthorised();
  if (!authorisation.connections.some(({ tenantId }) => tenantId === xeroTenantId)) {
    const message = 'Please choose one of the organisations that you have just given access to.';
    throw invalid('id', 'connection/unknown-organisation', message);
  }
  return authorisation.authorisationId;
}

/** @throws Refusal `conflict` for an organisation that keeps its books in another currency. */
async function organisationInAud(
  services: XeroServices,
  tenantId: XeroTenantId,
  authorisationId: string,
  { userId, deadlines }: Pick<PostingRequest, 'userId' | 'deadlines'>,
): Promise<XeroOrganisation> {
  const session = openSession(
    services,
    { tenantId, authorisationId },
    { priority: 'interactive', userId },
    deadlines,
  );
  const organisation = await session.call((access) => services.xero.organisation(access));
  const { name, baseCurrency } = organisation;
  if (baseCurrency === 'AUD') return organisation;
  const message = `"${name}" keeps its books in ${baseCurrency}. Only organisations in AUD can be linked.`;
  throw new Refusal('conflict', 'connection/not-aud', message);
}
