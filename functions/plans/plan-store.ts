/** The plan of each organisation. Stripe's current state decides it, not the content of an event. */
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ServicesFor } from '../lib/context.ts';
import { messageWrite } from '../messages/message-store.ts';
import type { LiveSubscription } from '../services/stripe/port.ts';
import { keys, places } from '../store/keys.ts';
import { commit, type Table, type TableReader, tryCommit, type Write } from '../store/table.ts';
import { FREE_PLAN, readTenant, type StoredTenant, unknownTenant } from '../tenants/tenant-store.ts';

const ATTEMPTS = 5;
const BILLING_PAGE = '/settings/billing_subscription';

/** @throws Refusal `not-found` for a deleted organisation. */
export async function tenantOrRefuse(table: TableReader, tenantId: string): Promise<StoredTenant> {
  const tenant = await readTenant(table, tenantId);
  if (!tenant) throw unknownTenant();
  return tenant;
}

/** Returns the organisation of a Stripe customer, or null. */
export async function tenantOfCustomer(table: TableReader, customerId: string): Promise<string | null> {
  const item = await table.get(keys.stripeCustomer(customerId));
  return item ? String(item['tenantId']) : null;
}

/**
 * Stores the Stripe customer of an organisation, in both directions, and schedules the daily reading of its plan.
 * @throws Refusal `not-found` when the organisation is gone.
 */
export async function keepCustomer(
  table: Table,
  tenantId: string,
  customerId: string,
  today: CalendarDate,
): Promise<void> {
  await commit(table, [
    {
      update: keys.organisation(tenantId),
      set: { stripeCustomerId: customerId, ...places.dated('PLAN', tenantId, today) },
      add: { version: 1 },
      if: 'present',
      otherwise: unknownTenant,
    },
    { put: { ...keys.stripeCustomer(customerId), tenantId } },
  ]);
}

/**
 * Reads the subscription from Stripe and applies its plan. Every run increments the organisation's version, even
 * without a change, and a concurrent write repeats the read. Of two concurrent runs, the one that reads last
 * therefore writes last.
 * @returns the organisation after the write, or null when it is deleted
 * @throws Refusal `conflict` after repeated concurrent writes; VendorFailure when Stripe can't be read
 */
export async function refreshPlan(
  { table, billing, clock, ids }: ServicesFor<'table:write' | 'stripe'>,
  tenantId: string,
): Promise<StoredTenant | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await readTenant(table, tenantId);
    if (!before) return null;
    const { stripeCustomerId } = before;
    const now = clock.now();
    const live = stripeCustomerId === undefined ? null : await billing.currentSubscription(stripeCustomerId);
    const after = { ...before, ...planOf(live), version: before.version + 1 };
    const isNowOverLimit = after.maximum < before.maximum && after.used > after.maximum;
    const messages = isNowOverLimit ? [overLimitMessage(after, { now, id: ids.uuid() })] : [];
    if (await tryCommit(table, [planWrite(before, after, businessDate(now)), ...messages])) return after;
  }
  throw new Refusal('conflict', 'plan/changing', 'Your plan is changing just now. Please try again.');
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

/** Returns the write of a plan. Its condition contains `used`, so that the message about the limit is right. */
function planWrite(before: StoredTenant, after: StoredTenant & PlanInForce, today: CalendarDate): Write {
  const { planId, planName, maximum, stripeSubscriptionId } = after;
  const isSubscribed = stripeSubscriptionId !== undefined;
  const isCustomer = before.stripeCustomerId !== undefined;
  return {
    update: keys.organisation(before.tenantId),
    set: {
      planId,
      planName,
      maximum,
      ...(isSubscribed && { stripeSubscriptionId }),
      ...(isCustomer && places.dated('PLAN', before.tenantId, today)),
    },
    remove: isSubscribed ? [] : ['stripeSubscriptionId'],
    add: { version: 1 },
    if: {
      all: [
        ['version', '=', before.version],
        ['used', '=', before.used],
      ],
    },
  };
}

interface Moment {
  readonly now: number;
  readonly id: string;
}

function overLimitMessage({ tenantId, planName, maximum, used }: StoredTenant, moment: Moment): Write {
  const connected = `${used} ${used === 1 ? 'schedule is' : 'schedules are'} connected to Xero`;
  const consequence =
    maximum === 0
      ? `and the plan ${planName} includes none. Nothing was disconnected, but nothing syncs until you upgrade.`
      : `and the plan ${planName} includes ${maximum}. Nothing was disconnected, but no other schedule can be connected until you upgrade or archive some.`;
  return messageWrite({
    ...moment,
    tenantId,
    about: 'over-limit',
    minimumRole: 'Owner',
    subject: 'More schedules are connected than your plan includes',
    message: `${connected}, ${consequence}`,
    link: BILLING_PAGE,
  });
}

/** Returns the message to the Owner about a failed payment and its effect on the plan. */
export function paymentFailedMessage({ tenantId, planId }: StoredTenant, moment: Moment): Write {
  const consequence =
    planId === FREE_PLAN.planId
      ? 'No plan is in force until it is paid, so nothing syncs with Xero.'
      : 'Your plan stays in force while Stripe tries again.';
  return messageWrite({
    ...moment,
    tenantId,
    about: 'payment-failed',
    minimumRole: 'Owner',
    subject: 'The payment for your subscription failed',
    message: `Please check the card under Billing and subscription. ${consequence}`,
    actionRequired: true,
    link: BILLING_PAGE,
  });
}
