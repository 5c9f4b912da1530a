/** A register with one change more. */
import { invalid } from '../../domain/refusal.ts';
import { checkChange } from '../../domain/registers/register-kind.ts';
import type { ChangeSent } from '../api/register.ts';
import { kindOf } from '../records/registers/kinds.ts';
import { refuseArchivedRegister } from '../records/registers/register.ts';
import {
  refuseAlteredEntries,
  type RegisterState,
  workOut,
  type WorkedRegister,
} from '../records/registers/state.ts';

/**
 * Checks a change to be added to a register, and works the register out with it.
 * @throws Refusal invalid, naming a field of the change; conflict where an entry in Xero would be another
 */
export function withChange(
  { register, worked: before, changes, stored }: RegisterState,
  sent: ChangeSent,
): { readonly number: number; readonly change: ChangeSent; readonly worked: WorkedRegister } {
  refuseArchivedRegister(register);
  const { wire, schemas } = kindOf(register.kind);
  const { data: change } = schemas.change.safeParse(sent);
  if (!change) throw invalid('kind', 'register/change', 'A register of this kind has no such change.');
  const number = register.changeNumber + 1;
  const { domain, facts, known } = before;
  checkChange(domain, facts, before.changes, wire.changeFrom(number, change), known);
  const worked = workOut(register, [...changes, { number, change }], known);
  refuseAlteredEntries(register.name, before, worked, stored, 'change');
  return { number, change, worked };
}
