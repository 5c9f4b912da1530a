/** A schedule's exports as people download them, of a contract without events. */
import type { Terms } from '../../domain/amortisation/terms.ts';
import { contractWith } from '../../functions/records/schedules/events.ts';
import { exportCsv } from '../../functions/schedules/export-csv.ts';
import { exportTable, type ExportTable } from '../../functions/schedules/export-table.ts';
import { exportXlsx } from '../../functions/schedules/export-xlsx.ts';
import { JUNE_30 } from '../../domain/years.ts';

export function exportOf(terms: Terms): ExportTable {
  const state = { contract: contractWith(terms, []), events: [] };
  const fields = { lender: '', contractNumber: '', asset: '', kind: '', contractRate: '' } as const;
  return exportTable(
    {
      names: { entity: 'Wattle Farm', schedule: 'Baler' },
      yearEnd: JUNE_30,
      fields,
      state,
      states: new Map(),
      covers: { payment: () => false, event: () => false },
    },
    terms.startDate,
  );
}

export const asWorkbook = (terms: Terms): Promise<Uint8Array> => exportXlsx(exportOf(terms));
export const asCsv = (terms: Terms): Uint8Array => new Uint8Array(exportCsv(exportOf(terms)));
