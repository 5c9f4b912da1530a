import { amortise } from '../../domain/schedule/amortise.ts';
import { endpoint } from '../access/endpoint.ts';
import { XLSX_TYPE } from '../lib/workbook.ts';
import { fileNameOf } from '../lib/file-name.ts';
import { exportCsv } from './export-csv.ts';
import { exportTable } from './export-table.ts';
import { exportXlsx } from './export-xlsx.ts';
import { readPaymentStates } from './payment-store.ts';
import { scheduleRoutes } from './routes.ts';
import { syncedNumbers } from './schedule-view.ts';

export const handler = endpoint(
  scheduleRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export',
  async ({ entity, schedule, raw }, { table }) => {
    const states = await readPaymentStates(table, schedule.scheduleId);
    const names = { entity: entity.name, schedule: schedule.name };
    const content = exportTable(names, schedule, amortise(schedule.terms), syncedNumbers(states));
    const wantsCsv = /\btext\/csv\b/i.test(raw.headers['accept'] ?? '');
    return wantsCsv
      ? {
          name: fileNameOf([entity.name, schedule.name], 'csv'),
          contentType: 'text/csv; charset=utf-8',
          bytes: exportCsv(content),
        }
      : {
          name: fileNameOf([entity.name, schedule.name], 'xlsx'),
          contentType: XLSX_TYPE,
          bytes: await exportXlsx(content),
        };
  },
);
