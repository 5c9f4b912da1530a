/**
 * The deletion of an organisation: one transaction closes and records it, and repeatable steps remove what is below it.
 * Another attempt of the owner, or a job, finishes an interrupted deletion.
 */
import { conflict, type Refusal } from '../../domain/refusal.ts';
import { deleteEntity, deletionWrite, entityDeletion } from '../records/entities/deletions.ts';
import { eraseEntity, type ErasingServices } from '../entities/entity-deletion.ts';
import { listEntities, ownEntity, type OwnedEntity } from '../records/entities/entity.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { keys } from '../store/keys.ts';
import { commit, commitOne, queryAll, type Table } from '../store/table.ts';
import type { ServicesFor } from '../services/context.ts';
import { refreshPlan } from '../plans/refresh-plan.ts';
import { endCalendarWrites } from '../records/users/calendars.ts';
import { endMemberWrites, listMembers } from '../records/tenants/members.ts';
import { FREE_PLAN, readTenant, stillThere } from '../records/tenants/tenant.ts';
import { reconciledSchedules } from '../posting/protocol/run-posting.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';

type Services = ErasingServices & ServicesFor<'stripe'>;

interface Deletion {
  readonly userId: string;
  readonly tenantId: string;
  /** Another organisation of the owner. The deletion is refused when it is gone. */
  readonly keptTenantId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly deadlines: Deadlines;
}

/**
 * Deletes an organisation with its data.
 * @throws Refusal `conflict` while payments are being posted, or when a paid plan started during the deletion.
 */
export async function deleteTenant(services: Services, deletion: Deletion): Promise<void> {
  for (const entity of await entitiesOf(services.table, deletion.tenantId)) {
    await reconciledSchedules(services, { ...deletion, entity });
  }
  await refuseSubscribed(services, deletion.tenantId);
  await closeTenant(services.table, deletion);
  await eraseTenant(services, deletion);
}

/** Removes everything below a closed organisation. The owner's membership goes last, so that the owner can retry. */
export async function eraseTenant(
  services: ErasingServices,
  deletion: Pick<Deletion, 'userId' | 'tenantId' | 'deadlines'>,
): Promise<void> {
  const { table, clock } = services;
  for (const entity of await entitiesOf(table, deletion.tenantId)) {
    await reconciledSchedules(services, { ...deletion, entity });
    const record = entityDeletion(entity);
    await deleteEntity(table, entity, [deletionWrite(record, clock.now())], { isTenantClosed: true });
    await eraseEntity(services, record, deletion.deadlines);
  }
  await sweepTenant(table, deletion.tenantId);
  await endMemberships(table, deletion);
  await commitOne(table, { delete: keys.deletedOrganisation(deletion.tenantId) });
}

async function entitiesOf(table: Table, tenantId: string): Promise<OwnedEntity[]> {
  const entities = await listEntities(table, allEntities(tenantId), { consistent: true });
  return Promise.all(entities.map(({ entityId }) => ownEntity(table, allEntities(tenantId), entityId)));
}

/**
 * Closes open checkouts and reads the subscriptions at Stripe, so that no deleted organisation pays.
 * @throws Refusal `conflict` when the organisation is subscribed.
 */
export async function refuseSubscribed(
  services: ServicesFor<'table:write' | 'stripe'>,
  tenantId: string,
): Promise<void> {
  const tenant = await readTenant(services.table, tenantId);
  if (!tenant) return;
  const { stripeCustomerId, planId } = tenant;
  const isUnfinished =
    stripeCustomerId !== undefined && (await services.billing.closeCheckouts(stripeCustomerId));
  if (isUnfinished) await refreshPlan(services, tenantId);
  if (!isUnfinished && planId === FREE_PLAN.planId) return;
  const message = 'Please end the subscription before you delete the organisation.';
  throw conflict('organisation/subscribed', message);
}

export const lastTenant = (): Refusal =>
  conflict('organisation/last', 'You cannot delete your last organisation.');

/** Closes the organisation to all members and to new data. */
async function closeTenant(table: Table, { userId, tenantId, keptTenantId, now }: Deletion): Promise<void> {
  const tenant = await readTenant(table, tenantId);
  if (!tenant) return;
  const { name, planId, stripeCustomerId } = tenant;
  const actor = { userId, tenantId };
  await commit(table, [
    {
      delete: keys.organisation(tenantId),
      if: ['planId', '=', FREE_PLAN.planId],
      otherwise: tenantChanged,
    },
    { ...stillThere(keptTenantId), otherwise: lastTenant },
    ...(stripeCustomerId === undefined ? [] : [{ delete: keys.stripeCustomer(stripeCustomerId) }]),
    deletionWrite({ kind: 'organisation', tenantId, userId }, now),
    auditEntry({
      actor,
      action: 'organisation/delete',
      subject: tenantId,
      at: now,
      detail: { name, planId },
    }),
  ]);
}

const tenantChanged = (): Refusal =>
  conflict('organisation/changed', 'This organisation was changed elsewhere. Please try again.');

/** Deletes invitations, messages and other items below the organisation, except members and the record. */
async function sweepTenant(table: Table, tenantId: string): Promise<void> {
  const { pk } = keys.organisation(tenantId);
  const members = await listMembers(table, tenantId);
  const kept = new Set([
    keys.deletedOrganisation(tenantId).sk,
    ...members.map(({ userId }) => keys.member(tenantId, userId).sk),
  ]);
  const rest = (await queryAll(table, { pk })).filter(({ sk }) => !kept.has(sk));
  await Promise.all(rest.map(({ sk }) => commitOne(table, { delete: { pk, sk } })));
}

async function endMemberships(
  table: Table,
  { userId, tenantId }: Pick<Deletion, 'userId' | 'tenantId'>,
): Promise<void> {
  const members = await listMembers(table, tenantId);
  const ownerLast = members.toSorted((a, b) => Number(a.userId === userId) - Number(b.userId === userId));
  for (const member of ownerLast) {
    await commit(table, [...(await endCalendarWrites(table, member)), ...endMemberWrites(member)]);
  }
}
