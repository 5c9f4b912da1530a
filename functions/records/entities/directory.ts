/** Every entity of an organisation with what its schedules are found by. */
import { type Entity, listEntities } from './entity.ts';
import type { TableReader } from '../../store/table.ts';
import { readSearchEntries, type SearchEntry } from './search-index.ts';

export interface Listed {
  readonly entity: Entity;
  readonly schedules: readonly SearchEntry[];
}

/** By entity name; eventually consistent unless asked otherwise. */
export async function readDirectory(
  table: TableReader,
  tenantId: string,
  { consistent = false }: { readonly consistent?: boolean } = {},
): Promise<Listed[]> {
  const [entities, known] = await Promise.all([
    listEntities(table, tenantId, { search: '', consistent }),
    readSearchEntries(table, tenantId, { consistent }),
  ]);
  return entities.map((entity) => ({ entity, schedules: known.get(entity.entityId) ?? [] }));
}
