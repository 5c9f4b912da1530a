import { businessDate } from '../../domain/calendar.ts';
import { readContractState } from '../events/event-store.ts';
import { endpoint } from '../access/endpoint.ts';
import { exportCsv } from './export-csv.ts';
import { exportFileName } from './export-file-name.ts';
import { exportTable } from './export-table.ts';
import { exportXlsx } from './export-xlsx.ts';
import { readPaymentStates } from './payment-store.ts';
import { scheduleRoutes } from './routes.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const handler = endpoint(
  scheduleRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export',
  async ({ entity, schedule, raw }, { table, clock }) => {
    const states = await readPaymentStates(table, schedule.scheduleId);
    const today = businessDate(clock.now());
    const names = { entity: entity.name, schedule: schedule.name };
    const content = exportTable(names, await readContractState(table, schedule), states, today);
    const wantsCsv = /\btext\/csv\b/i.test(raw.headers['accept'] ?? '');
    return wantsCsv
      ? {
          name: exportFileName(entity.name, schedule.name, 'csv'),
          contentType: 'text/csv; charset=utf-8',
          bytes: exportCsv(content),
        }
      : {
          name: exportFileName(entity.name, schedule.name, 'xlsx'),
          contentType: XLSX,
          bytes: await exportXlsx(content),
        };
  },
);
