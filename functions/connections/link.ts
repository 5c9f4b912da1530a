/** Links an entity to an organisation of Xero, after the checks that the organisation and the Xero user must pass. */
import { conflict, invalid, Refusal } from '../../domain/refusal.ts';
import type { Actor } from '../access/actor.ts';
import { useAuthorisation, type XeroAuthorisation } from '../records/connections/authorisations.ts';
import type { Entity, OwnedEntity } from '../records/entities/entity.ts';
import { linkEntity } from '../records/entities/links.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { recordXeroLink } from '../records/tenants/tenant.ts';
import type { XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { ROLE_NEEDED, XeroError } from '../services/xero/error.ts';
import type { Xero, XeroOrganisation, XeroTenantId } from '../services/xero/port.ts';
import { endLink, withdraw } from '../xero/remove-connections.ts';
import { openSession, type XeroSession } from '../xero/session.ts';
import { unlink } from './unlink.ts';

/** An organisation that an authorisation reaches. */
export interface Reached {
  readonly authorisationId: string;
  readonly tenantId: XeroTenantId;
}

interface Linking {
  readonly actor: Actor;
  readonly deadlines: Deadlines;
  /** The instant of the request, milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Reads an organisation and checks that it can be linked.
 * @throws Refusal `conflict` for another currency or edition, and for a Xero user without the role that is needed
 */
export async function linkableOrganisation(
  services: XeroServices,
  reached: Reached,
  { actor, deadlines }: Omit<Linking, 'at'>,
): Promise<XeroOrganisation> {
  const { xero } = services;
  const caller = { priority: 'interactive', userId: actor.userId } as const;
  const session = openSession(services, reached, caller, deadlines);
  const organisation = await session.call((access) => xero.organisation(access));
  refuseUnsuitable(organisation);
  await refuseRole(xero, session, organisation);
  return organisation;
}

/** Removes the connection to an organisation that was refused because it can never be linked. */
export async function giveBack(
  services: XeroServices,
  { authorisationId, tenantId }: Reached,
  refusal: unknown,
  deadlines: Deadlines,
): Promise<void> {
  if (!(refusal instanceof Refusal) || !UNSUITABLE.has(refusal.code)) return;
  await withdraw(services, authorisationId, tenantId, deadlines);
}

const UNSUITABLE: ReadonlySet<string> = new Set(['connection/not-aud', 'connection/not-australian']);

/** Links an entity to an organisation that passed the checks; a link to another one ends. */
export async function link(
  services: XeroServices,
  entity: OwnedEntity,
  { authorisationId, tenantId }: Reached,
  { name, shortCode }: Pick<XeroOrganisation, 'name' | 'shortCode'>,
  { actor, deadlines, at }: Linking,
): Promise<Entity> {
  const { table } = services;
  const old = entity.xero;
  const isElsewhere = old !== null && old.tenantId !== tenantId;
  const unlinking = { userId: actor.userId, deadlines, keep: authorisationId, more: [] };
  const free = isElsewhere ? await unlink(services, entity, old, unlinking) : entity;
  const linked = await linkEntity(table, free, { tenantId, authorisationId, name, shortCode }, [
    useAuthorisation(authorisationId),
    auditEntry({ actor, action: 'entity/link', subject: entity.entityId, at, detail: { name } }),
  ]);
  await recordXeroLink(table, entity.tenantId, at);
  const isReplaced = old !== null && old.authorisationId !== authorisationId && !isElsewhere;
  if (isReplaced) await endLink(services, old, deadlines);
  return linked;
}

/** @throws Refusal `invalid` at the field when the authorisation does not reach the organisation */
export function reachedBy(authorisation: XeroAuthorisation, xeroTenantId: string, field: string): Reached {
  const { authorisationId, connections } = authorisation;
  const connection = connections.find(({ tenantId }) => tenantId === xeroTenantId);
  if (connection) return { authorisationId, tenantId: connection.tenantId };
  const message = 'Please choose one of the organisations that you have just given access to.';
  throw invalid(field, 'connection/unknown-organisation', message);
}

/** Refuses an organisation in another currency or another edition of Xero. */
function refuseUnsuitable({ name, baseCurrency, edition }: XeroOrganisation): void {
  if (baseCurrency !== 'AUD') {
    const message = `"${name}" keeps its books in ${baseCurrency}. Only organisations in AUD can be linked.`;
    throw conflict('connection/not-aud', message);
  }
  if (edition !== null && !edition.startsWith('AU')) {
    const message = `"${name}" uses the ${edition} edition of Xero, which has other tax rates. Only organisations with the Australian edition can be linked.`;
    throw conflict('connection/not-australian', message);
  }
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
