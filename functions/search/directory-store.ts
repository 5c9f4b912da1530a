/** Every entity of an organisation with what its schedules are found by. */
import { type Entity, listEntities, ownEntity } from '../entities/entity-store.ts';
import { listSchedules } from '../schedules/schedule-store.ts';
import type { TableReader } from '../store/table.ts';
import { readSearchEntries, type SearchEntry } from './search-store.ts';

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
  return Promise.all(
    entities.map(async (entity) => {
      const schedules = await schedulesOf(table, entity, known.get(entity.entityId) ?? []);
      return { entity, schedules };
    }),
  );
}

/** Schedules stored before they were searched by chunks stand in none: then they are read themselves. */
async function schedulesOf(
  table: TableReader,
  { tenantId, entityId, scheduleCount }: Entity,
  known: readonly SearchEntry[],
): Promise<readonly SearchEntry[]> {
  if (known.length >= scheduleCount) return known;
  return listSchedules(table, await ownEntity(table, tenantId, entityId));
}
