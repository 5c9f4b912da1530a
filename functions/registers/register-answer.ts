/** The answer of the routes that show a register. */
import type { CalendarDate } from '../../domain/calendar.ts';
import type { RegisterView } from '../api/registers.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { OwnedRegister } from '../records/registers/register.ts';
import { readState } from '../records/registers/state.ts';
import type { TableReader } from '../store/table.ts';
import { registerView } from '../views/register.ts';

export async function answerWith(
  { table, xeroWeb }: { readonly table: TableReader; readonly xeroWeb: string },
  entity: OwnedEntity,
  register: OwnedRegister,
  today: CalendarDate,
  asAt = today,
): Promise<RegisterView> {
  const state = await readState(table, entity.tenantId, register, today);
  return registerView(table, entity, state, { today, asAt, xeroWeb });
}
