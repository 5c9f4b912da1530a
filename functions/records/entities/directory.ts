/** The entities of a scope with its schedules as lists and reports read them. */
import { type Entity, listEntities } from './entity.ts';
import type { EntityScope } from '../tenants/entity-scope.ts';
import type { TableReader } from '../../store/table.ts';
import { type ListedSchedule, readAllListed, readListed } from './schedule-chunks.ts';

export interface DirectoryEntry {
  readonly entity: Entity;
  /** Archived ones too. */
  readonly schedules: readonly ListedSchedule[];
}

/**
 * Returns the entities whose name contains the text, by name. The read is eventually consistent by default, because the
 * page adds its own writes.
 */
export async function readDirectory(
  table: TableReader,
  scope: EntityScope,
  {
    search = '',
    consistent = false,
  }: { readonly search?: string | undefined; readonly consistent?: boolean } = {},
): Promise<DirectoryEntry[]> {
  const [entities, listed] = await Promise.all([
    listEntities(table, scope, { search, consistent }),
    readAllListed(table, scope, { consistent }),
  ]);
  return entities.map((entity) => ({ entity, schedules: listed.get(entity.entityId) ?? [] }));
}

export async function readDirectoryEntry(table: TableReader, entity: Entity): Promise<DirectoryEntry> {
  return { entity, schedules: await readListed(table, entity) };
}
