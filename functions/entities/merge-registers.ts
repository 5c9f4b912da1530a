/** The registers of an entity that is merged into another one. */
import type { OwnedEntity } from '../records/entities/entity.ts';
import {
  isInUse,
  type OwnedRegister,
  readSomeRegisters,
  refuseWhileEntriesPost,
} from '../records/registers/register.ts';
import { movedRegister } from '../records/registers/register-writes.ts';
import { keys, registerChanges, registerEntries } from '../store/keys.ts';
import { commitAll, inTransactions, listUnder, type Table, type Write } from '../store/table.ts';

/** The most registers that one step of a merge moves; fewer where their facts are long. */
const AT_ONCE = 20;

export interface RegistersMoved {
  readonly writes: readonly Write[];
  /** Counts for both entities: registers, bytes of files, registers in use, and connections given back and taken. */
  readonly count: number;
  readonly fileBytes: number;
  readonly inUse: number;
  readonly left: number;
  readonly arrived: number;
}

/**
 * Copies the changes and documents of the next registers, to which no path leads yet, and returns the writes that move the
 * registers. They are refused when one has changed since. Null: none is left.
 * @throws Refusal `conflict` while entries are on their way to Xero.
 */
export async function moveRegisters(
  table: Table,
  entity: OwnedEntity,
  into: OwnedEntity,
): Promise<RegistersMoved | null> {
  const next = await readSomeRegisters(table, entity, AT_ONCE);
  const [step] = inTransactions(next, (registers) =>
    registers.flatMap((register) => movedRegister(register, into.entityId)),
  );
  if (!step) return null;
  const { parts: some, writes } = step;
  some.forEach(refuseWhileEntriesPost);
  for (const register of some) await copyItems(table, register, into);
  const inUse = some.filter(isInUse).length;
  return {
    writes,
    count: some.length,
    fileBytes: some.reduce((sum, { fileBytes }) => sum + fileBytes, 0),
    inUse,
    left: Number(entity.registersInUse > 0) - Number(entity.registersInUse - inUse > 0),
    arrived: Number(into.registersInUse + inUse > 0) - Number(into.registersInUse > 0),
  };
}

async function copyItems(
  table: Table,
  { entityId, registerId }: OwnedRegister,
  into: OwnedEntity,
): Promise<void> {
  const { pk } = keys.anchor(into.entityId);
  for (const prefix of [registerEntries(registerId), registerChanges(registerId)]) {
    const items = await listUnder(table, keys.anchor(entityId), prefix);
    await commitAll(table, items, (part) =>
      part.map((item) => ({ put: { ...item, pk, entityId: into.entityId } })),
    );
  }
}
