/**
 * Causes of messages that require an action. A message announces an attention item, or payments that wait for a sync, or
 * a state of the plan. It clears itself for every reader as soon as its cause is gone, however it went.
 */
import { PLAN_LIMIT } from '../auto-sync/messages.ts';
import { aboutOf, type StoredMessage } from '../records/tenants/messages.ts';
import { FREE_PLAN, type StoredTenant, tenantOf } from '../records/tenants/tenant.ts';
import { ownedFrom } from '../records/schedules/schedule-item.ts';
import { readSyncState } from '../records/schedules/sync-state.ts';
import { keys } from '../store/keys.ts';
import type { Item, Key, TableReader } from '../store/table.ts';

/** The causes in the tenant's own item, by the kind of their messages. */
const TENANT_CAUSES: Readonly<Record<string, (tenant: StoredTenant) => boolean>> = {
  'plan-overdue': ({ planId }) => planId === FREE_PLAN.planId,
  'payment-failed': ({ planId, unpaidSince }) => unpaidSince !== undefined || planId === FREE_PLAN.planId,
  'trial-ending': ({ trialEndsAt, trialNeedsCard }) => trialEndsAt !== undefined && trialNeedsCard === true,
  [PLAN_LIMIT]: ({ maximum }) => maximum === 0,
};

/** The kind of a message: the first part of its `about`. */
const kindOf = (message: StoredMessage): string => aboutOf(message)?.split('#')[0] ?? '';

/** The item that tells whether the cause of a message stands; null without one. */
function causeKey(tenantId: string, message: StoredMessage): Key | null {
  const { awaits, cause, entityId } = message;
  if (kindOf(message) in TENANT_CAUSES) return keys.organisation(tenantId);
  if (awaits) return entityId === null ? null : keys.schedule(entityId, awaits.scheduleId);
  return cause && { pk: keys.organisation(tenantId).pk, sk: cause.item };
}

/**
 * Returns those of an organisation's messages whose cause stands, by one read of all items that tell. A message without a
 * cause stands until its reader deletes it.
 */
export async function standing<Message extends StoredMessage>(
  table: TableReader,
  tenantId: string,
  messages: readonly Message[],
): Promise<Message[]> {
  const wanted = messages.flatMap((message) => causeKey(tenantId, message) ?? []);
  const found = await table.getMany(wanted);
  const items = new Map(found.map((item, index) => [idOf(wanted[index]), item]));
  const checks = messages.map(async (message) => {
    const key = causeKey(tenantId, message);
    return key === null || (await stands(table, message, items.get(idOf(key)))) ? [message] : [];
  });
  return (await Promise.all(checks)).flat();
}

/**
 * Returns messages, newest first, without those that a newer one replaces: of those that require an action the newest
 * about a subject or a cause stands for all, also once it is deleted.
 */
export function newestOfCauses<Message extends StoredMessage>(messages: readonly Message[]): Message[] {
  const seen = new Set<string>();
  return messages.filter((message) => {
    if (!message.actionRequired) return true;
    const subjects = [
      aboutOf(message) ?? message.sk,
      ...(message.cause ? [JSON.stringify(message.cause)] : []),
    ];
    const isNewest = subjects.every((subject) => !seen.has(subject));
    for (const subject of subjects) seen.add(subject);
    return isNewest;
  });
}

const idOf = (key: Key | undefined): string => `${key?.pk} ${key?.sk}`;

async function stands(table: TableReader, message: StoredMessage, item: Item | undefined): Promise<boolean> {
  const { awaits, cause, entityId } = message;
  const isOfTenant = TENANT_CAUSES[kindOf(message)];
  const tenant = isOfTenant ? tenantOf(item) : null;
  if (isOfTenant) return tenant !== null && isOfTenant(tenant);
  if (!item) return false;
  if (awaits) return areUnsynced(table, item, entityId ?? '', awaits.numbers);
  return cause?.attributes.some((name) => item[name] !== undefined) ?? true;
}

/** Whether one of the payments is not in Xero. False for a schedule that doesn't sync any longer. */
async function areUnsynced(
  table: TableReader,
  item: Item,
  entityId: string,
  numbers: readonly number[],
): Promise<boolean> {
  const schedule = ownedFrom(entityId, item);
  if (schedule.archived || !schedule.xeroConnected) return false;
  const { synced } = await readSyncState(table, schedule, numbers);
  return numbers.some((number) => !synced.has(number));
}
