/** Contract events of a schedule, and the contract that follows from them and the terms. */
import { v5 } from 'uuid';
import * as z from 'zod';
import { notFound, type Refusal } from '../../../domain/refusal.ts';
import type { Terms } from '../../../domain/amortisation/terms.ts';
import { type Contract, scheduleOf } from '../../../domain/contract/contract.ts';
import { outlineOf } from '../../../domain/reports/outline.ts';
import { type ContractEvent, fromWire } from '../../../domain/event-kinds/kinds.ts';
import { EventInput } from '../../api/event.ts';
import type { OwnedEntity } from '../entities/entity.ts';
import { alsoRemoved } from './creation.ts';
import { debtsWrite } from './debts.ts';
import {
  findSchedule,
  type OwnedSchedule,
  readSchedules,
  saveSchedule,
  type StoredSchedule,
} from './schedule.ts';
import { SentDocument } from './sent-document.ts';
import { StoredDate } from '../../store/fields.ts';
import { keys, prefixes } from '../../store/keys.ts';
import {
  type Item,
  listUnder,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';

const EventItem = z.object({
  scheduleId: z.string(),
  number: z.number(),
  date: StoredDate,
  postedThrough: z.number(),
  /** The change in its wire form. */
  input: EventInput,
  note: z.string(),
  createdAt: z.string(),
  createdBy: z.object({ id: z.string(), name: z.string() }),
  /** `recorded`: not in Xero. `posting`: an intent is open. `synced`: in Xero, or nothing was to be posted. */
  state: z.enum(['recorded', 'posting', 'synced']),
  xeroTenantId: z.string().nullable(),
  shortCode: z.string(),
  documentId: z.string().nullable(),
  document: SentDocument.nullable(),
  /** The time of the document's sending, in milliseconds. */
  syncedAt: z.number().nullable(),
  attempt: z.number(),
  /** The schedule that a refinance created. */
  newScheduleId: z.string().nullable(),
  /** Why the last attempt to post failed. */
  error: z.string().nullable(),
});

export type StoredEvent = Readonly<z.output<typeof EventItem>>;

export const eventOf = (item: Readonly<Record<string, unknown>>): StoredEvent => EventItem.parse(item);

type WithEvents = Pick<StoredSchedule, 'scheduleId' | 'eventCount'>;

/** The events of a schedule in the order of their numbers. A schedule without events takes no read. */
export async function readEvents(
  table: TableReader,
  { scheduleId, eventCount }: WithEvents,
): Promise<readonly StoredEvent[]> {
  if (eventCount === 0) return [];
  const items = await listUnder(table, keys.scheduleParent(scheduleId), prefixes.events);
  return items.map(eventOf);
}

export const contractWith = (terms: Terms, events: readonly StoredEvent[]): Contract =>
  scheduleOf(terms, contractEvents(events));

export const contractEvents = (events: readonly StoredEvent[]): ContractEvent[] =>
  events.map(({ date, postedThrough, input }) => ({
    date,
    postedThrough,
    change: fromWire(input),
  }));

export interface ContractState {
  readonly contract: Contract;
  readonly events: readonly StoredEvent[];
}

export async function readContractState(
  table: TableReader,
  schedule: WithEvents & Pick<StoredSchedule, 'terms'>,
): Promise<ContractState> {
  const events = await readEvents(table, schedule);
  return { contract: contractWith(schedule.terms, events), events };
}

export async function readContract(
  table: TableReader,
  schedule: WithEvents & Pick<StoredSchedule, 'terms'>,
): Promise<Contract> {
  const { contract } = await readContractState(table, schedule);
  return contract;
}

/** Returns the contracts of some of an entity's schedules by their ids, without schedules that are gone. */
export async function readContracts(
  table: TableReader,
  entityId: string,
  scheduleIds: readonly string[],
): Promise<ReadonlyMap<string, Contract>> {
  const schedules = await readSchedules(table, entityId, scheduleIds);
  const contracts = schedules.map(
    async (schedule) => [schedule.scheduleId, await readContract(table, schedule)] as const,
  );
  return new Map(await Promise.all(contracts));
}

/** An event's id: UUID version 5 (RFC 9562) of its number in the namespace of its schedule. */
export const eventId = (scheduleId: string, number: number): string => v5(`E${number}`, scheduleId);

/** @throws Refusal `not-found` unless the event is the schedule's. */
export function findEvent(
  { scheduleId }: Pick<OwnedSchedule, 'scheduleId'>,
  events: readonly StoredEvent[],
  id: string,
): StoredEvent {
  const found = events.find(({ number }) => eventId(scheduleId, number) === id.toLowerCase());
  if (!found) throw unknownEvent();
  return found;
}

export const unknownEvent = (): Refusal => notFound('event/unknown', 'The change could not be found.');

export const eventItem = (event: StoredEvent): Item => ({
  ...keys.event(event.scheduleId, event.number),
  ...event,
});

/** An event whose document is no longer in Xero. Its next document is another attempt. */
export const reopened = (event: StoredEvent): StoredEvent => ({
  ...event,
  state: 'recorded',
  documentId: null,
  document: null,
  syncedAt: null,
  attempt: event.attempt + 1,
});

/** Notes why an event could not be posted, unless it is gone or in Xero. */
export async function noteEventError(
  table: Table,
  { scheduleId, number }: Pick<StoredEvent, 'scheduleId' | 'number'>,
  error: string,
): Promise<void> {
  await tryCommitOne(table, {
    update: keys.event(scheduleId, number),
    set: { error },
    if: ['state', '<>', 'synced'],
  });
}

/** Whether the posted opening balances of the Xero organisation contain an event. */
export function isContained(
  { opening }: Pick<StoredSchedule, 'opening'>,
  xeroTenantId: string | undefined,
  number: number,
): boolean {
  return opening !== null && opening.xeroTenantId === xeroTenantId && opening.events.includes(number);
}

/**
 * Deletes an event in the transaction that changes the schedule. Its number is not given again. The schedule that a
 * refinance created goes with it, unless it has documents by now.
 * @throws Refusal `conflict` when the schedule has changed since it was read.
 */
export async function deleteEvent(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  { number, newScheduleId }: Pick<StoredEvent, 'number' | 'newScheduleId'>,
  changes: Partial<Pick<StoredSchedule, 'openIntents'>> = {},
  more: readonly Write[] = [],
): Promise<OwnedSchedule> {
  const { scheduleId, opening, terms } = schedule;
  const left = (await readEvents(table, schedule)).filter((event) => event.number !== number);
  const contract = contractWith(terms, left);
  const outline = left.length === 0 ? null : outlineOf(contract);
  const created = newScheduleId === null ? null : await findSchedule(table, entity, newScheduleId);
  const isFree = created !== null && !hasDocuments(created);
  const isInOpening = opening?.events.includes(number) === true;
  const after = isInOpening && {
    opening: { ...opening, outOfDate: true, events: opening.events.filter((one) => one !== number) },
  };
  return saveSchedule(
    table,
    entity,
    schedule,
    { ...changes, ...after, eventCount: left.length, outline },
    [{ delete: keys.event(scheduleId, number), if: 'present' }, debtsWrite(scheduleId, contract), ...more],
    isFree ? alsoRemoved(created) : null,
  );
}

/** Whether documents of a schedule are in Xero or on their way there. */
export const hasDocuments = ({ syncedCount, openIntents, opening, eventCount }: StoredSchedule): boolean =>
  syncedCount > 0 || openIntents > 0 || opening !== null || eventCount > 0;

/** Whether an event of a schedule is being undone, and it is not certain yet whether its document is gone. */
export async function isUndoUncertain(table: TableReader, scheduleId: string): Promise<boolean> {
  const removals = await listUnder(table, keys.scheduleParent(scheduleId), prefixes.eventRemovals);
  return removals.some(({ keepsEvent }) => keepsEvent !== true);
}
