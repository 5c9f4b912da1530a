/** The item of a schedule: its schema, and how it maps to a schedule. */
import * as z from 'zod';
import { CONTRACT_KINDS } from '../../../domain/contract/contract-kinds.ts';
import { LIABILITY_FIELDS } from '../../../domain/accounts/account-mapping.ts';
import { NEW_ACCOUNT_TYPES } from '../../../domain/accounts/new-account.ts';
import { FREQUENCIES } from '../../../domain/amortisation/frequency.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys } from '../../store/keys.ts';
import { ScheduleTracking } from '../entities/tracking.ts';
import type { Item } from '../../store/table.ts';

const StoredTerms = z.object({
  loanAmount: StoredCents,
  frequency: z.enum(FREQUENCIES),
  startDate: StoredDate,
  firstPaymentOnStartDate: z.boolean(),
  /** Only where it is not the usual date. */
  firstPaymentDate: StoredDate.optional(),
  paymentsAtMonthEnd: z.boolean().optional(),
  administrationFee: StoredCents,
  rows: z.array(z.object({ id: z.string(), qty: z.number(), amount: StoredCents })),
  /** The lender's own table, where it states the payments. */
  table: z.array(z.object({ date: StoredDate, amount: StoredCents, balance: StoredCents })).optional(),
  gstOnCharges: z.boolean().optional(),
});

/** Details of the contract beside its terms; '' for those that aren't known. */
const ContractFields = z.object({
  lender: z.string().default(''),
  contractNumber: z.string().default(''),
  asset: z.string().default(''),
  kind: z.enum([...CONTRACT_KINDS, '']).default(''),
  /** Percent a year in digits, since an item leaves out a number of 0. */
  contractRate: z.string().default(''),
});

export type ContractFields = Readonly<z.output<typeof ContractFields>>;

export const NO_CONTRACT_FIELDS: ContractFields = {
  lender: '',
  contractNumber: '',
  asset: '',
  kind: '',
  contractRate: '',
};

/** The opening journal in force: posted to a Xero organisation, as at a date. */
const OpeningJournal = z.object({
  journalId: z.string(),
  xeroTenantId: z.string(),
  shortCode: z.string(),
  date: StoredDate,
  /** Whether the balances hold what falls on the date. */
  includesDate: z.boolean(),
  /** The terms or events have changed since: nothing syncs until it is posted again. */
  outOfDate: z.boolean(),
  /** The numbers of the contract events that it contains, or will once it is posted again. */
  events: z.array(z.number()),
});

const PlannedAccount = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(NEW_ACCOUNT_TYPES),
  fields: z.array(z.enum(LIABILITY_FIELDS)),
});

const ScheduleItem = z.object({
  scheduleId: z.string(),
  name: z.string(),
  ...ContractFields.shape,
  terms: StoredTerms,
  autoSync: z.boolean(),
  /** The day auto sync was switched on. */
  autoSyncSince: StoredDate.nullable().default(null),
  /** Whether documents carry no tax, whatever the defaults of their accounts. */
  noTax: z.boolean().default(false),
  /** Its own choice of tracking; null follows the entity's. */
  tracking: ScheduleTracking.nullable().default(null),
  archived: z.boolean(),
  /** The end of the contract while it is archived, when nothing changes it. */
  archivedEnd: StoredDate.nullable().default(null),
  xeroConnected: z.boolean(),
  /** Ids of ledger accounts, as far as they are mapped. */
  accounts: z.record(z.string(), z.string()),
  /** The accounts that a set-up is about to create in Xero: a repeat takes those that have these codes and names. */
  plannedAccounts: z.array(PlannedAccount).nullable().default(null),
  opening: OpeningJournal.nullable().default(null),
  /** Documents on their way to Xero: while there are any, terms, link and place stay as they are. */
  openIntents: z.number().default(0),
  /** The opening journal among them; no payment is posted at the same time. */
  openJournal: z.string().nullable().default(null),
  /** Opening journals begun so far: each attempt has a number of its own. */
  openingAttempts: z.number().default(0),
  /** The contact that payments are made to, in the Xero organisation it belongs to. */
  contact: z.object({ xeroTenantId: z.string(), contactId: z.string() }).nullable().default(null),
  /** Documents of payments in Xero. */
  syncedCount: z.number().default(0),
  /** The numbers of the payments that are in Xero at once, not in parts. */
  syncedNumbers: z
    .set(z.number())
    .readonly()
    .default(() => new Set<number>()),
  /** How often a payment was paid late, in parts or reversed: only then dates of payments take a read. */
  paymentChanges: z.number().default(0),
  /** The contract events that there are. */
  eventCount: z.number().default(0),
  /** The facts that follow from the terms with the events; null without events. */
  outline: z
    .object({
      count: z.number(),
      changes: z.number(),
      startDate: StoredDate,
      endDate: StoredDate,
      end: z.enum(['balloon', 'ending', 'payout']),
      endAmount: StoredCents,
      owing: z.array(StoredDate).readonly(),
    })
    .nullable()
    .default(null),
  /** The number last given to a contract event; a number is never given twice. */
  eventNumber: z.number().default(0),
  /** The refinance that created the schedule: its opening journal debits the payout figure to the clearing account. */
  refinances: z
    .object({ scheduleId: z.string(), clearingAccountId: z.string().nullable(), payoutFigure: StoredCents })
    .nullable()
    .default(null),
  /** Whether it has a purchase, an item of its own. */
  hasPurchase: z.boolean().default(false),
  /** The bytes of its attachments, announced ones too. */
  fileBytes: z.number().default(0),
  version: z.number(),
  createdAt: z.string(),
});

export type StoredSchedule = Readonly<z.output<typeof ScheduleItem>>;
export type StoredTerms = StoredSchedule['terms'];

declare const owned: unique symbol;

/** A schedule of an entity that is the caller's own; only `ownSchedule` and `listSchedules` return it. */
export type OwnedSchedule = StoredSchedule & { readonly entityId: string; readonly [owned]: true };

/** Reads an item of an entity that is the caller's own. */
export const ownedFrom = (entityId: string, item: Item): OwnedSchedule =>
  ({ entityId, ...ScheduleItem.parse(item) }) as unknown as OwnedSchedule;

/**
 * The item of a schedule. Nulls, zeros, empty texts and empty sets are left out: a common schedule then has less than 1 KB,
 * and each write of it takes one unit instead of two.
 */
export const itemOf = (entityId: string, schedule: StoredSchedule): Item => ({
  ...keys.schedule(entityId, schedule.scheduleId),
  ...Object.fromEntries(
    Object.entries({
      ...schedule,
      noTax: schedule.noTax || null,
      hasPurchase: schedule.hasPurchase || null,
    }).filter(([, value]) => !isEmpty(value)),
  ),
});

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || value === 0 || (value instanceof Set && value.size === 0);
