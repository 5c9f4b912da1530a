import { isContained, readContractState } from '../records/schedules/events.ts';
import { endpoint } from '../access/endpoint.ts';
import { XLSX_TYPE } from '../lib/workbook.ts';
import { fileNameOf } from '../lib/file-name.ts';
import { exportTable, type ExportCell, type ExportTable } from './export-table.ts';
import { exportXlsx } from './export-xlsx.ts';
import { readPaymentStates } from '../records/schedules/payments.ts';
import { coveredNow } from '../records/schedules/sync-state.ts';
import { scheduleRoutes } from '../api/schedules.ts';
import { csvText, csvLines } from '../../domain/csv.ts';
import { toDollars } from '../../domain/money.ts';

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

/** Text as spreadsheets open it: a byte order mark for Excel, CRLF by RFC 4180. */
function exportCsv({ about, columns, years, totals }: ExportTable): Uint8Array {
  const lines = [
    ...about.map(([label, value]) => [csvText(label), field(value)]),
    [],
    columns.map(csvText),
    ...years.flatMap(({ rows }) => rows.map((row) => row.map(field))),
    totals.map(field),
  ];
  return Buffer.from(csvLines(lines));
}

function field(cell: ExportCell): string {
  if ('money' in cell) return toDollars(cell.money).toFixed(2);
  if ('date' in cell) return cell.date;
  if ('count' in cell) return String(cell.count);
  if ('rate' in cell) return cell.rate.toFixed(6);
  return csvText(cell.text);
}
