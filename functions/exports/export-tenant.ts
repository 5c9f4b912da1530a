import { endpoint } from '../access/endpoint.ts';
import { queueGroup } from '../access/shares.ts';
import { throttle } from '../access/throttle.ts';
import { listEntities, ownEntity } from '../records/entities/entity.ts';
import type { ServicesFor } from '../services/context.ts';
import { auditEntry, type AuditEntry, recordAudit } from '../records/tenants/audit.ts';
import { commit } from '../store/table.ts';
import { exportRoutes } from '../api/exports.ts';
import { readTenant, unknownTenant } from '../records/tenants/tenant.ts';
import { newExportWrite } from '../records/tenants/requested-exports.ts';
import { type ExportScope, exportFileName, exportFiles } from './export-files.ts';
import { zipWithin } from '../lib/zip.ts';

/** The limits of an answer: schedules with registers, and bytes. A job makes a larger export. */
const MOST_OWNED = 500;
const MOST_BYTES = 16 * 1024 * 1024;

export const handler = endpoint(
  exportRoutes,
  'GET /v1/tenants/export',
  async ({ actor, query: { entityId = null }, source, now, today }, services) => {
    const { table } = services;
    const { tenantId, userId } = actor;
    const tenant = await readTenant(table, tenantId);
    if (!tenant) throw unknownTenant();
    const entities =
      entityId === null ? await listEntities(table, actor) : [await ownEntity(table, actor, entityId)];
    await throttle(table, now, 'export', { who: tenantId, source });
    const scope: ExportScope = { tenant, userId, entityId, today };
    const audit: AuditEntry = {
      actor,
      action: 'organisation/export',
      subject: entityId ?? tenantId,
      at: now,
    };
    const count = entities.reduce(
      (sum, { scheduleCount, registerCount }) => sum + scheduleCount + registerCount,
      0,
    );
    const bytes =
      count > MOST_OWNED ? null : await zipWithin(exportFiles(services, scope, entities), MOST_BYTES);
    if (bytes === null) return { accepted: { exportId: await requestExport(services, scope, audit) } };
    await recordAudit(table, audit);
    return { name: exportFileName(scope), contentType: 'application/zip', bytes };
  },
);

async function requestExport(
  { table, clock, ids, queue }: ServicesFor<'table:write' | 'queue'>,
  { tenant: { tenantId }, userId, entityId }: ExportScope,
  audit: AuditEntry,
): Promise<string> {
  const exportId = ids.uuid();
  await commit(table, [
    newExportWrite(tenantId, { exportId, userId, entityId }, clock.now()),
    auditEntry(audit),
  ]);
  await queue.send([{ group: queueGroup(tenantId, exportId), id: exportId, body: { tenantId, exportId } }]);
  return exportId;
}
