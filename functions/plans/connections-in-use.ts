/** Counts the connections in use and corrects their counters. */
import { isDeepStrictEqual } from 'node:util';
import { SIZE_NAMES } from '../api/plans.ts';
import { type Entity, listEntities, ownEntity, sizeOfEntity } from '../records/entities/entity.ts';
import type { Log } from '../lib/log.ts';
import { isInUse, listRegisters } from '../records/registers/register.ts';
import { listSchedules } from '../records/schedules/schedule.ts';
import { keys } from '../store/keys.ts';
import { type Table, tryCommitOne, type Write } from '../store/table.ts';
import { leftWrite, negatedSize, readSize, sumOfSizes } from '../records/tenants/size.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';

/** A counter with its stored and its true value. */
interface Mismatch {
  readonly counter: Extract<Write, { update: unknown }>;
  readonly subject: string;
  readonly was: number;
  readonly is: number;
}

/**
 * Compares an organisation's counters with a count. A counter that is wrong twice in a row is corrected and logged;
 * one that changes between the counts is left for the next run.
 * @returns the number of wrong counters
 */
export async function correctCounters(
  { table, log }: { readonly table: Table; readonly log: Log },
  tenantId: string,
): Promise<number> {
  const first = await findMismatches(table, tenantId);
  if (first.length === 0) return 0;
  const second = await findMismatches(table, tenantId);
  const lasting = second.filter((mismatch) => first.some((one) => isDeepStrictEqual(one, mismatch)));
  for (const { counter, subject, was, is } of lasting) {
    if (await tryCommitOne(table, counter)) {
      log.info('a counter of connections is corrected', { tenantId, subject, was, is });
    }
  }
  return lasting.length;
}

async function findMismatches(table: Table, tenantId: string): Promise<Mismatch[]> {
  const tenant = await readTenant(table, tenantId);
  if (!tenant) return [];
  const entities = await listEntities(table, allEntities(tenantId), { consistent: true });
  const mismatches: Mismatch[] = [];
  let total = 0;
  for (const entity of entities.filter(({ xero, connected }) => xero !== null || connected !== 0)) {
    const is = await countConnected(table, tenantId, entity);
    total += is;
    const { entityId, connected: was, version } = entity;
    if (is === was) continue;
    const counter: Mismatch['counter'] = {
      update: keys.entity(tenantId, entityId),
      set: { connected: is },
      if: ['version', '=', version],
    };
    mismatches.push({ counter, subject: `entity ${entityId}`, was, is });
  }
  const size = await readSize(table, tenantId);
  if (size) {
    const held = sumOfSizes(entities.map(sizeOfEntity));
    const is = sumOfSizes([size.most, negatedSize(held)]);
    for (const name of SIZE_NAMES.filter((one) => size.left[one] !== is[one])) {
      const subject = `size ${name}`;
      mismatches.push({
        counter: leftWrite(tenantId, size, is),
        subject,
        was: size.left[name],
        is: is[name],
      });
    }
  }
  if (total !== tenant.used) {
    const counter: Mismatch['counter'] = {
      update: keys.organisation(tenantId),
      set: { used: total },
      if: ['used', '=', tenant.used],
    };
    mismatches.push({ counter, subject: 'organisation', was: tenant.used, is: total });
  }
  return mismatches;
}

/** Connected schedules, and one for all registers in use together. */
async function countConnected(table: Table, tenantId: string, { entityId }: Entity): Promise<number> {
  const entity = await ownEntity(table, allEntities(tenantId), entityId);
  const schedules = await listSchedules(table, entity);
  const registers = await listRegisters(table, entity);
  return schedules.filter(({ xeroConnected }) => xeroConnected).length + Number(registers.some(isInUse));
}
