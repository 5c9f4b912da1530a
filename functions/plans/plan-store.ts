/** Which plan an organisation is on: always what Stripe says, never what a message claims. */
import { Refusal } from '../../domain/refusal.ts';
import type { ServicesFor } from '../lib/context.ts';
import { messageWrite } from '../messages/message-store.ts';
import type { LiveSubscription } from '../services/stripe/port.ts';
import { keys } from '../store/keys.ts';
import { type Table, type TableReader, type Write, WriteRefused } from '../store/table.ts';
import { FREE_PLAN, readTenant, type StoredTenant, unknownTenant } from '../tenants/tenant-store.ts';

const ATTEMPTS = 5;

/** @throws Refusal `not-found` when the organisation is gone. */
export async function tenantOrRefuse(table: TableReader, tenantId: string): Promise<StoredTenant> {
  const tenant = await readTenant(table, tenantId);
  if (!tenant) throw unknownTenant();
  return tenant;
}

/** The organisation behind a Stripe customer, or null. */
export async function tenantOfCustomer(table: TableReader, customerId: string): Promise<string | null> {
  const item = await table.get(keys.stripeCustomer(customerId));
  return item ? String(item['tenantId']) : null;
}

/** Keeps which customer of Stripe's an organisation is, in both directions. */
export async function keepCustomer(table: Table, tenantId: string, customerId: string): Promise<void> {
  await table.transact([
    {
      update: keys.organisation(tenantId),
      set: { stripeCustomerId: customerId },
      add: { version: 1 },
      if: 'present',
    },
    { put: { ...keys.stripeCustomer(customerId), tenantId } },
  ]);
}

/**
 * Reads the subscription from Stripe and puts its plan into force. Whoever wrote meanwhile makes this read again, so
 * that of two runs at once the one that read last also writes last.
 */
export async function refreshPlan(
  { table, billing, clock, ids }: ServicesFor<'table:write' | 'stripe'>,
  tenantId: string,
): Promise<StoredTenant> {
  for (let attempt = 1; ; attempt++) {
    const tenant = await tenantOrRefuse(table, tenantId);
    const { stripeCustomerId } = tenant;
    const live = stripeCustomerId === undefined ? null : await billing.currentSubscription(stripeCustomerId);
    const plan = planOf(live);
    if (isInForce(tenant, plan)) return tenant;
    const after = { ...tenant, ...plan, version: tenant.version + 1 };
    try {
      await table.transact([
        planWrite(tenant, plan),
        ...(after.used > after.maximum
          ? [overLimitMessage(after, { now: clock.now(), id: ids.uuid() })]
          : []),
      ]);
      return after;
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error;
      if (attempt === ATTEMPTS) {
        throw new Refusal('conflict', 'plan/changing', 'Your plan is changing just now. Please try again.');
      }
    }
  }
}

interface PlanInForce {
  readonly planId: string;
  readonly planName: string;
  readonly maximum: number;
  readonly stripeSubscriptionId: string | undefined;
}

function planOf(live: LiveSubscription | null): PlanInForce {
  if (!live) return { ...FREE_PLAN, stripeSubscriptionId: undefined };
  return {
    planId: live.planId,
    planName: live.planName,
    maximum: live.maxConnections,
    stripeSubscriptionId: live.subscriptionId,
  };
}

function isInForce(tenant: StoredTenant, plan: PlanInForce): boolean {
  return (
    tenant.planId === plan.planId &&
    tenant.planName === plan.planName &&
    tenant.maximum === plan.maximum &&
    tenant.stripeSubscriptionId === plan.stripeSubscriptionId
  );
}

function planWrite(
  { tenantId, version }: StoredTenant,
  { stripeSubscriptionId, ...plan }: PlanInForce,
): Write {
  const subscribed = stripeSubscriptionId !== undefined;
  return {
    update: keys.organisation(tenantId),
    set: { ...plan, ...(subscribed && { stripeSubscriptionId }) },
    remove: subscribed ? [] : ['stripeSubscriptionId'],
    add: { version: 1 },
    if: ['version', '=', version],
  };
}

interface Moment {
  readonly now: number;
  readonly id: string;
}

function overLimitMessage({ tenantId, planName, maximum, used }: StoredTenant, moment: Moment): Write {
  return messageWrite({
    ...moment,
    tenantId,
    about: 'over-limit',
    minimumRole: 'Owner',
    subject: 'More schedules are connected than your plan includes',
    message: `${used} schedules are connected to Xero, and the plan ${planName} includes ${maximum}. Nothing was disconnected, but no other schedule can be connected until you upgrade or disconnect some.`,
    link: '/settings/billing_subscription',
  });
}

/** Tells the Owner that a payment for the subscription has failed. */
export async function tellPaymentFailed(table: Table, tenantId: string, moment: Moment): Promise<void> {
  const message = messageWrite({
    ...moment,
    tenantId,
    about: 'payment-failed',
    minimumRole: 'Owner',
    subject: 'The payment for your subscription failed',
    message:
      'Please check the card under Billing and subscription. Your plan stays in force while Stripe tries again.',
    actionRequired: true,
    link: '/settings/billing_subscription',
  });
  await table.transact([message]);
}
