import { conflict, invalid, type Refusal } from '../../domain/refusal.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readDirectoryEntry } from '../records/entities/directory.ts';
import { entityView } from '../views/entity.ts';
import { linkEntity } from '../records/entities/links.ts';
import { endpoint } from '../access/endpoint.ts';
import { ROLE_NEEDED, XeroError } from '../services/xero/error.ts';
import type { XeroTenantId, Xero, XeroOrganisation } from '../services/xero/port.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import type { XeroServices } from '../services/context.ts';
import {
  latestAuthorisation,
  notAuthorised,
  readAuthorisation,
  useAuthorisation,
} from '../records/connections/authorisations.ts';
import { recordXeroLink } from '../records/tenants/tenant.ts';
import { endAuthorisation, withdraw } from '../xero/remove-connections.ts';
import { connectionRoutes } from '../api/connections.ts';
import { unlink } from './unlink.ts';
import { openSession, type XeroSession } from '../xero/session.ts';

/** The page sends a name as well; Xero's own name is used. */
export const handler = endpoint(
  connectionRoutes,
  'POST /v1/entities/{entityId}/xero/tenant',
  async ({ entity, body, actor, now, today, deadlines }, services) => {
    const { table, xero, xeroWeb } = services;
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
    return entityView(table, await readDirectoryEntry(table, linked), { today, xeroWeb });
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

/** Returns the refusal of an organisation in another currency or another edition of Xero, or null. */
function unsuitable({ name, baseCurrency, edition }: XeroOrganisation): Refusal | null {
  if (baseCurrency !== 'AUD') {
    const message = `"${name}" keeps its books in ${baseCurrency}. Only organisations in AUD can be linked.`;
    return conflict('connection/not-aud', message);
  }
  if (edition !== null && !edition.startsWith('AU')) {
    const message = `"${name}" uses the ${edition} edition of Xero, which has other tax rates. Only organisations with the Australian edition can be linked.`;
    return conflict('connection/not-australian', message);
  }
  return null;
}

/**
 * Refuses a connecting user whose role in Xero does not allow manual journals. Xero need not list the action; then one
 * read tells. A question that Xero doesn't answer refuses nothing.
 * @throws Refusal `conflict`
 */
async function refuseRole(
  xero: Pick<Xero, 'keyActions' | 'tryJournals'>,
  session: XeroSession,
  { name }: XeroOrganisation,
): Promise<void> {
  if (await mayUseJournals(xero, session)) return;
  const message = `Your role in "${name}" does not allow manual journals, which Paydown posts. ${ROLE_NEEDED}`;
  throw conflict('connection/role', message);
}

async function mayUseJournals(
  xero: Pick<Xero, 'keyActions' | 'tryJournals'>,
  session: XeroSession,
): Promise<boolean> {
  const actions = await answerOf(() => session.call((access) => xero.keyActions(access)));
  if (actions instanceof XeroError) return true;
  const listed = actions.get('CreateManualJournal');
  if (listed !== undefined) return listed;
  const answer = await answerOf(() => session.call((access) => xero.tryJournals(access)));
  return !(answer instanceof XeroError && answer.kind === 'forbidden');
}

async function answerOf<Answer>(ask: () => Promise<Answer>): Promise<Answer | XeroError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof XeroError) return error;
    throw error;
  }
}
