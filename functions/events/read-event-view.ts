import type { Entity, OwnedEntity } from '../entities/entity-store.ts';
import { readPaymentStates } from '../schedules/payment-store.ts';
import { ownSchedule } from '../schedules/schedule-store.ts';
import type { TableReader } from '../store/table.ts';
import { readContractState } from './event-store.ts';
import { eventViewsWithDocuments } from './event-view.ts';

/** Returns one event as it is stored now. */
export async function readEventView(
  table: TableReader,
  { entity, xeroWeb }: { readonly entity: OwnedEntity & Entity; readonly xeroWeb: string },
  scheduleId: string,
  number: number,
): Promise<ReturnType<typeof eventViewsWithDocuments>[number]> {
  const schedule = await ownSchedule(table, entity, scheduleId);
  const states = await readPaymentStates(table, scheduleId);
  const state = await readContractState(table, schedule);
  const views = eventViewsWithDocuments(schedule, state, states, { entity, xeroWeb });
  const view = views.find((one) => one.number === number);
  if (!view) throw new Error(`Event ${number} is gone`);
  return view;
}
