import { businessDate, calendarDate } from '../../domain/calendar.ts';
import { JUNE_30, lastYearEnd, yearsEnding } from '../../domain/reports/years.ts';
import { listEntities, ownEntity, type OwnedEntity } from '../records/entities/entity.ts';
import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import { commitOne, type TableReader } from '../store/table.ts';
import { formatOf, packFile } from './pack-file.ts';
import { packView } from './pack-view.ts';
import { readPack } from './pack.ts';
import { isLargeReport } from './report-size.ts';
import { newReportWrite } from '../records/tenants/requested-reports.ts';
import { reportRoutes } from '../api/reports.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';

export const handler = endpoint(
  reportRoutes,
  'GET /v1/reports/loans',
  async ({ actor, query, raw, source }, { table, clock, ids, queue }) => {
    const now = clock.now();
    const { tenantId, userId, entityIds } = actor;
    const { entityId = null, includeArchived = true, allCurrent = [] } = query;
    const format = query.format ?? formatOf(raw.headers['accept']);
    const entities = await entitiesOf(table, actor, entityId);
    const date =
      query.date === undefined
        ? lastYearEnd(yearsEnding(yearEndOf(entities, entityId)), businessDate(now))
        : calendarDate(query.date);
    if (format === 'zip' || (await isLargeReport(table, entities))) {
      await throttle(table, now, 'large report', { who: userId, source });
      const reportId = ids.uuid();
      const report = { reportId, userId, entityIds, format, date, entityId, includeArchived, allCurrent };
      await commitOne(table, newReportWrite(tenantId, report, now));
      await queue.send([{ group: userId, id: reportId, body: { tenantId, reportId } }]);
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
