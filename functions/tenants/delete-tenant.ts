import { Refusal } from '../../domain/refusal.ts';
import { may } from '../../domain/roles.ts';
import { refuseWithoutFactor } from '../access/roles.ts';
import { endpoint } from '../access/endpoint.ts';
import type { TableReader } from '../store/table.ts';
import { listMemberships, readRole } from '../records/tenants/members.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { deleteTenant, lastTenant, refuseSubscribed } from './tenant-deletion.ts';
import { readTenant, readTenants, unknownTenant } from '../records/tenants/tenant.ts';

/** Checks the caller's role in the organisation of the body, not in that of the session. */
export const handler = endpoint(
  tenantRoutes,
  'DELETE /v1/tenants',
  async ({ actor, body, deadlines }, services) => {
    const { userId } = actor;
    const { table, clock } = services;
    const tenantId = body.tenant;
    const role = await readRole(table, userId, tenantId);
    if (role === null) throw unknownTenant();
    if (!may(role, 'delete the organisation')) {
      throw new Refusal('forbidden', 'role/too-low', 'Only the owner can delete an organisation.');
    }
    const tenant = await readTenant(table, tenantId);
    if (tenant) refuseWithoutFactor(tenant, actor, services);
    await refuseSubscribed(services, tenantId);
    const keptTenantId = await otherTenantOf(table, userId, tenantId);
    const now = clock.now();
    await deleteTenant(services, {
      userId,
      tenantId,
      keptTenantId,
      now,
      deadlines,
    });
  },
);

/** @throws Refusal `conflict` when it is the user's last organisation. */
async function otherTenantOf(table: TableReader, userId: string, tenantId: string): Promise<string> {
  const memberships = await listMemberships(table, userId);
  const others = memberships.map((membership) => membership.tenantId).filter((id) => id !== tenantId);
  const kept = (await readTenants(table, others)).find((tenant) => tenant !== null);
  if (!kept) throw lastTenant();
  return kept.tenantId;
}
