import { Refusal } from '../../domain/refusal.ts';
import { may } from '../../domain/roles.ts';
import { endpoint } from '../access/endpoint.ts';
import type { TableReader } from '../store/table.ts';
import { listMemberships, readRole } from './member-store.ts';
import { tenantRoutes } from './routes.ts';
import { deleteTenant } from './tenant-deletion.ts';
import { FREE_PLAN, readTenant, readTenants, unknownTenant } from './tenant-store.ts';
import { requestDeadlines } from '../posting/xero-session.ts';

/** The organisation is the body's, and so is the role that counts: the caller's in that one. */
export const handler = endpoint(
  tenantRoutes,
  'DELETE /v1/tenants',
  async ({ actor: { userId }, body, deadline }, services) => {
    const { table, clock } = services;
    const tenantId = body.tenant;
    const role = await readRole(table, userId, tenantId);
    if (role === null) throw unknownTenant();
    if (!may(role, 'delete the organisation')) {
      throw new Refusal('forbidden', 'role/too-low', 'Only the owner can delete an organisation.');
    }
    const tenant = await readTenant(table, tenantId);
    if (tenant && tenant.planId !== FREE_PLAN.planId) {
      const message = 'Please end the subscription before you delete the organisation.';
      throw new Refusal('conflict', 'organisation/subscribed', message);
    }
    await refuseLast(table, userId, tenantId);
    const now = clock.now();
    await deleteTenant(services, {
      userId,
      tenantId,
      now,
      deadlines: requestDeadlines(now, deadline),
    });
  },
);

async function refuseLast(table: TableReader, userId: string, tenantId: string): Promise<void> {
  const memberships = await listMemberships(table, userId);
  const others = memberships.map((membership) => membership.tenantId).filter((id) => id !== tenantId);
  const existing = await readTenants(table, others);
  if (existing.some((tenant) => tenant !== null)) return;
  throw new Refusal('conflict', 'organisation/last', 'You cannot delete your last organisation.');
}
