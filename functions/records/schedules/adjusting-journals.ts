/**
 * Adjusting journals of an entity, below its anchor: one item for each Xero organisation, date, kind and leg (the
 * journal, and its reversal on the next day). The only reader of these items; the pipeline writes them with their
 * intents.
 */
import * as z from 'zod';
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { DocumentLine } from '../../../domain/journal/document.ts';
import { negated } from '../../../domain/money.ts';
import { JOURNAL_KINDS, type JournalKind } from '../../../domain/reports/adjusting-journal.ts';
import { SentDocument } from './sent-document.ts';
import type { XeroTenantId } from '../../services/xero/port.ts';
import { StoredDate } from '../../store/fields.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { commitOne, listUnder, type Table, type TableReader } from '../../store/table.ts';

const JournalItem = z.object({
  sk: z.string(),
  entityId: z.string(),
  /** The date of the year end; the reversal is dated the day after it. */
  date: StoredDate,
  kind: z.enum(JOURNAL_KINDS),
  isReversal: z.boolean(),
  /** Each posting has a reference of its own: a journal that was voided in Xero may be posted again. */
  attempt: z.number(),
  xeroTenantId: z.string().transform((id) => id as XeroTenantId),
  shortCode: z.string(),
  /** `posting`: an intent is open. `retired`: not in Xero any more; the item counts the attempts. */
  state: z.enum(['posting', 'posted', 'retired']),
  documentId: z.string().nullable(),
  document: SentDocument,
  /** The time of its sending, in milliseconds; null while it is not posted. */
  syncedAt: z.number().nullable().default(null),
});

export type StoredJournal = Readonly<z.output<typeof JournalItem>>;

export const journalOf = (item: Readonly<Record<string, unknown>>): StoredJournal => JournalItem.parse(item);

/** An entity's journals in the Xero organisation that it is linked to. Those in others are kept, and left alone. */
export interface JournalBooks {
  readonly entityId: string;
  readonly xeroTenantId: XeroTenantId;
}

/** Returns the entity's journals in one Xero organisation, and those of entities that were merged into it. */
export async function readAdjustingJournals(
  table: TableReader,
  { entityId, xeroTenantId }: JournalBooks,
): Promise<readonly StoredJournal[]> {
  const items = await listUnder(table, keys.anchor(entityId), prefixes.adjustingJournals);
  return items
    .map((item) => JournalItem.parse(item))
    .filter((journal) => journal.xeroTenantId === xeroTenantId);
}

export interface JournalPlace {
  readonly date: CalendarDate;
  readonly kind: JournalKind;
  readonly isReversal: boolean;
}

export const journalKey = (books: JournalBooks, { date, kind, isReversal }: JournalPlace) =>
  keys.adjustingJournal(books, date, kind, isReversal ? 'R' : '');

/** Returns an entity's own journal at a place, whatever its state. */
export const journalAt = (
  journals: readonly StoredJournal[],
  entityId: string,
  { date, kind, isReversal }: JournalPlace,
): StoredJournal | null =>
  journals.find(
    (one) =>
      one.entityId === entityId && one.date === date && one.kind === kind && one.isReversal === isReversal,
  ) ?? null;

interface Standing {
  readonly entityId: string;
  readonly kind: JournalKind;
  readonly date: CalendarDate;
}

/**
 * The lines of posted journals of a kind that are in force at the end of a day: earlier ones, and those of entities
 * that were merged into this one.
 */
export function standingLines(
  journals: readonly StoredJournal[],
  { entityId, kind, date }: Standing,
): DocumentLine[] {
  return journals
    .filter(
      (one) =>
        one.state === 'posted' &&
        one.kind === kind &&
        (one.date < date || one.entityId !== entityId) &&
        one.document.date <= date,
    )
    .flatMap(({ document }) => document.lines);
}

/** Records that a journal is no longer in Xero, so that it may be posted again. */
export async function retireJournal(table: Table, journal: StoredJournal): Promise<void> {
  await commitOne(table, {
    update: { pk: keys.anchor(journal.entityId).pk, sk: journal.sk },
    set: { state: 'retired' },
    if: ['documentId', '=', journal.documentId ?? ''],
  });
}

/** The lines of a journal, from either of its legs. */
export const originalLines = ({ isReversal, document }: StoredJournal): DocumentLine[] =>
  document.lines.map((line) =>
    isReversal
      ? { ...line, amount: negated(line.amount), description: line.description.replace(/^Reversal: /, '') }
      : line,
  );
