import { calendarDate } from '../../domain/calendar.ts';
import { JUNE_30, lastYearEnd, yearsEnding } from '../../domain/years.ts';
import { listEntities, ownEntity, type OwnedEntity } from '../records/entities/entity.ts';
import { endpoint } from '../access/endpoint.ts';
import { queueGroup } from '../access/shares.ts';
import { throttle } from '../access/throttle.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import { commitOne, type TableReader } from '../store/table.ts';
import { formatOf, packFile } from './pack-file.ts';
import { packView } from './pack-view.ts';
import { readPack } from './pack.ts';
import { newReportWrite } from '../records/tenants/requested-reports.ts';
import { reportRoutes } from '../api/reports.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';
import { reportWorkOf } from '../../domain/reports/outline.ts';
import { readAllListed, readListed } from '../records/entities/schedule-chunks.ts';
import { listedOutline } from '../records/schedules/listed-schedules.ts';

export const handler = endpoint(
  reportRoutes,
  'GET /v1/reports/loans',
  async ({ actor, query, raw, source, now, today }, { table, ids, queue }) => {
    const { tenantId, userId, entityIds } = actor;
    const { entityId = null, includeArchived = true, allCurrent = [] } = query;
    const format = query.format ?? formatOf(raw.headers['accept']);
    const entities = await entitiesOf(table, actor, entityId);
    const date =
      query.date === undefined
        ? lastYearEnd(yearsEnding(yearEndOf(entities, entityId)), today)
        : calendarDate(query.date);
    if (format === 'zip' || (await isLargeReport(table, actor, entities))) {
      await throttle(table, now, 'large report', { who: userId, source });
      const reportId = ids.uuid();
      const report = { reportId, userId, entityIds, format, date, entityId, includeArchived, allCurrent };
      await commitOne(table, newReportWrite(tenantId, report, now));
      await queue.send([
        { group: queueGroup(tenantId, reportId), id: reportId, body: { tenantId, reportId } },
      ]);
      return { accepted: { reportId } };
    }
    const pack = await readPack(table, entities, { date, includeArchived, allCurrent, now });
    if (format === 'json') return { json: packView(pack) };
    const organisation = await readTenant(table, tenantId);
    const owner = entityId === null ? (organisation?.name ?? '') : (entities[0]?.name ?? '');
    return { file: await packFile(pack, owner, format, now) };
  },
);

/** @throws Refusal `not-found` for an entity that is not the organisation's or past the caller's limits. */
async function entitiesOf(
  table: TableReader,
  scope: EntityScope,
  entityId: string | null,
): Promise<OwnedEntity[]> {
  if (entityId !== null) return [await ownEntity(table, scope, entityId)];
  return listEntities(table, scope);
}

/** A report of several entities goes by 30 June. */
const yearEndOf = ([entity]: readonly OwnedEntity[], entityId: string | null) =>
  entityId === null ? JUNE_30 : (entity?.financialYearEnd ?? JUNE_30);

/** Payments times calendar years. */
const MOST_AT_ONCE = 400_000;
/** A small loan, or a register, costs its reading and its rows. */
const LEAST_OF_LOAN = 800;

/** Returns whether a job makes the report of these entities, from the stored numbers of their schedules. */
async function isLargeReport(
  table: TableReader,
  scope: EntityScope,
  entities: readonly OwnedEntity[],
): Promise<boolean> {
  const counted = entities.map(({ scheduleCount, registerCount }) => scheduleCount + registerCount);
  const least = counted.reduce((total, count) => total + count, 0) * LEAST_OF_LOAN;
  if (least > MOST_AT_ONCE) return true;
  const [first, ...others] = entities;
  const listed =
    first && others.length === 0
      ? new Map([[first.entityId, await readListed(table, first)]])
      : await readAllListed(table, scope, { consistent: false });
  const schedules = entities.flatMap(({ entityId }) => listed.get(entityId) ?? []);
  const works = schedules.map((each) => Math.max(LEAST_OF_LOAN, reportWorkOf(listedOutline(each))));
  const ofRegisters = entities.map(({ registerCount }) => registerCount * LEAST_OF_LOAN);
  return [...works, ...ofRegisters].reduce((total, work) => total + work, 0) > MOST_AT_ONCE;
}
