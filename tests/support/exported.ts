/** A schedule's exports as people download them. */
import type { Contract } from '../../domain/contract/contract.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import { contractWith } from '../../functions/records/schedules/events.ts';
import { exportCsv } from '../../functions/schedules/export-csv.ts';
import { exportTable, type ExportTable } from '../../functions/schedules/export-table.ts';
import { exportXlsx } from '../../functions/schedules/export-xlsx.ts';
import { JUNE_30 } from '../../domain/years.ts';

export const exportOf = (terms: Terms): ExportTable => exportOfContract(contractWith(terms, []));

export function exportOfContract(contract: Contract): ExportTable {
  const fields = { lender: '', contractNumber: '', asset: '', kind: '', contractRate: '' } as const;
  return exportTable(
    {
      names: { entity: 'Wattle Farm', schedule: 'Baler' },
      yearEnd: JUNE_30,
      fields,
      state: { contract, events: [] },
      states: new Map(),
      covers: { payment: () => false, event: () => false },
    },
    contract.terms.startDate,
  );
}

export const asWorkbook = (contract: Terms | Contract): Promise<Uint8Array> => exportXlsx(tableOf(contract));
export const asCsv = (contract: Terms | Contract): Uint8Array => new Uint8Array(exportCsv(tableOf(contract)));

const tableOf = (contract: Terms | Contract): ExportTable =>
  'terms' in contract ? exportOfContract(contract) : exportOf(contract);
