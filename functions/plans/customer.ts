/** The Stripe customer of an organisation: created when first needed, replaced when it no longer exists. */
import { businessDate } from '../../domain/calendar.ts';
import type { ServicesFor } from '../services/context.ts';
import { keys, places } from '../store/keys.ts';
import { commit, type TableReader, tryCommit, type Write } from '../store/table.ts';
import { listMemberships } from '../records/tenants/members.ts';
import { readTenant, type StoredTenant, unknownTenant } from '../records/tenants/tenant.ts';
import { readUser } from '../records/users/user.ts';

const ATTEMPTS = 5;

type Services = ServicesFor<'table:write' | 'stripe'>;

/** The organisation behind a Stripe customer, or null. */
export async function tenantOfCustomer(table: TableReader, customerId: string): Promise<string | null> {
  const item = await table.get(keys.stripeCustomer(customerId));
  return item ? String(item['tenantId']) : null;
}

/**
 * Returns the organisation's customer at Stripe, which exists. Invoices go to the Owner.
 * @throws Refusal `not-found` when the organisation is gone.
 */
export async function customerOf(
  { table, billing, clock }: Services,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<string> {
  const [tenant, { email }] = await Promise.all([readTenant(table, tenantId), readUser(table, userId)]);
  if (!tenant) throw unknownTenant();
  const known = tenant.stripeCustomerId;
  const customerId = await billing.ensureCustomer(
    { tenantId, ownerId: userId, name: tenant.name, email },
    known,
  );
  if (customerId === known) return customerId;
  const today = businessDate(clock.now());
  const forgotten: Write[] = known === undefined ? [] : [{ delete: keys.stripeCustomer(known) }];
  await commit(table, [
    {
      update: keys.organisation(tenantId),
      set: { stripeCustomerId: customerId, billingEmail: email, ...places.dated('PLAN', tenantId, today) },
      add: { version: 1 },
      if: 'present',
      otherwise: unknownTenant,
    },
    { put: { ...keys.stripeCustomer(customerId), tenantId } },
    ...forgotten,
  ]);
  return customerId;
}

/** Sends a changed address to the customers of the organisations that the user owns. Failures are logged. */
export async function sendAddressOfOwner(
  services: Services,
  userId: string,
  previous: string,
): Promise<void> {
  const owned = (await listMemberships(services.table, userId)).filter(({ role }) => role === 'Owner');
  for (const { tenantId } of owned) {
    try {
      await sendBillingEmail(services, tenantId, previous);
    } catch (error) {
      services.log.info('the address could not be sent to Stripe; the nightly job repeats it', {
        tenantId,
        error,
      });
    }
  }
}

/**
 * Sends the Owner's address to Stripe if it differs from the one sent last. An address that the customer set in
 * Stripe's portal stays until the Owner's own address changes.
 * @param previous the Owner's earlier address, for customers created before `billingEmail` was stored.
 */
export async function sendBillingEmail(
  { table, billing }: Services,
  tenantId: string,
  previous?: string,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const tenant = await readTenant(table, tenantId);
    if (tenant?.stripeCustomerId === undefined) return;
    const sent = tenant.billingEmail ?? previous;
    const { email } = await readUser(table, tenant.ownerId);
    // After a conflict another sender's call may have reached Stripe later, so the address is sent again.
    if (sent === undefined || (sent === email && attempt === 1)) return;
    if (tenant.billingEmail === undefined) {
      await tryCommit(table, [emailWrite(tenant, sent)]);
      continue;
    }
    await billing.changeEmail(tenant.stripeCustomerId, email);
    if (await tryCommit(table, [emailWrite(tenant, email)])) return;
  }
}

function emailWrite({ tenantId, version }: StoredTenant, billingEmail: string): Write {
  return {
    update: keys.organisation(tenantId),
    set: { billingEmail },
    add: { version: 1 },
    if: ['version', '=', version],
  };
}
