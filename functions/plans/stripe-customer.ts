import { businessDate } from '../../domain/calendar.ts';
import type { ServicesFor } from '../lib/context.ts';
import { readUser } from '../users/user-store.ts';
import { keepCustomer, tenantOrRefuse } from './plan-store.ts';

/** Returns the organisation's customer at Stripe, created at first use. Invoices go to the Owner. */
export async function customerOf(
  { table, billing, clock }: ServicesFor<'table:write' | 'stripe'>,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<string> {
  const [tenant, owner] = await Promise.all([tenantOrRefuse(table, tenantId), readUser(table, userId)]);
  if (tenant.stripeCustomerId !== undefined) return tenant.stripeCustomerId;
  const customerId = await billing.ensureCustomer({
    tenantId,
    name: tenant.name,
    email: owner.email,
  });
  await keepCustomer(table, tenantId, customerId, businessDate(clock.now()));
  return customerId;
}
