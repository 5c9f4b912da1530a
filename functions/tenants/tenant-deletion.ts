/** The deletion of an organisation in repeatable steps. The next attempt finishes an interrupted deletion. */
import { Refusal } from '../../domain/refusal.ts';
import { deleteEntity, listEntities, ownEntity, sweepEntity } from '../entities/entity-store.ts';
import { sweepSchedule } from '../schedules/schedule-store.ts';
import { auditEntry } from '../store/audit.ts';
import { keys } from '../store/keys.ts';
import { commit, commitOne, queryAll, type Table } from '../store/table.ts';
import { fileKey } from '../attachments/attachment-store.ts';
import type { ServicesFor, XeroServices } from '../lib/context.ts';
import { refreshPlan } from '../plans/plan-store.ts';
import { endLink } from '../connections/remove-connections.ts';
import { endMemberWrites, listMembers } from './member-store.ts';
import { FREE_PLAN, readTenant, stillThere } from './tenant-store.ts';
import { reconciledSchedules } from '../posting/run-posting.ts';
import type { Deadlines } from '../posting/xero-session.ts';

type Services = XeroServices & ServicesFor<'table:write' | 'stripe'> & Pick<ServicesFor<'files'>, 'files'>;

interface Deletion {
  /** The owner, who requests the deletion. */
  readonly userId: string;
  readonly tenantId: string;
  /** Another organisation of the owner. The deletion is refused when it is gone. */
  readonly keptTenantId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly deadlines: Deadlines;
}

/**
 * Deletes an organisation with its data. The owner's membership is deleted last, so that the owner can retry.
 * @throws Refusal `conflict` while payments are being posted, or when a paid plan started during the deletion.
 */
export async function deleteTenant(services: Services, deletion: Deletion): Promise<void> {
  await deleteEntities(services, deletion);
  await refuseSubscribed(services, deletion.tenantId);
  await closeTenant(services.table, deletion);
  // Entities created between the first listing and the closing of the organisation, which blocks further ones.
  await deleteEntities(services, deletion);
  await sweepTenant(services.table, deletion.tenantId);
  await endMemberships(services.table, deletion);
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
  throw new Refusal('conflict', 'organisation/subscribed', message);
}

/** Deletes all entities, or none when one of them is refused. */
async function deleteEntities(services: Services, { userId, tenantId, deadlines }: Deletion): Promise<void> {
  const { table } = services;
  const entities = await listEntities(table, tenantId, { search: '', consistent: true });
  const contents = [];
  for (const { entityId } of entities) {
    const entity = await ownEntity(table, tenantId, entityId);
    contents.push({ entity, schedules: await reconciledSchedules(services, { entity, userId, deadlines }) });
  }
  for (const { entity, schedules } of contents) {
    await deleteEntity(table, entity);
    await Promise.all(
      schedules.map(async ({ scheduleId }) => {
        const attachments = await sweepSchedule(table, scheduleId);
        await services.files.remove(attachments.map((id) => fileKey(scheduleId, id)));
      }),
    );
    await sweepEntity(table, entity);
    if (entity.xero) await endLink(services, entity.xero, deadlines);
  }
}

export const lastTenant = (): Refusal =>
  new Refusal('conflict', 'organisation/last', 'You cannot delete your last organisation.');

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
  new Refusal(
    'conflict',
    'organisation/changed',
    'This organisation was changed elsewhere. Please try again.',
  );

/** Deletes invitations, messages and other items below the organisation, except members. */
async function sweepTenant(table: Table, tenantId: string): Promise<void> {
  const { pk } = keys.organisation(tenantId);
  const members = new Set(
    (await listMembers(table, tenantId)).map(({ userId }) => keys.member(tenantId, userId).sk),
  );
  const rest = (await queryAll(table, { pk })).filter(({ sk }) => !members.has(sk));
  await Promise.all(rest.map(({ sk }) => commitOne(table, { delete: { pk, sk } })));
}

async function endMemberships(table: Table, { userId, tenantId }: Deletion): Promise<void> {
  const members = await listMembers(table, tenantId);
  const ownerLast = members.toSorted((a, b) => Number(a.userId === userId) - Number(b.userId === userId));
  for (const member of ownerLast) await commit(table, endMemberWrites(member));
}
