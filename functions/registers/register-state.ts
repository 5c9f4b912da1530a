/** Reads a register that is about to change. */
import { isFrozen } from '../posting/protocol/after-restore.ts';
import { reconcileSchedules, runPosting } from '../posting/protocol/run-posting.ts';
import { unknownEntry } from '../records/registers/entries.ts';
import {
  type OwnedRegister,
  ownRegister,
  refuseWhileEntriesPost,
  registerChanged,
} from '../records/registers/register.ts';
import { readState, type RegisterState, revisionOf } from '../records/registers/state.ts';
import type { XeroServices } from '../services/context.ts';
import type { Asked } from './register-input.ts';

/**
 * Returns a register for a change that depends on what is posted of it: after its documents were compared with Xero, where
 * the table was restored since, and open ones were reconciled.
 * @throws Refusal `conflict` while entries are on their way to Xero; XeroError while the comparison can't be made.
 */
export async function readForChange(
  services: XeroServices,
  { actor, entity, today, deadlines }: Asked,
  asked: OwnedRegister,
): Promise<RegisterState> {
  const { table } = services;
  const { registerId } = asked;
  const request = { entity, userId: actor.userId, deadlines };
  const isRestored = await isFrozen(services, entity);
  if (isRestored) await runPosting(services, request, async () => {});
  if (asked.openIntents > 0 && entity.xero) await reconcileSchedules(services, request, [registerId]);
  const register = isRestored || asked.openIntents > 0 ? await ownRegister(table, entity, registerId) : asked;
  refuseWhileEntriesPost(register);
  return readState(table, entity.tenantId, register, today);
}

/** @throws Refusal `conflict` where the register has changed since the revision was read. */
export function refuseStale(state: RegisterState, revision: string): void {
  if (revision !== revisionOf(state)) throw registerChanged();
}

/**
 * Returns the number of an entry in a path.
 * @throws Refusal `not-found` for one that the register neither plans nor has posted.
 */
export function entryNumber({ worked, stored }: RegisterState, text: string): number {
  const numbers = [...worked.entries.map(({ number }) => number), ...stored.keys()];
  const found = numbers.find((number) => String(number) === text);
  if (found === undefined) throw unknownEntry();
  return found;
}
