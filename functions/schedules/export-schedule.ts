import { isContained, readContractState } from '../records/schedules/events.ts';
import { endpoint } from '../access/endpoint.ts';
import { XLSX_TYPE } from '../lib/workbook.ts';
import { fileNameOf } from '../lib/file-name.ts';
import { exportCsv } from './export-csv.ts';
import { exportTable } from './export-table.ts';
import { exportXlsx } from './export-xlsx.ts';
import { readPaymentStates } from '../records/schedules/payments.ts';
import { coveredNow } from '../records/schedules/sync-state.ts';
import { scheduleRoutes } from '../api/schedules.ts';

export const handler = endpoint(
  scheduleRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export',
  async ({ entity, schedule, raw, today }, { table }) => {
    const states = await readPaymentStates(table, schedule.scheduleId);
    const names = { entity: entity.name, schedule: schedule.name };
    const state = await readContractState(table, schedule);
    const covered = coveredNow(schedule, entity, state.contract);
    const subject = {
      names,
      yearEnd: entity.financialYearEnd,
      fields: schedule,
      state,
      states,
      covers: {
        payment: (number: number) => number <= covered,
        event: (number: number) => isContained(schedule, entity.xero?.tenantId, number),
      },
    };
    const content = exportTable(subject, today);
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
