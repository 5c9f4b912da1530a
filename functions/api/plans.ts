/** Plans and subscriptions: the number of connected schedules, and the payment for it. */
import * as z from 'zod';
import { defineRoutes, LARGE_BODY_LIMIT } from './route.ts';
import { Id, Paging } from './wire.ts';

/** The counts that make up the size of an organisation. */
export const SIZE_NAMES = ['schedules', 'xeroOrganisations', 'payments', 'fileBytes'] as const;
export type SizeName = (typeof SIZE_NAMES)[number];

/** The most that the plan allows of something, and what is in use: more after a downgrade. */
const Used = z.object({ most: z.number(), used: z.number() });

export const Plan = z.object({
  id: Id,
  name: z.string(),
  maxConnections: z.number(),
  usageCountConnections: z.number(),
  /** The days of the Owner's trial while it is unused; 0 on a paid plan or after it. */
  trialDays: z.number(),
  /** The most that the organisation may hold. */
  size: z.object({ schedules: Used, xeroOrganisations: Used, payments: Used, fileBytes: Used }),
});

const Price = z.object({
  id: z.string(),
  interval: z.enum(['month', 'year']),
  /** Cents of AUD, GST included. */
  price: z.number(),
  formatted: z.string(),
});

export const SubscriptionPlan = z.object({
  id: Id,
  name: z.string(),
  maxConnections: z.number(),
  prices: z.array(Price),
});

const Redirect = z.object({ redirectUrl: z.string() });

export const planRoutes = defineRoutes({
  'GET /v1/subscriptionplans': {
    summary: 'The plans to choose from, the free one first',
    handler: 'plans/list-plans',
    allow: 'Guest',
    limit: 'changes',
    kind: 'list',
    query: Paging,
    response: z.array(SubscriptionPlan),
    refuses: [],
    uses: ['stripe'],
  },
  'GET /v1/tenants/subscription': {
    summary: 'The organisation’s plan and the connections in use',
    handler: 'plans/get-subscription',
    allow: 'Guest',
    response: Plan,
    refuses: [],
    uses: ['table:read'],
  },
  'GET /v1/tenants/subscription/anticipate': {
    summary: 'The plan as Stripe has it now, which is in force from then on, whatever a webhook says later',
    handler: 'plans/anticipate-subscription',
    allow: 'Guest',
    limit: 'changes',
    query: z.object({ StripeSessionId: z.string().trim().min(1).max(255).optional() }),
    response: Plan,
    refuses: ['not-found', 'conflict'],
    uses: ['table:write', 'stripe'],
  },
  'POST /v1/tenants/session/subscription': {
    summary: 'Where to buy a plan, or to confirm the change to it',
    handler: 'plans/start-subscription',
    allow: 'Owner',
    limit: 'changes',
    stepUp: true,
    body: z.object({
      planId: Id,
      priceId: z.string('Please choose a price.').trim().min(1, 'Please choose a price.').max(255),
    }),
    response: Redirect,
    refuses: ['invalid'],
    uses: ['table:write', 'stripe'],
  },
  'POST /v1/tenants/Session/Billing': {
    summary: 'Where to see invoices, change the card, or cancel',
    handler: 'plans/start-billing',
    allow: 'Owner',
    limit: 'changes',
    stepUp: true,
    response: Redirect,
    refuses: [],
    uses: ['table:write', 'stripe'],
  },
  'POST /v1/webhooks/stripe': {
    summary: 'Stripe says that something about a subscription has changed',
    handler: 'plans/receive-webhook',
    allow: 'anyone',
    kind: 'webhook',
    bodyLimit: LARGE_BODY_LIMIT,
    refuses: ['invalid', 'conflict'],
    uses: ['table:write', 'stripe', 'mail'],
  },
});
