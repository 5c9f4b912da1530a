/** Decides about each row of an import, against what its user sees of the organisation and the rows before it. */
import type { CellErrors } from '../../domain/import/cell-reader.ts';
import { type ImportedContract, monthFirstColumns, readImportRow } from '../../domain/import/import-row.ts';
import { readDirectory } from '../records/entities/directory.ts';
import { normaliseName } from '../store/keys.ts';
import type { TableReader } from '../store/table.ts';
import type * as z from 'zod';
import type { NewImport } from '../api/imports.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';

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
  readonly warnings: CellErrors;
}

/** Rows in their order. */
export async function judgeRows(
  table: TableReader,
  scope: EntityScope,
  rows: readonly Row[],
): Promise<JudgedRow[]> {
  const known = new KnownContracts();
  const entities = new Map<string, string>();
  for (const { entity, schedules } of await readDirectory(table, scope, { consistent: true })) {
    entities.set(normaliseName(entity.name), entity.entityId);
    for (const { name, number } of schedules) known.add({ entity: entity.name, name, number, line: null });
  }
  const monthFirst = monthFirstColumns(rows);
  return rows.map((row): JudgedRow => {
    const entityId = entities.get(normaliseName(row.entity)) ?? null;
    const { contract, errors, warnings } = readImportRow(row, monthFirst);
    if (!contract) return { line: row.line, action: 'error', entityId, contract: null, errors, warnings: {} };
    const { entity, name, contractNumber: number } = contract;
    const duplicates = known.duplicates({ entity, name, number });
    known.add({ entity, name, number, line: row.line });
    const action = Object.keys(duplicates).length > 0 ? 'duplicate' : 'create';
    return { line: row.line, action, entityId, contract, errors: duplicates, warnings };
  });
}

interface KnownContract {
  readonly entity: string;
  readonly name: string;
  /** '' without one. */
  readonly number: string;
  /** In the file; null for a schedule of the organisation. */
  readonly line: number | null;
}

/** Names within their entities, and contract numbers, as they are compared, each with its first contract. */
class KnownContracts {
  readonly #byName = new Map<string, KnownContract>();
  readonly #byNumber = new Map<string, KnownContract>();

  add(contract: KnownContract): void {
    const { entity, name, number } = contract;
    if (!this.#byName.has(nameKey(entity, name))) this.#byName.set(nameKey(entity, name), contract);
    const key = normaliseName(number);
    if (number !== '' && !this.#byNumber.has(key)) this.#byNumber.set(key, contract);
  }

  duplicates({ entity, name, number }: Omit<KnownContract, 'line'>): CellErrors {
    const named = this.#byName.get(nameKey(entity, name));
    const numbered = number === '' ? undefined : this.#byNumber.get(normaliseName(number));
    return {
      ...(named && {
        name: [
          named.line === null
            ? `${entity} already has a schedule named "${name}".`
            : `Line ${named.line} of this file is also "${name}" of ${entity}.`,
        ],
      }),
      ...(numbered && {
        contractNumber: [
          numbered.line === null
            ? `There is already a schedule with contract number "${number}".`
            : `Line ${numbered.line} of this file has the same contract number "${number}".`,
        ],
      }),
    };
  }
}

const nameKey = (entity: string, name: string): string =>
  JSON.stringify([normaliseName(entity), normaliseName(name)]);
