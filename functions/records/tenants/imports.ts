/** Imports: what each of them created. The only reader and writer of their items. */
import * as z from 'zod';
import { conflict, notFound, type Refusal } from '../../../domain/refusal.ts';
import { keys } from '../../store/keys.ts';
import { type EntityScope, isInScope } from './entity-scope.ts';
import { type Table, type TableReader, tryCommitOne, type Write } from '../../store/table.ts';

const Created = z.object({ entityId: z.string(), scheduleId: z.string() });

const ImportItem = z.object({
  importId: z.string(),
  createdAt: z.string(),
  state: z.enum(['open', 'undoing', 'undone']),
  /** Entities that it created, by id. */
  entities: z.record(z.string(), z.literal(true)),
  /** Schedules that it created, by line. */
  schedules: z.record(z.string(), Created),
  /** Schedules that an undo has still to delete, or has left; null before an undo. */
  left: z.number().nullable().default(null),
  /** The reason for which the last undo changed nothing; null without one. */
  refusal: z.string().nullable().default(null),
});

export type Import = Readonly<z.output<typeof ImportItem>>;
type Created = z.output<typeof Created>;

/** An import is kept longer than it can be undone, so that a late repeat still finds it. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Returns an import; null for an unknown one, and for one that created something that the reader may not see. */
export async function readImport(
  table: TableReader,
  scope: EntityScope,
  importId: string,
): Promise<Import | null> {
  const item = await table.get(keys.import(scope.tenantId, importId));
  const found = item ? ImportItem.parse(item) : null;
  return found && (await isWithin(table, scope, found)) ? found : null;
}

/** Entities that are no longer there, such as those of an undone import, reveal nothing. */
async function isWithin(
  table: TableReader,
  scope: EntityScope,
  { entities, schedules }: Import,
): Promise<boolean> {
  const ids = [...Object.keys(entities), ...Object.values(schedules).map(({ entityId }) => entityId)];
  const hidden = [...new Set(ids)].filter((id) => !isInScope(scope, id));
  const items = await table.getMany(hidden.map((id) => keys.entity(scope.tenantId, id)));
  return items.every((item) => item === undefined);
}

/**
 * The import of that id, begun unless it is there already.
 * @throws Refusal `conflict` when it was undone, `not-found` when the reader may not see it.
 */
export async function beginImport(
  table: Table,
  scope: EntityScope,
  importId: string,
  now: number,
): Promise<Import> {
  const fresh: Import = {
    importId,
    createdAt: new Date(now).toISOString(),
    state: 'open',
    entities: {},
    schedules: {},
    left: null,
    refusal: null,
  };
  const ttl = Math.floor(now / 1000) + KEPT_SECONDS;
  const put = { ...keys.import(scope.tenantId, importId), ...fresh, ttl };
  if (await tryCommitOne(table, { put, if: 'absent' })) return fresh;
  const known = await readImport(table, scope, importId);
  if (!known) throw importUnknown();
  if (known.state !== 'open') throw importUndone();
  return known;
}

/** Returns how many of its schedules an undo has still to delete, or has left. */
export const leftOf = ({ left, schedules }: Import): number => left ?? Object.keys(schedules).length;

export const importUndone = (): Refusal =>
  conflict('import/undone', 'This import was undone. Please start a new one.');

const importUnknown = (): Refusal => notFound('import/unknown', 'The import could not be found.');

/** Goes into the transaction that creates schedules or an entity; refused once the import is being undone. */
export function noteCreated(
  tenantId: string,
  importId: string,
  { schedules = [], entityId }: { schedules?: readonly (Created & { line: number })[]; entityId?: string },
): Write {
  const lines = schedules.map(({ line, ...created }) => [`schedules.${line}`, created] as const);
  return {
    update: keys.import(tenantId, importId),
    set: { ...Object.fromEntries(lines), ...(entityId !== undefined && { [`entities.${entityId}`]: true }) },
    if: ['state', '=', 'open'],
    otherwise: importUndone,
  };
}

export const moveImport = (
  tenantId: string,
  importId: string,
  changes: Partial<Pick<Import, 'state' | 'left' | 'refusal'>>,
): Extract<Write, { update: unknown }> => ({
  update: keys.import(tenantId, importId),
  set: changes,
  if: 'present',
});
