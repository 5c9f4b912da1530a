import type { Entity, OwnedEntity } from '../records/entities/entity.ts';
import { readPaymentStates } from '../records/schedules/payments.ts';
import { ownSchedule } from '../records/schedules/schedule.ts';
import type { TableReader } from '../store/table.ts';
import { readContractState } from '../records/schedules/events.ts';
import { eventViewsWithDocuments } from '../views/event.ts';

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
