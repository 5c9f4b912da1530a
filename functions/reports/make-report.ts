import { formatDay } from '../../domain/calendar.ts';
import { listEntities, ownEntity } from '../records/entities/entity.ts';
import type { ServicesFor } from '../services/context.ts';
import { type JobResult, queueJob } from '../access/job-handler.ts';
import { keys } from '../store/keys.ts';
import { orMarkFailed, recordProgress } from '../records/tenants/requested-file.ts';
import { commitOne } from '../store/table.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import { jobs } from '../api/jobs.ts';
import { packArchive } from './pack-archive.ts';
import { packFile } from './pack-file.ts';
import { readPack } from './pack.ts';
import { readReport, type StoredReport } from '../records/tenants/requested-reports.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';

type Services = ServicesFor<'table:write' | 'files:write'>;

/** The share of reading in the progress; the rest is writing the file. */
const READING_PERCENT = 60;

export const handler = queueJob(jobs, 'reports', async ({ tenantId, reportId }, _delivery, services) => {
  const { table } = services;
  const report = await readReport(table, allEntities(tenantId), reportId);
  if (report.status === 'done') return { skipped: 'The report is done.' };
  return orMarkFailed(table, keys.report(tenantId, reportId), () => make(services, tenantId, report));
});

async function make(services: Services, tenantId: string, report: StoredReport): Promise<JobResult> {
  const { table, files, ids, clock } = services;
  const { reportId, userId, entityId, entityIds, format, date } = report;
  const scope = { tenantId, entityIds };
  const key = keys.report(tenantId, reportId);
  const entities =
    entityId === null ? await listEntities(table, scope) : [await ownEntity(table, scope, entityId)];
  const pack = await readPack(table, entities, { ...report, now: clock.now() }, (share) =>
    recordProgress(table, key, { status: 'running', progress: Math.floor(share * READING_PERCENT) }),
  );
  const organisation = await readTenant(table, tenantId);
  const owner = entityId === null ? organisation?.name : entities[0]?.name;
  const made =
    format === 'zip'
      ? await packArchive(pack, owner ?? '', clock.now())
      : await packFile(pack, owner ?? '', format, clock.now());
  const file = `reports/${tenantId}/${reportId}/${ids.secret()}`;
  await files.put(file, made.bytes);
  await recordProgress(table, key, { status: 'done', progress: 100, file, fileName: made.name });
  await commitOne(
    table,
    messageWrite({
      tenantId,
      now: clock.now(),
      id: ids.uuid(),
      about: `report#${reportId}`,
      minimumRole: 'Guest',
      onlyUserId: userId,
      entityId,
      subject: 'Your report is ready',
      message: `The year-end loans report at ${formatDay(date)} of ${owner ?? ''} is ready to download. It is kept for 7 days.`,
      link: `/reports?report=${reportId}`,
    }),
  );
  return { reportId, loans: pack.loans.length, bytes: made.bytes.length };
}
