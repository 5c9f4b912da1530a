/** The item of a schedule: its schema, and how it maps to a schedule. */
import * as z from 'zod';
import { CONTRACT_KINDS } from '../../../domain/contract/contract-details.ts';
import { FREQUENCIES } from '../../../domain/amortisation/frequency.ts';
import { syncedNumbersIn } from '../../../domain/contract/synced-numbers.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys } from '../../store/keys.ts';
import type { Item } from '../../store/table.ts';

const StoredTerms = z.object({
  loanAmount: StoredCents,
  frequency: z.enum(FREQUENCIES),
  startDate: StoredDate,
  firstPaymentOnStartDate: z.boolean(),
  administrationFee: StoredCents,
  rows: z.array(z.object({ id: z.string(), qty: z.number(), amount: StoredCents })),
  /** The lender's own table, where it states the payments. */
  table: z.array(z.object({ date: StoredDate, amount: StoredCents, balance: StoredCents })).optional(),
});

/** Details of the contract beside its terms; '' for those that aren't known. */
const ContractFields = z.object({
  lender: z.string(),
  contractNumber: z.string(),
  asset: z.string(),
  kind: z.enum([...CONTRACT_KINDS, '']),
});

export type ContractFields = Readonly<z.output<typeof ContractFields>>;

export const NO_CONTRACT_FIELDS: ContractFields = { lender: '', contractNumber: '', asset: '', kind: '' };

/** The opening journal in force: posted to a Xero organisation, as at a date. */
const OpeningJournal = z.object({
  journalId: z.string(),
  xeroTenantId: z.string(),
  shortCode: z.string(),
  date: StoredDate,
  /** The terms or events have changed since: nothing syncs until it is posted again. */
  outOfDate: z.boolean(),
  /** The numbers of the contract events that it contains, or will once it is posted again. */
  events: z.array(z.number()),
});

const ScheduleItem = z.object({
  scheduleId: z.string(),
  name: z.string(),
  ...ContractFields.shape,
  terms: StoredTerms,
  autoSync: z.boolean(),
  /** The day auto sync was switched on. */
  autoSyncSince: StoredDate.nullable(),
  archived: z.boolean(),
  xeroConnected: z.boolean(),
  /** Ids of ledger accounts, as far as they are mapped. */
  accounts: z.record(z.string(), z.string()),
  opening: OpeningJournal.nullable(),
  /** Documents on their way to Xero: while there are any, terms, link and place stay as they are. */
  openIntents: z.number(),
  /** The opening journal among them; no payment is posted at the same time. */
  openJournal: z.string().nullable(),
  /** Opening journals begun so far: each attempt has a number of its own. */
  openingAttempts: z.number(),
  /** The contact that payments are made to, in the Xero organisation it belongs to. */
  contact: z.object({ xeroTenantId: z.string(), contactId: z.string() }).nullable(),
  /** Documents of payments in Xero. */
  syncedCount: z.number(),
  /** How often a payment was paid late, in parts or reversed: only then dates of payments take a read. */
  paymentChanges: z.number().default(0),
  /** The contract events that there are. */
  eventCount: z.number().default(0),
  /** The number last given to a contract event; a number is never given twice. */
  eventNumber: z.number().default(0),
  /** The refinance that created the schedule: its opening journal debits the payout figure to the clearing account. */
  refinances: z
    .object({ scheduleId: z.string(), clearingAccountId: z.string().nullable(), payoutFigure: StoredCents })
    .nullable()
    .default(null),
  version: z.number(),
  createdAt: z.string(),
});

export type StoredSchedule = Readonly<z.output<typeof ScheduleItem>> & {
  /**
   * The numbers of the payments synced at once as words of bits; stored as attributes of their own, which can be added
   * to.
   */
  readonly syncedWords: readonly number[];
};
export type StoredTerms = StoredSchedule['terms'];

declare const owned: unique symbol;

/** A schedule of an entity that is the caller's own; only `ownSchedule` and `listSchedules` return it. */
export type OwnedSchedule = StoredSchedule & { readonly entityId: string; readonly [owned]: true };

/** Reads an item of an entity that is the caller's own. */
export const ownedFrom = (entityId: string, item: Item): OwnedSchedule =>
  ({ entityId, ...ScheduleItem.parse(item), syncedWords: syncedWordsOf(item) }) as unknown as OwnedSchedule;

const SYNCED_WORD = /^synced(\d+)$/;

function syncedWordsOf(item: Item): number[] {
  const words: number[] = [];
  for (const [name, value] of Object.entries(item)) {
    const index = SYNCED_WORD.exec(name)?.[1];
    if (index !== undefined) words[Number(index)] = Number(value);
  }
  return Array.from(words, (word) => word ?? 0);
}

/**
 * The numbers of the payments in Xero from the schedule's item; null if the item doesn't hold them all, and the payments
 * must be read: a payment is paid in parts.
 */
export function syncedNumbersOf({ syncedWords, syncedCount }: StoredSchedule): readonly number[] | null {
  const numbers = syncedNumbersIn(syncedWords);
  return numbers.length === syncedCount ? numbers : null;
}

/** The item of a schedule. Counters of 0 are left out: most schedules have no event and no changed payment. */
export const itemOf = (
  entityId: string,
  { syncedWords, paymentChanges, eventCount, eventNumber, refinances, ...schedule }: StoredSchedule,
): Item => ({
  ...keys.schedule(entityId, schedule.scheduleId),
  ...schedule,
  ...(paymentChanges > 0 && { paymentChanges }),
  ...(eventCount > 0 && { eventCount }),
  ...(eventNumber > 0 && { eventNumber }),
  ...(refinances && { refinances }),
  ...Object.fromEntries(syncedWords.map((bits, word) => [`synced${word}`, bits])),
});
