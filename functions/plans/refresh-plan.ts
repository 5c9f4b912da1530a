/** The plan of each organisation. Stripe's current state decides it, not the content of an event. */
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { conflict } from '../../domain/refusal.ts';
import type { ServicesFor } from '../services/context.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import type { LiveSubscription } from '../services/stripe.ts';
import { keys, places } from '../store/keys.ts';
import { type TableReader, tryCommit, type Write } from '../store/table.ts';
import { planSizeWrites, readSize, sizeOfPlan } from '../records/tenants/size.ts';
import { FREE_PLAN, readTenant, type StoredTenant, unknownTenant } from '../records/tenants/tenant.ts';

const ATTEMPTS = 5;
const DAY_MS = 86_400_000;

/** Late payments keep the plan for this long. Stripe can be set to leave a subscription overdue for ever. */
const UNPAID_GRACE_DAYS = 30;

/** The page of the plan, the card and the invoices. */
export const BILLING_PAGE = '/settings/billing_subscription';

/** @throws Refusal `not-found` for a deleted organisation. */
export async function tenantOrRefuse(table: TableReader, tenantId: string): Promise<StoredTenant> {
  const tenant = await readTenant(table, tenantId);
  if (!tenant) throw unknownTenant();
  return tenant;
}

/**
 * Reads the subscription from Stripe and applies its plan. Every run increments the organisation's version, even
 * without a change, and a concurrent write repeats the read. Of two concurrent runs, the one that reads last
 * therefore writes last.
 * @returns the organisation after the write, or null when it is deleted
 * @throws Refusal `conflict` after repeated concurrent writes; VendorFailure when Stripe can't be read
 */
export async function refreshPlan(
  { table, billing, clock, ids, log, limits }: ServicesFor<'table:write' | 'stripe'>,
  tenantId: string,
): Promise<StoredTenant | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const [before, size] = await Promise.all([readTenant(table, tenantId), readSize(table, tenantId)]);
    if (!before || !size) return null;
    const { stripeCustomerId } = before;
    const now = clock.now();
    const live = stripeCustomerId === undefined ? null : await billing.currentSubscription(stripeCustomerId);
    // Paid in two tabs, or by the operator beside the customer.
    for (const subscriptionId of live?.superseded ?? []) {
      log.error('second subscription of an organisation', { tenantId, subscriptionId });
      await billing.endWithPeriod(subscriptionId);
    }
    const isOverdue = isOverdueAt(live, now);
    const unpaidSince = live?.unpaidSince ?? undefined;
    const after = {
      ...before,
      ...planOf(isOverdue ? null : live),
      ...trialOf(live, now),
      unpaidSince,
      version: before.version + 1,
    };
    const moment = { now, id: ids.uuid() };
    const messages = isOverdue ? overdueMessages(before, moment) : overLimitMessages(before, after, moment);
    const sizes = planSizeWrites(tenantId, size, sizeOfPlan(after.maximum, limits.sizes));
    const writes = [planWrite(before, after, businessDate(now)), ...sizes, ...messages];
    if (await tryCommit(table, writes)) return after;
  }
  throw conflict('plan/changing', 'Your plan is changing just now. Please try again.');
}

/** Whether an invoice has been unpaid for longer than the grace, however long Stripe leaves it overdue. */
function isOverdueAt(live: LiveSubscription | null, now: number): boolean {
  const unpaidSince = live?.unpaidSince ?? null;
  return unpaidSince !== null && now - unpaidSince > UNPAID_GRACE_DAYS * DAY_MS;
}

/** Attributes that a read of Stripe sets or removes. */
type Changeable = Omit<StoredTenant, 'unpaidSince' | 'trialEndsAt' | 'trialCharge' | 'trialNeedsCard'> &
  PlanInForce & {
    readonly [Name in 'unpaidSince' | 'trialEndsAt' | 'trialCharge']: number | undefined;
  } & { readonly trialNeedsCard: true | undefined };

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

type TrialAhead = Pick<Changeable, 'trialEndsAt' | 'trialCharge' | 'trialNeedsCard'>;

/** The trial that a charge follows; one that is over by now is none. */
function trialOf(live: LiveSubscription | null, now: number): TrialAhead {
  const trial = live?.trial ?? null;
  if (trial === null || trial.endsAt <= now) {
    return { trialEndsAt: undefined, trialCharge: undefined, trialNeedsCard: undefined };
  }
  return {
    trialEndsAt: trial.endsAt,
    trialCharge: trial.charge ?? undefined,
    trialNeedsCard: trial.hasCard ? undefined : true,
  };
}

/** Returns the write of a plan. Its condition contains `used`, so that the message about the limit is right. */
function planWrite(before: StoredTenant, after: Changeable, today: CalendarDate): Write {
  const { planId, planName, maximum, stripeSubscriptionId, unpaidSince } = after;
  const { trialEndsAt, trialCharge, trialNeedsCard } = after;
  const optional = { unpaidSince, trialEndsAt, trialCharge, trialNeedsCard };
  const isSubscribed = stripeSubscriptionId !== undefined;
  const isCustomer = before.stripeCustomerId !== undefined;
  return {
    update: keys.organisation(before.tenantId),
    set: {
      planId,
      planName,
      maximum,
      ...(isSubscribed && { stripeSubscriptionId, wasSubscribed: true }),
      ...optional,
      ...(isCustomer && places.dated('PLAN', before.tenantId, today)),
    },
    remove: [
      ...(isSubscribed ? [] : ['stripeSubscriptionId']),
      ...Object.entries(optional).flatMap(([name, value]) => (value === undefined ? [name] : [])),
    ],
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

/** Sends the Owner one message when the plan ends because of the unpaid invoice. */
function overdueMessages({ tenantId, planId }: StoredTenant, moment: Moment): Write[] {
  if (planId === FREE_PLAN.planId) return [];
  const message = messageWrite({
    ...moment,
    tenantId,
    about: 'plan-overdue',
    minimumRole: 'Owner',
    entityId: null,
    subject: 'Your plan has ended because an invoice is unpaid',
    message: `An invoice has been unpaid for more than ${UNPAID_GRACE_DAYS} days, so your plan has ended and nothing syncs with Xero. Pay the invoice under Billing & Subscription to restore the plan.`,
    actionRequired: true,
    link: BILLING_PAGE,
  });
  return [message];
}

function overLimitMessages(before: StoredTenant, after: StoredTenant, moment: Moment): Write[] {
  const isNowOverLimit = after.maximum < before.maximum && after.used > after.maximum;
  return isNowOverLimit ? [overLimitMessage(after, moment)] : [];
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
    entityId: null,
    subject: 'More schedules are connected than your plan includes',
    message: `${connected}, ${consequence}`,
    link: BILLING_PAGE,
  });
}

export function paymentFailedMessage({ tenantId, planId }: StoredTenant, moment: Moment): Write {
  const consequence =
    planId === FREE_PLAN.planId
      ? 'Nothing syncs with Xero until it is paid.'
      : 'Your plan continues while Stripe retries.';
  return messageWrite({
    ...moment,
    tenantId,
    about: 'payment-failed',
    minimumRole: 'Owner',
    entityId: null,
    subject: 'The payment for your subscription failed',
    message: `Check the card under Billing & Subscription. ${consequence}`,
    actionRequired: true,
    link: BILLING_PAGE,
  });
}

/** Returns the message to the Owner about a payment that the bank wants confirmed. */
export const paymentActionMessage = ({ tenantId }: StoredTenant, moment: Moment): Write =>
  messageWrite({
    ...moment,
    tenantId,
    about: 'payment-failed',
    minimumRole: 'Owner',
    entityId: null,
    subject: 'Your bank asks you to confirm the payment',
    message: 'Open the unpaid invoice under Billing & Subscription and confirm the payment with your bank.',
    actionRequired: true,
    link: BILLING_PAGE,
  });

/** Returns the message to the Owner about a payment that the cardholder's bank takes back. */
export const disputeMessage = ({ tenantId }: StoredTenant, moment: Moment): Write =>
  messageWrite({
    ...moment,
    tenantId,
    about: 'payment-disputed',
    minimumRole: 'Owner',
    entityId: null,
    subject: 'A payment for your subscription is disputed',
    message:
      'The bank of the cardholder disputes a payment for your subscription. If you did not ask for this, please ask the bank to withdraw the dispute, and check the card under Billing & Subscription.',
    actionRequired: true,
    link: BILLING_PAGE,
  });
