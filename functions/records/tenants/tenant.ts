/** Organisations and their plans. `members.ts` stores the memberships. */
import * as z from 'zod';
import { conflict, notFound, type Refusal } from '../../../domain/refusal.ts';
import type { PlanSizes } from '../../services/context.ts';
import { keys } from '../../store/keys.ts';
import {
  commit,
  type Item,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';
import { newSizeWrite, sizeOfPlan } from './size.ts';

/** The plan of an organisation without a subscription. It allows no connected schedule. */
export const FREE_PLAN = {
  planId: '00000000-0000-0000-0000-000000000000',
  planName: 'Free',
  maximum: 0,
} as const;

const TenantItem = z.object({
  tenantId: z.string(),
  name: z.string(),
  /** The creator, and the only member with the role Owner. */
  ownerId: z.string(),
  planId: z.string(),
  planName: z.string(),
  /** The number of schedules that the plan allows to connect, and the number in use. */
  maximum: z.number(),
  used: z.number(),
  stripeCustomerId: z.string().optional(),
  stripeSubscriptionId: z.string().optional(),
  /** It has had a subscription, so that no trial is left. */
  wasSubscribed: z.literal(true).optional(),
  /** Since when an invoice of the subscription is unpaid, milliseconds since the epoch. */
  unpaidSince: z.number().optional(),
  /** The end of the trial that the first charge follows, milliseconds since the epoch; absent without one. */
  trialEndsAt: z.number().optional(),
  /** The charge at that end, cents of AUD. */
  trialCharge: z.number().optional(),
  /** Without a card, the subscription ends with the trial. */
  trialNeedsCard: z.literal(true).optional(),
  /** The end that the Owner was told. */
  trialAnnounced: z.number().optional(),
  /** The Owner's address as last sent to Stripe. */
  billingEmail: z.string().optional(),
  /** A higher daily limit of invitations, granted by the operator at an owner's request. */
  invitationsPerDay: z.number().optional(),
  /** Since when the Owner requires a second factor of each member; absent while none is required. */
  requireMfaSince: z.number().optional(),
  /** The time at which the first of its entities was linked to Xero. */
  xeroLinkedAt: z.number().optional(),
  /** Incremented by every write. */
  version: z.number(),
  createdAt: z.string(),
});

export type StoredTenant = Readonly<z.output<typeof TenantItem>>;

export const unknownTenant = (): Refusal =>
  notFound('organisation/unknown', 'The organisation could not be found.');

/** @param maximum the schedules that the plan connects, of which none is left */
export const connectionLimit = (maximum: number): Refusal =>
  conflict(
    'plan/limit-reached',
    maximum === 0
      ? 'Please upgrade your plan to integrate schedules to Xero.'
      : 'You have exceeded your limit for connected schedules.',
  );

/** Returns the organisation; null when it doesn't exist or is being deleted. */
export async function readTenant(table: TableReader, tenantId: string): Promise<StoredTenant | null> {
  return tenantOf(await table.get(keys.organisation(tenantId)));
}

/** Returns the existing organisations in the requested order. */
export async function readTenants(
  table: TableReader,
  tenantIds: readonly string[],
): Promise<readonly (StoredTenant | null)[]> {
  return (await table.getMany(tenantIds.map(keys.organisation))).map(tenantOf);
}

/** The organisation in an item that was read together with others. */
export function tenantOf(item: Item | undefined): StoredTenant | null {
  return item ? TenantItem.parse(item) : null;
}

const FACTOR_GRACE_MS = 7 * 86_400_000;

/**
 * Returns when an organisation begins to refuse sessions without a second factor, milliseconds since the epoch; null
 * while it requires none. Members have seven days to add one.
 */
export function factorRequiredFrom(
  { requireMfaSince, xeroLinkedAt }: Pick<StoredTenant, 'requireMfaSince' | 'xeroLinkedAt'>,
  { requireMfaWhenLinked }: { readonly requireMfaWhenLinked: boolean },
): number | null {
  const reasons = [requireMfaSince, requireMfaWhenLinked ? xeroLinkedAt : undefined];
  const earliest = Math.min(...reasons.map((since) => since ?? Infinity));
  return Number.isFinite(earliest) ? earliest + FACTOR_GRACE_MS : null;
}

export interface NewTenant {
  readonly tenantId: string;
  readonly name: string;
  readonly ownerId: string;
  /** An instant, ISO 8601. */
  readonly createdAt: string;
}

/** Returns the writes of an organisation on the free plan. The owner's membership belongs to the same transaction. */
export function newTenantWrites(tenant: NewTenant, sizes: PlanSizes): Write[] {
  const { tenantId } = tenant;
  const item = { ...tenant, ...FREE_PLAN, used: 0, version: 1 };
  return [
    { put: { ...keys.organisation(tenantId), ...item }, if: 'absent' },
    newSizeWrite(tenantId, sizeOfPlan(FREE_PLAN.maximum, sizes)),
  ];
}

/** Returns the check that refuses a transaction of a deleted organisation. */
export const stillThere = (tenantId: string): Write => ({
  check: keys.organisation(tenantId),
  if: 'present',
  otherwise: unknownTenant,
});

/**
 * Requires a second factor of each member since an instant, or none (null).
 * @throws Refusal `not-found` when the organisation is gone.
 */
export async function requireFactors(
  table: Table,
  tenantId: string,
  since: number | null,
  more: readonly Write[],
): Promise<void> {
  const update: Write = {
    update: keys.organisation(tenantId),
    ...(since === null ? { remove: ['requireMfaSince'] } : { set: { requireMfaSince: since } }),
    add: { version: 1 },
    if: 'present',
    otherwise: unknownTenant,
  };
  await commit(table, [update, ...more]);
}

/** Records the first link of an organisation to Xero; a later one changes nothing. */
export async function recordXeroLink(table: Table, tenantId: string, now: number): Promise<void> {
  await tryCommitOne(table, {
    update: keys.organisation(tenantId),
    set: { xeroLinkedAt: now },
    if: { all: ['present', ['xeroLinkedAt', 'absent']] },
  });
}

/** @throws Refusal `not-found` for a deleted organisation. */
export async function renameTenant(
  table: Table,
  tenantId: string,
  name: string,
  more: readonly Write[],
): Promise<void> {
  const update: Write = {
    update: keys.organisation(tenantId),
    set: { name },
    add: { version: 1 },
    if: 'present',
    otherwise: unknownTenant,
  };
  await commit(table, [update, ...more]);
}
