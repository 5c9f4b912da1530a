/** The connections in use, counted one by one: what the counters must say. */
import { type Entity, listEntities, ownEntity } from '../entities/entity-store.ts';
import type { Log } from '../lib/log.ts';
import { listSchedules } from '../schedules/schedule-store.ts';
import { keys } from '../store/keys.ts';
import { type Table, tryCommitOne, type Write } from '../store/table.ts';
import { readTenant } from '../tenants/tenant-store.ts';

/** A counter's stored and true value. */
interface Drift {
  readonly counter: Extract<Write, { update: unknown }>;
  readonly subject: string;
  readonly was: number;
  readonly is: number;
}

/**
 * Compares an organisation's counters with what they count. One that is wrong twice in a row is put right and
 * reported; a counter that changes meanwhile is left for the next time.
 * @returns how many were wrong.
 */
export async function mendCounters(
  { table, log }: { readonly table: Table; readonly log: Log },
  tenantId: string,
): Promise<number> {
  const first = await findDrifts(table, tenantId);
  if (first.length === 0) return 0;
  const second = await findDrifts(table, tenantId);
  const lasting = second.filter((drift) =>
    first.some((one) => JSON.stringify(one) === JSON.stringify(drift)),
  );
  for (const { counter, subject, was, is } of lasting) {
    if (await tryCommitOne(table, counter)) {
      log.error('a counter of connections had drifted', { tenantId, subject, was, is });
    }
  }
  return lasting.length;
}

async function findDrifts(table: Table, tenantId: string): Promise<Drift[]> {
  const tenant = await readTenant(table, tenantId);
  if (!tenant) return [];
  const entities = await listEntities(table, tenantId, { search: '', consistent: true });
  const drifts: Drift[] = [];
  let total = 0;
  for (const entity of entities.filter(({ xero, connected }) => xero !== null || connected !== 0)) {
    const is = await countConnected(table, tenantId, entity);
    total += is;
    const { entityId, connected: was, version } = entity;
    if (is === was) continue;
    const counter: Drift['counter'] = {
      update: keys.entity(tenantId, entityId),
      set: { connected: is },
      if: ['version', '=', version],
    };
    drifts.push({ counter, subject: `entity ${entityId}`, was, is });
  }
  if (total !== tenant.used) {
    const counter: Drift['counter'] = {
      update: keys.organisation(tenantId),
      set: { used: total },
      if: ['used', '=', tenant.used],
    };
    drifts.push({ counter, subject: 'organisation', was: tenant.used, is: total });
  }
  return drifts;
}

async function countConnected(table: Table, tenantId: string, { entityId }: Entity): Promise<number> {
  const schedules = await listSchedules(table, await ownEntity(table, tenantId, entityId));
  return schedules.filter(({ xeroConnected }) => xeroConnected).length;
}
