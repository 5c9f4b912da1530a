/** Organisations and their plans. `member-store.ts` stores the memberships. */
import * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import { keys } from '../store/keys.ts';
import { commit, type Item, type Table, type TableReader, type Write } from '../store/table.ts';

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
  /** Since when an invoice of the subscription is unpaid, milliseconds since the epoch. */
  unpaidSince: z.number().optional(),
  /** The Owner's address as last sent to Stripe. */
  billingEmail: z.string().optional(),
  /** A higher daily limit of invitations, granted by the operator at an owner's request. */
  invitationsPerDay: z.number().optional(),
  /** Incremented by every write. */
  version: z.number(),
  createdAt: z.string(),
});

export type StoredTenant = Readonly<z.output<typeof TenantItem>>;

export const unknownTenant = (): Refusal =>
  new Refusal('not-found', 'organisation/unknown', 'The organisation could not be found.');

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

function tenantOf(item: Item | undefined): StoredTenant | null {
  return item ? TenantItem.parse(item) : null;
}

export interface NewTenant {
  readonly tenantId: string;
  readonly name: string;
  readonly ownerId: string;
  /** An instant, ISO 8601. */
  readonly createdAt: string;
}

/** Returns the write of an organisation on the free plan. The owner's membership belongs to the same transaction. */
export function newTenantWrite(tenant: NewTenant): Write {
  const item = { ...tenant, ...FREE_PLAN, used: 0, version: 1 };
  return { put: { ...keys.organisation(tenant.tenantId), ...item }, if: 'absent' };
}

/** Returns the check that refuses a transaction of a deleted organisation. */
export const stillThere = (tenantId: string): Write => ({
  check: keys.organisation(tenantId),
  if: 'present',
  otherwise: unknownTenant,
});

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
