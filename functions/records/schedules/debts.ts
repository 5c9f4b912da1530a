/**
 * The debts of a schedule with events, in an item of its own: lists and the attention board read it, whatever it takes to
 * work out the contract. Written in the transaction that records or undoes an event.
 */
import * as z from 'zod';
import type { Contract } from '../../../domain/contract/contract.ts';
import { type Debts, debtsFrom, storedDebtsOf } from '../../../domain/reports/debts.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys } from '../../store/keys.ts';
import type { SingleWrite, TableReader } from '../../store/table.ts';

const Step = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** Steps are JSON: the table's numbers would take three times the bytes, and most of the time of a read. */
const DebtsItem = z.object({
  loanAmount: StoredCents,
  startDate: StoredDate,
  steps: z.string().transform((text) => z.array(Step).parse(JSON.parse(text))),
});

/** The write that stores the debts of a contract with events, and deletes them with the last event. */
export function debtsWrite(scheduleId: string, contract: Contract): SingleWrite {
  const key = keys.debts(scheduleId);
  if (contract.events.length === 0) return { delete: key };
  const { steps, ...start } = storedDebtsOf(contract);
  return { put: { ...key, ...start, steps: JSON.stringify(steps) } };
}

/** Returns the stored debts of schedules by their ids, without schedules that are gone. */
export async function readDebts(
  table: TableReader,
  scheduleIds: readonly string[],
): Promise<ReadonlyMap<string, Debts>> {
  if (scheduleIds.length === 0) return new Map();
  const items = await table.getMany(scheduleIds.map(keys.debts));
  return new Map(
    scheduleIds.flatMap((scheduleId, index) => {
      const item = items[index];
      return item ? [[scheduleId, debtsFrom(DebtsItem.parse(item))] as const] : [];
    }),
  );
}
