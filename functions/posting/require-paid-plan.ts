import type { TableReader } from '../store/table.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import { upgradeNeeded } from './refusals.ts';

/** @throws Refusal `conflict` when the organisation's plan connects no schedule. */
export async function requirePaidPlan(table: TableReader, tenantId: string): Promise<void> {
  const tenant = await readTenant(table, tenantId);
  if (!tenant || tenant.maximum === 0) throw upgradeNeeded();
}
