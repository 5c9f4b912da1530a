import pMap from 'p-map';
import { sumCents, toDollars } from '../../domain/money.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { MAX_PREVIEWED, paymentRoutes } from '../api/payments.ts';
import { type OwnedEntity, ownEntity } from '../records/entities/entity.ts';
import { ownPlaces } from '../records/schedules/location.ts';
import { workOfSchedules } from '../records/schedules/listed-schedules.ts';
import { listSchedules, readSchedules, unknownSchedule } from '../records/schedules/schedule.ts';
import type { OwnedSchedule } from '../records/schedules/schedule-item.ts';
import type { TableReader } from '../store/table.ts';
import { knownLockDate } from '../xero/cached-reads.ts';
import { codedSchedules, type Reviewed } from './coded-schedules.ts';
import { payablePayments } from '../posting/plan/payable-payments.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';

/** Schedules read in parallel. */
const AT_ONCE = 10;

export const handler = endpoint(
  paymentRoutes,
  'POST /v1/posting/preview',
  async (
    { actor, body: { scheduleIds, entityIds, exclude = [], through, searchXero }, now, today, ...request },
    services,
  ) => {
    const { table } = services;
    const { deadlines, charge } = request;
    const when = { today, through };
    const all =
      scheduleIds === undefined
        ? await allOf(table, actor, entityIds ?? [])
        : await chosen(table, actor, scheduleIds);
    const owners = without(all, exclude);
    await charge(workOfSchedules(owners.flatMap((owner) => owner.schedules)));
    const schedules: Reviewed[] = [];
    let count = 0;
    for (const { entity, schedules: own } of owners) {
      const lockDate = entity.xero === null ? null : await knownLockDate(table, entity.xero, now);
      const payable = await pMap(
        own,
        async (schedule) => {
          const found = await payablePayments(table, { entity, schedule, lockDate }, when);
          count += found.payments.length;
          if (count > MAX_PREVIEWED) throw tooMany();
          return { entity, schedule, ...found };
        },
        { concurrency: AT_ONCE },
      );
      schedules.push(...payable);
    }
    const caller = { userId: actor.userId, deadlines };
    const inXero = searchXero ? await codedSchedules(services, caller, schedules) : null;
    return {
      schedules: schedules.map(({ entity, schedule, payments, warnings }) => ({
        entityId: entity.entityId,
        scheduleId: schedule.scheduleId,
        name: schedule.name,
        bankAccountId: schedule.accounts['bankAccountId'] ?? null,
        payments: payments.map(({ amount, ...payment }) => ({ ...payment, amount: toDollars(amount) })),
        total: toDollars(sumCents(payments.map(({ amount }) => amount))),
        warnings: [...warnings, ...(inXero?.warnings.get(schedule.scheduleId) ?? [])],
      })),
      count,
      total: toDollars(sumCents(schedules.flatMap(({ payments }) => payments.map(({ amount }) => amount)))),
      inXero: inXero && { coded: [...inXero.coded], unsearched: [...inXero.unsearched] },
    };
  },
);

const tooMany = (): Refusal =>
  new Refusal(
    'invalid',
    'posting/too-many',
    'These are more than 5,000 payments. Please choose fewer schedules, or an earlier date.',
  );

interface Owner {
  readonly entity: OwnedEntity;
  readonly schedules: readonly OwnedSchedule[];
}

/**
 * Returns the schedules without those that are left out.
 * @throws Refusal `invalid` for one that is not among them
 */
function without(owners: readonly Owner[], exclude: readonly string[]): readonly Owner[] {
  if (exclude.length === 0) return owners;
  const left = new Set(exclude);
  const known = new Set(owners.flatMap(({ schedules }) => schedules.map(({ scheduleId }) => scheduleId)));
  if (!left.isSubsetOf(known)) {
    throw invalid('exclude', 'posting/not-chosen', 'Please leave out only schedules that are chosen.');
  }
  return owners.map(({ entity, schedules }) => ({
    entity,
    schedules: schedules.filter(({ scheduleId }) => !left.has(scheduleId)),
  }));
}

/** Returns entities with all their schedules that aren't archived. */
async function allOf(table: TableReader, scope: EntityScope, entityIds: readonly string[]): Promise<Owner[]> {
  const entities = await Promise.all([...new Set(entityIds)].map((id) => ownEntity(table, scope, id)));
  const most = entities.reduce((sum, { scheduleCount }) => sum + scheduleCount, 0);
  if (most > MAX_PREVIEWED) throw tooMany();
  const owners: Owner[] = [];
  for (const entity of entities) {
    const schedules = await listSchedules(table, entity);
    owners.push({ entity, schedules: schedules.filter(({ archived }) => !archived) });
  }
  return owners;
}

/**
 * Returns schedules by entity.
 * @throws Refusal `not-found` when one is unknown, of another organisation or past the caller's limits
 */
async function chosen(
  table: TableReader,
  scope: EntityScope,
  scheduleIds: readonly string[],
): Promise<Owner[]> {
  const places = await ownPlaces(table, scope, [...new Set(scheduleIds)]);
  return Promise.all(
    [...Map.groupBy(places, ({ entityId }) => entityId)].map(async ([entityId, own]) => {
      const entity = await ownEntity(table, scope, entityId);
      const schedules = await readSchedules(
        table,
        entityId,
        own.map((place) => place.scheduleId),
      );
      if (schedules.length < own.length) throw unknownSchedule();
      return { entity, schedules };
    }),
  );
}
