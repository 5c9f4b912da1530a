import { endpoint } from '../access/endpoint.ts';
import { readReport } from '../records/tenants/requested-reports.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(
  reportRoutes,
  'GET /v1/reports/{reportId}',
  async ({ actor, params }, { table, files }) => {
    const { status, progress, file, fileName } = await readReport(table, actor, params.reportId);
    const url = file === null ? null : await files.signDownload(file, fileName ?? 'Report');
    return { status, progress, url };
  },
);
