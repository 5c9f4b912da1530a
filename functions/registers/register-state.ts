/** Reads a register that is about to change. */
import { conflict } from '../../domain/refusal.ts';
import { type OwnedRegister, refuseWhileEntriesPost } from '../records/registers/register.ts';
import { readState, type RegisterState, revisionOf } from '../records/registers/state.ts';
import type { XeroServices } from '../services/context.ts';
import type { Asked } from './register-input.ts';

/**
 * Returns a register for a change that depends on what is posted of it.
 * @throws Refusal `conflict` while entries are on their way to Xero.
 */
export async function readForChange(
  { table }: Pick<XeroServices, 'table'>,
  { entity, today }: Asked,
  register: OwnedRegister,
): Promise<RegisterState> {
  refuseWhileEntriesPost(register);
  return readState(table, entity.tenantId, register, today);
}

/** @throws Refusal `conflict` where the register has changed since the revision was read. */
export function refuseStale(state: RegisterState, revision: string): void {
  if (revision === revisionOf(state)) return;
  throw conflict('register/changed', 'This register was changed elsewhere. Please reload it.');
}
