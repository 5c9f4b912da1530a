/**
 * Opening journals: each attempt at posting one is an item of its own. A posted journal is kept until a
 * later one replaces it. No payment of the schedule is posted while a journal is open.
 */
import * as z from 'zod';
import { type TrackingOption, withTracking } from '../../../domain/journal/tracking.ts';
import { LINE_AMOUNT_TYPES } from '../../../domain/gst/tax-types.ts';
import type { Contract } from '../../../domain/contract/contract.ts';
import { isCovered, type OpeningDate } from '../../../domain/contract/covered.ts';
import { type ContractState, contractWith, readContractState } from './events.ts';
import type { StoredSchedule } from './schedule.ts';
import type { XeroTenantId } from '../../services/xero/port.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { listUnder, type TableReader, type Write } from '../../store/table.ts';
import { postingNoted } from './open-documents.ts';

const OpeningJournalItem = z.object({
  attempt: z.string(),
  entityId: z.string(),
  scheduleId: z.string(),
  xeroTenantId: z.string().transform((id) => id as XeroTenantId),
  shortCode: z.string(),
  date: StoredDate,
  /** Whether the balances hold what falls on the date. */
  includesDate: z.boolean(),
  /** The journal asked for, as JSON, the fixed lines first: tells whether another request asks for the same. */
  content: z.string(),
  /** How many of its lines the terms fix. */
  fixedLines: z.int(),
  /** The tracking options of each line as it was sent; absent where none has any. */
  tracking: z.array(z.array(z.object({ categoryId: z.string(), optionId: z.string() }))).optional(),
  /** The four balances in cents: tells whether they still fit the terms. */
  balances: z.array(z.number()),
  events: z.array(z.number()),
  /** Whether the purchase has changed since, so that it gives other lines. */
  hasOtherPurchase: z.boolean(),
  state: z.enum(['posting', 'posted']),
  /** Its id in Xero, once it is posted. */
  journalId: z.string().nullable(),
});

export type StoredOpeningJournal = Readonly<z.output<typeof OpeningJournalItem>>;

export const openingJournalOf = (item: Readonly<Record<string, unknown>>): StoredOpeningJournal =>
  OpeningJournalItem.parse(item);

/** The schedule's journals: at most one on its way, and the posted ones of every Xero organisation. */
export async function readOpeningJournals(
  table: TableReader,
  scheduleId: string,
): Promise<StoredOpeningJournal[]> {
  const items = await listUnder(table, keys.scheduleParent(scheduleId), prefixes.openingJournals);
  return items.map(openingJournalOf);
}

export async function findPosted(
  table: TableReader,
  scheduleId: string,
  xeroTenantId: string,
): Promise<StoredOpeningJournal | null> {
  return postedOf(await readOpeningJournals(table, scheduleId), xeroTenantId);
}

export const postedOf = (
  journals: readonly StoredOpeningJournal[],
  xeroTenantId: string | null,
): StoredOpeningJournal | null =>
  journals.find((one) => one.state === 'posted' && one.xeroTenantId === xeroTenantId) ?? null;

const Content = z.object({
  description: z.string(),
  lineAmountTypes: z.enum(LINE_AMOUNT_TYPES),
  lines: z.array(
    z.object({
      description: z.string(),
      account: z.string(),
      taxType: z.string(),
      amount: StoredCents,
    }),
  ),
});

/** All lines of a journal as they were sent, the fixed ones first. */
export function sentLinesOf({ content, tracking = [] }: StoredOpeningJournal) {
  const { lines, ...rest } = Content.parse(JSON.parse(content));
  const tracked = lines.map((line, index): typeof line & { readonly tracking?: readonly TrackingOption[] } =>
    withTracking(line, tracking[index] ?? []),
  );
  return { ...rest, lines: tracked };
}

/** The part of a journal that the terms do not fix: its text, and the user's own lines. */
export function ownPartOf(journal: StoredOpeningJournal): z.output<typeof Content> {
  const { lines, ...rest } = Content.parse(JSON.parse(journal.content));
  return { ...rest, lines: lines.slice(journal.fixedLines) };
}

/** The balances of the four accounts in an opening journal, in cents. */
export function balancesAt(contract: Pick<Contract, 'splitAt'>, journal: OpeningDate): number[] {
  return Object.values(contract.splitAt(journal));
}

/** The numbers of the events that opening balances contain. */
export function eventsIn({ contract, events }: ContractState, journal: OpeningDate): number[] {
  return events.flatMap(({ number }, index) => {
    const applied = contract.events[index];
    return applied && isCovered({ date: applied.effectiveDate }, journal) ? [number] : [];
  });
}

/** The opening of a schedule in a Xero organisation, from the journal posted there. */
export async function openingIn(
  table: TableReader,
  schedule: StoredSchedule,
  xeroTenantId: XeroTenantId,
): Promise<StoredSchedule['opening']> {
  const journal = await findPosted(table, schedule.scheduleId, xeroTenantId);
  if (!journal) return null;
  const state = await readContractState(table, schedule);
  const contained = state.events.filter(({ number }) => journal.events.includes(number));
  const balances = balancesAt(contractWith(schedule.terms, contained), journal);
  const covered = eventsIn(state, journal);
  const isMissing = state.events.some(
    ({ number, state: progress, postedThrough }) =>
      progress === 'recorded' &&
      postedThrough === 0 &&
      covered.includes(number) &&
      !journal.events.includes(number),
  );
  const isOther = journal.hasOtherPurchase || String(journal.balances) !== String(balances);
  return openingOf(journal, isMissing || isOther);
}

/** A posted journal as the schedule shows it. */
export function openingOf(
  journal: StoredOpeningJournal,
  outOfDate: boolean,
): NonNullable<StoredSchedule['opening']> {
  const { journalId, xeroTenantId, shortCode, date, includesDate, events } = journal;
  if (journalId === null) throw new RangeError(`The journal ${journal.attempt} is not posted`);
  return { journalId, xeroTenantId, shortCode, date, includesDate, outOfDate, events };
}

/** The writes after a posted journal was voided: nothing stands in its place until another one is posted. */
export const openingRemoved = ({
  entityId,
  scheduleId,
  attempt,
  journalId,
}: StoredOpeningJournal): Write[] => [
  postingNoted({ entityId, scheduleId }, { closed: 1, synced: [], changes: { opening: null } }),
  { delete: keys.openingJournal(scheduleId, attempt), if: ['journalId', '=', journalId ?? ''] },
];
