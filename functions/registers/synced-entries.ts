/** The answer about entries that were to be posted. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { EntriesSynced } from '../api/registers.ts';
import type { OwnerResult } from '../posting/owners.ts';
import type { Reason } from '../posting/protocol/outcome.ts';
import { OUT_OF_TIME } from '../posting/protocol/refusals.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { OwnedRegister } from '../records/registers/register.ts';
import { readState } from '../records/registers/state.ts';
import { XeroError } from '../services/xero/error.ts';
import type { TableReader } from '../store/table.ts';
import { entriesView } from '../views/register.ts';

/** @throws the failure of a register that is a defect */
export async function syncedEntries(
  { table, xeroWeb }: { readonly table: TableReader; readonly xeroWeb: string },
  entity: OwnedEntity,
  {
    register,
    numbers,
    result,
  }: {
    readonly register: OwnedRegister;
    readonly numbers: readonly number[];
    readonly result: OwnerResult | undefined;
  },
  today: CalendarDate,
): Promise<EntriesSynced> {
  const { outcomes = new Map(), failure = null } = result ?? {};
  if (failure !== null && !(failure instanceof Refusal || failure instanceof XeroError)) throw failure;
  const state = await readState(table, entity.tenantId, register, today);
  const asked = new Set(numbers);
  const entries = entriesView(entity, state, xeroWeb).filter(({ number }) => asked.has(number));
  const isPosted = new Set(entries.flatMap(({ number, state: one }) => (one === 'posted' ? [number] : [])));
  const errors = [...asked].flatMap((number) => {
    const outcome = outcomes.get(number);
    const reason = outcome !== undefined && outcome.kind !== 'posted' ? outcome.reason : failure;
    return reason === null || isPosted.has(number) ? [] : [{ number, ...errorOf(reason) }];
  });
  return { entries, errors };
}

const NOT_REACHED = {
  code: 'sync/not-reached',
  message: 'There was no time left for this entry. Please post again to go on.',
};

function errorOf(reason: Reason): { readonly code: string; readonly message: string } {
  const code = reason instanceof Refusal ? reason.code : `xero/${reason.kind}`;
  return code === OUT_OF_TIME ? NOT_REACHED : { code, message: reason.message };
}
