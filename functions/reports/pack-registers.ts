/** The registers of an entity in the year-end pack: their working papers work the figures out. */
import { compareNames } from '../../domain/text.ts';
import type { RegisterKindName } from '../api/register.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readAllChanges } from '../records/registers/changes.ts';
import { knownByKind } from '../records/registers/kinds.ts';
import { listRegisters } from '../records/registers/register.ts';
import { workOut, type WorkedRegister } from '../records/registers/state.ts';
import { businessDate } from '../../domain/calendar.ts';
import type { TableReader } from '../store/table.ts';
import type { PackRequest } from './pack-loan.ts';

export interface PackRegister extends Pick<WorkedRegister, 'facts' | 'changes' | 'known'> {
  readonly entityId: string;
  readonly entityName: string;
  readonly kind: RegisterKindName;
  readonly name: string;
}

/** Returns the registers in the order of their names. */
export async function packRegisters(
  table: TableReader,
  entity: OwnedEntity,
  { includeArchived, now }: PackRequest,
): Promise<PackRegister[]> {
  if (entity.registerCount === 0) return [];
  const { tenantId, entityId, name: entityName } = entity;
  const [registers, changes] = await Promise.all([
    listRegisters(table, entity),
    readAllChanges(table, entityId),
  ]);
  const known = knownByKind({ table, tenantId, today: businessDate(now) });
  const shown = registers.filter(({ archived }) => includeArchived || !archived);
  const found = await Promise.all(
    shown.map(async (register) => {
      const { registerId, kind, name } = register;
      const worked = workOut(register, changes.get(registerId) ?? [], await known(kind));
      return {
        entityId,
        entityName,
        kind,
        name,
        facts: worked.facts,
        changes: worked.changes,
        known: worked.known,
      };
    }),
  );
  return found.toSorted((one, other) => compareNames(one.name, other.name));
}
