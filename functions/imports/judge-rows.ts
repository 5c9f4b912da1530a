/** Decides about each row of an import, against the organisation and the rows before it. */
import type { CellErrors, ImportedContract } from '../../domain/import/import-row.ts';
import { readImportRow } from '../../domain/import/import-row.ts';
import { readDirectory } from '../records/entities/directory.ts';
import { normaliseName } from '../store/keys.ts';
import type { TableReader } from '../store/table.ts';
import type * as z from 'zod';
import type { NewImport } from '../api/imports.ts';

export type Row = z.output<typeof NewImport>['rows'][number];

export interface JudgedRow {
  readonly line: number;
  readonly action: 'create' | 'duplicate' | 'error';
  /** The organisation's entity of that name; null where there is none yet. */
  readonly entityId: string | null;
  /** Null where the row can't be read. */
  readonly contract: ImportedContract | null;
  /** Also why a row is a duplicate. */
  readonly errors: CellErrors;
}

/** Rows in their order. */
export async function judgeRows(
  table: TableReader,
  tenantId: string,
  rows: readonly Row[],
): Promise<JudgedRow[]> {
  const known = new KnownContracts();
  const entities = new Map<string, string>();
  for (const { entity, schedules } of await readDirectory(table, tenantId, { consistent: true })) {
    entities.set(normaliseName(entity.name), entity.entityId);
    for (const { name, contractNumber } of schedules) known.add(entity.name, name, contractNumber);
  }
  return rows.map((row): JudgedRow => {
    const entityId = entities.get(normaliseName(row.entity)) ?? null;
    const { contract, errors } = readImportRow(row);
    if (!contract) return { line: row.line, action: 'error', entityId, contract: null, errors };
    const duplicates = known.duplicates(contract);
    known.add(contract.entity, contract.name, contract.contractNumber);
    const action = Object.keys(duplicates).length > 0 ? 'duplicate' : 'create';
    return { line: row.line, action, entityId, contract, errors: duplicates };
  });
}

/** Names within their entities, and contract numbers, as they are compared. */
class KnownContracts {
  readonly #names = new Set<string>();
  readonly #numbers = new Set<string>();

  add(entity: string, name: string, contractNumber: string): void {
    this.#names.add(JSON.stringify([normaliseName(entity), normaliseName(name)]));
    if (contractNumber !== '') this.#numbers.add(normaliseName(contractNumber));
  }

  duplicates({ entity, name, contractNumber }: ImportedContract): CellErrors {
    const isNamed = this.#names.has(JSON.stringify([normaliseName(entity), normaliseName(name)]));
    const isNumbered = contractNumber !== '' && this.#numbers.has(normaliseName(contractNumber));
    return {
      ...(isNamed && { name: [`${entity} already has a schedule named "${name}".`] }),
      ...(isNumbered && {
        contractNumber: [`There is already a schedule with contract number "${contractNumber}".`],
      }),
    };
  }
}
