/** The changes of registers, as they were sent, each with its author. */
import * as z from 'zod';
import { REGISTER_SCHEMAS } from '../../api/register.ts';
import { keys, prefixes, registerChanges } from '../../store/keys.ts';
import { type Item, listUnder, type TableReader, type Write } from '../../store/table.ts';
import { type OwnedRegister, registerChanged } from './register.ts';

const ChangeItem = z.object({
  registerId: z.string(),
  number: z.number(),
  change: z.union(Object.values(REGISTER_SCHEMAS).map(({ change }) => change)),
  /** An instant, ISO 8601. */
  createdAt: z.string(),
  /** The user's name is kept, since an account may be deleted. */
  createdBy: z.object({ id: z.string(), name: z.string() }),
});

export type StoredChange = Readonly<z.output<typeof ChangeItem>>;

const inOrder = (items: readonly Item[]): StoredChange[] => items.map((item) => ChangeItem.parse(item));

/** The changes of a register, in the order of their numbers. */
export const readChanges = async (
  table: TableReader,
  { entityId, registerId }: Pick<OwnedRegister, 'entityId' | 'registerId'>,
): Promise<readonly StoredChange[]> =>
  inOrder(await listUnder(table, keys.anchor(entityId), registerChanges(registerId)));

export async function findChange(
  table: TableReader,
  { entityId, registerId }: Pick<OwnedRegister, 'entityId' | 'registerId'>,
  number: number,
): Promise<StoredChange | null> {
  const item = await table.get(keys.registerChange(entityId, registerId, number));
  return item ? ChangeItem.parse(item) : null;
}

/** The changes of all registers of an entity, by register. */
export async function readAllChanges(
  table: TableReader,
  entityId: string,
): Promise<ReadonlyMap<string, readonly StoredChange[]>> {
  const items = inOrder(await listUnder(table, keys.anchor(entityId), prefixes.registerChanges));
  return Map.groupBy(items, ({ registerId }) => registerId);
}

export const changeWrite = (entityId: string, change: StoredChange): Write => ({
  put: { ...keys.registerChange(entityId, change.registerId, change.number), ...change },
  if: 'absent',
  otherwise: registerChanged,
});

export const changeEnd = (entityId: string, { registerId, number }: StoredChange): Write => ({
  delete: keys.registerChange(entityId, registerId, number),
  if: 'present',
  otherwise: registerChanged,
});
