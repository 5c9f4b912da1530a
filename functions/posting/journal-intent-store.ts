/**
 * Opening journals: each attempt at posting one is an item of its own, written before anything is sent. While
 * it is open no payment of the schedule is posted; once posted it stays, as what a later one replaces.
 */
import * as z from 'zod';
import { calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { LINE_AMOUNT_TYPES, TAX_TYPES } from '../../domain/gst/tax-types.ts';
import type { Cents } from '../../domain/money.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { paymentsBefore } from '../../domain/schedule/due-dates.ts';
import { splitAfter } from '../../domain/schedule/split.ts';
import type { OwnedEntity } from '../entities/entity-store.ts';
import { stillLinked } from '../entities/link-store.ts';
import { dueAnew } from '../schedules/agenda-store.ts';
import {
  type OwnedSchedule,
  postingEnded,
  type PostingEnd,
  saveSchedule,
  type StoredSchedule,
} from '../schedules/schedule-store.ts';
import { DATED, keys, places, prefixes } from '../store/keys.ts';
import { despiteConflicts, queryAll, type Table, type TableReader, type Write } from '../store/table.ts';
import { Calls, NO_CALLS } from './protocol.ts';

const JournalItem = z.object({
  /** Also the token in the narration, by which the journal is found in Xero. */
  attempt: z.string(),
  entityId: z.string(),
  scheduleId: z.string(),
  xeroTenantId: z.string(),
  shortCode: z.string(),
  date: z.string().transform((value) => calendarDate(value)),
  /** What was asked for, as JSON, the fixed lines first: to tell whether another request asks for the same. */
  content: z.string(),
  /** The four fixed lines in cents, to tell whether they still fit the terms. */
  balances: z.array(z.number()),
  /** The body and the idempotency key of every call that posts it. */
  json: z.string(),
  key: z.string(),
  /** The journal in Xero that it replaces. */
  replaces: z.string().nullable(),
  /** How far it is. `voiding`: the old one may be void already. `clear`: nothing stands in its place. */
  state: z.enum(['begun', 'voiding', 'clear', 'posted']),
  calls: Calls,
  /** Its id in Xero, once it is posted. */
  journalId: z.string().nullable(),
  version: z.number(),
});

export type Journal = Readonly<z.output<typeof JournalItem>>;

/** The schedule's journals: at most one under way, and those posted to whichever Xero organisation. */
export async function readJournals(table: TableReader, scheduleId: string): Promise<Journal[]> {
  const { pk } = keys.scheduleParent(scheduleId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.openingJournals } });
  return items.map((item) => JournalItem.parse(item));
}

/** The journal posted to a Xero organisation, or null. */
export async function findPosted(
  table: TableReader,
  scheduleId: string,
  xeroTenantId: string,
): Promise<Journal | null> {
  const all = await readJournals(table, scheduleId);
  return all.find((one) => one.state === 'posted' && one.xeroTenantId === xeroTenantId) ?? null;
}

const Content = z.object({
  description: z.string(),
  lineAmountTypes: z.enum(LINE_AMOUNT_TYPES),
  lines: z.array(
    z.object({
      description: z.string(),
      account: z.string(),
      taxType: z.enum(TAX_TYPES),
      amount: z.number().transform((value) => value as Cents),
    }),
  ),
});

/** What of a journal isn't fixed by the terms: its text, and the lines that somebody added. */
export function ownPartOf({ content, balances }: Journal): z.output<typeof Content> {
  const { lines, ...rest } = Content.parse(JSON.parse(content));
  const fixed = balances.filter((amount) => amount !== 0).length;
  return { ...rest, lines: lines.slice(fixed) };
}

/** What the four accounts hold on a date, in cents. */
export function balancesAt({ terms }: Pick<StoredSchedule, 'terms'>, date: CalendarDate): number[] {
  return Object.values(splitAfter(amortise(terms), paymentsBefore(terms, date)));
}

/** The opening of a schedule in a Xero organisation: what was posted there, perhaps before others. */
export async function openingIn(
  table: TableReader,
  schedule: StoredSchedule,
  xeroTenantId: string,
): Promise<StoredSchedule['opening']> {
  const journal = await findPosted(table, schedule.scheduleId, xeroTenantId);
  if (!journal) return null;
  const fits = String(journal.balances) === String(balancesAt(schedule, journal.date));
  return openingOf(journal, !fits);
}

/**
 * Writes the intent of posting a journal.
 * @throws Refusal `conflict` when the schedule isn't as it was read any more.
 */
export async function openJournal(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  given: Omit<Journal, 'entityId' | 'scheduleId' | 'state' | 'calls' | 'journalId' | 'version'>,
  since: string,
): Promise<Journal> {
  const { entityId, scheduleId } = schedule;
  const state = given.replaces === null ? 'clear' : 'begun';
  const journal: Journal = {
    ...given,
    entityId,
    scheduleId,
    state,
    calls: NO_CALLS,
    journalId: null,
    version: 1,
  };
  const place = places.openPosting(scheduleId, since);
  const item = { ...keys.openingJournal(scheduleId, given.attempt), ...place, ...journal };
  const changes = { openIntents: schedule.openIntents + 1, openJournal: given.attempt };
  await saveSchedule(table, entity, schedule, changes, [
    { put: item, if: 'absent' },
    stillLinked(entityId, { tenantId: given.xeroTenantId }),
  ]);
  return journal;
}

/**
 * Writes down how far a journal is, or what is known of its calls.
 * @throws WriteRefused when somebody else is at work on it.
 */
export async function noteJournal(
  table: Table,
  journal: Journal,
  changes: Partial<Pick<Journal, 'calls' | 'state'>>,
  token: string,
): Promise<Journal> {
  await despiteConflicts(() => table.transact([journalUpdate(journal, changes)], token));
  return { ...journal, ...changes, version: journal.version + 1 };
}

/** The journal that this one replaces is void: nothing stands in its place until this one is posted. */
export async function noteVoided(table: Table, journal: Journal, token: string): Promise<Journal> {
  const { scheduleId, version } = journal;
  const all = await readJournals(table, scheduleId);
  const old = all.find(({ journalId }) => journalId === journal.replaces);
  const clear = { state: 'clear', calls: NO_CALLS } as const;
  const writes: Write[] = [
    journalUpdate(journal, clear),
    postingEnded(journal, { isOver: false, synced: [], changes: { opening: null } }),
    ...(old ? [{ delete: keys.openingJournal(scheduleId, old.attempt) }] : []),
  ];
  await despiteConflicts(() => table.transact(writes, token));
  return { ...journal, ...clear, version: version + 1 };
}

/** The journal is in Xero: from now on it is the schedule's opening. */
export async function notePosted(
  table: Table,
  journal: Journal,
  journalId: string,
  token: string,
): Promise<Journal> {
  const opening = openingOf({ ...journal, journalId }, false);
  const posted = { ...journalUpdate(journal, { state: 'posted', journalId }), remove: DATED };
  // Payments since its date are for auto sync from now on.
  const due = dueAnew(journal.scheduleId, journal.date);
  await end(table, journal, { opening, openJournal: null }, token, [posted, due]);
  return { ...journal, state: 'posted', journalId, version: journal.version + 1 };
}

/** The journal is surely not in Xero and never will be. */
export async function noteGivenUp(table: Table, journal: Journal, token: string): Promise<void> {
  const gone: Write = {
    delete: keys.openingJournal(journal.scheduleId, journal.attempt),
    if: ['version', '=', journal.version],
  };
  await end(table, journal, { openJournal: null }, token, [gone]);
}

/** A posted journal as the schedule shows it. */
export function openingOf(journal: Journal, outOfDate: boolean): NonNullable<StoredSchedule['opening']> {
  const { journalId, xeroTenantId, shortCode, date } = journal;
  if (journalId === null) throw new RangeError(`The journal ${journal.attempt} is not posted`);
  return { journalId, xeroTenantId, shortCode, date, outOfDate };
}

async function end(
  table: Table,
  journal: Journal,
  changes: NonNullable<PostingEnd['changes']>,
  token: string,
  writes: readonly Write[],
): Promise<void> {
  const ended = postingEnded(journal, { isOver: true, synced: [], changes });
  await despiteConflicts(() => table.transact([...writes, ended], token));
}

function journalUpdate(
  { scheduleId, attempt, version }: Journal,
  changes: Partial<Journal>,
): Extract<Write, { update: unknown }> {
  return {
    update: keys.openingJournal(scheduleId, attempt),
    set: { ...changes, version: version + 1 },
    if: ['version', '=', version],
  };
}
