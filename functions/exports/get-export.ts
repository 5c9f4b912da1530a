import { endpoint } from '../access/endpoint.ts';
import { readExport } from '../records/tenants/requested-exports.ts';
import { exportRoutes } from '../api/exports.ts';

export const handler = endpoint(
  exportRoutes,
  'GET /v1/tenants/exports/{exportId}',
  async ({ actor, params }, { table, files }) => {
    const made = await readExport(table, actor.tenantId, params.exportId);
    const { status, progress, file, fileName } = made;
    const url = file === null ? null : await files.signDownload(file, fileName ?? 'Export.zip');
    return { status, progress, url };
  },
);
