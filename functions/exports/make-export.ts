import { businessDate } from '../../domain/calendar.ts';
import { listEntities, ownEntity } from '../records/entities/entity.ts';
import { type JobResult, queueJob } from '../access/job-handler.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import { keys } from '../store/keys.ts';
import { orMarkFailed, recordProgress } from '../records/tenants/requested-file.ts';
import { commitOne } from '../store/table.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import { type ExportScope, exportFileName, exportFiles } from './export-files.ts';
import { readExport } from '../records/tenants/requested-exports.ts';
import { jobs } from '../api/jobs.ts';
import { zipAll } from '../lib/zip.ts';
import type { ServicesFor } from '../services/context.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';

export const handler = queueJob(jobs, 'exports', async ({ tenantId, exportId }, _delivery, services) => {
  const { table } = services;
  const { status, userId, entityId } = await readExport(table, tenantId, exportId);
  if (status === 'done') return { skipped: 'The export is done.' };
  const tenant = await readTenant(table, tenantId);
  if (!tenant) return { skipped: 'The organisation was deleted.' };
  const scope = { tenant, userId, entityId, today: businessDate(services.clock.now()) };
  const key = keys.tenantExport(tenantId, exportId);
  return orMarkFailed(table, key, () => make(services, scope, exportId));
});

async function make(
  services: ServicesFor<'table:write' | 'files:write'>,
  scope: ExportScope,
  exportId: string,
): Promise<JobResult> {
  const { table, files, ids, clock } = services;
  const { tenant, entityId } = scope;
  const { tenantId } = tenant;
  const key = keys.tenantExport(tenantId, exportId);
  const entities =
    entityId === null
      ? await listEntities(table, allEntities(tenantId))
      : [await ownEntity(table, allEntities(tenantId), entityId)];
  const onEntity = (done: number): Promise<void> => {
    const progress = Math.floor((99 * done) / entities.length);
    return recordProgress(table, key, { status: 'running', progress });
  };
  const bytes = await zipAll(exportFiles(services, scope, entities, onEntity));
  // Below `reports/`, where files expire after eight days.
  const file = `reports/${tenantId}/${exportId}/${ids.secret()}`;
  await files.put(file, bytes);
  const fileName = exportFileName(scope);
  await recordProgress(table, key, { status: 'done', progress: 100, file, fileName });
  await commitOne(
    table,
    messageWrite({
      tenantId,
      now: clock.now(),
      id: ids.uuid(),
      about: `export#${exportId}`,
      minimumRole: 'Owner',
      entityId,
      subject: 'Your export is ready',
      message: `The export of ${tenant.name} is ready to download. It is kept for 7 days.`,
      link: `/organisations?export=${exportId}`,
    }),
  );
  return { exportId, entities: entities.length, bytes: bytes.length };
}
