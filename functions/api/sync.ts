/** Schedules and Xero: connecting one, mapping its accounts and posting its opening balances. */
import * as z from 'zod';
import { ACCOUNT_CLASSES, LINE_AMOUNT_TYPES } from '../../domain/gst/tax-types.ts';
import { defineRoutes } from './route.ts';
import {
  AccountId,
  DateText,
  Flag,
  FlagText,
  listOf,
  Money,
  somethingOf,
  Text,
  TaxTypeText,
  TextOrNone,
} from './wire.ts';
import { ChosenTracking, LineTracking } from './tracking.ts';
import { PurchaseLine, PurchaseRevision } from './purchase.ts';
import { Schedule } from './schedules.ts';

const LineAmountTypes = z.enum(LINE_AMOUNT_TYPES, 'Please choose how amounts relate to tax.');

/** The seven accounts of a schedule, by id. */
const accountIds = {
  interestExpenseAccountId: AccountId,
  hirePurchaseCurrentId: AccountId,
  hirePurchaseNonCurrentId: AccountId,
  unexpiredChargesCurrentId: AccountId,
  unexpiredChargesNonCurrentId: AccountId,
  bankAccountId: AccountId,
  administrationFeeId: AccountId,
};

/** Dollars: positive debits, negative credits. */
const JournalLine = z.object({
  description: TextOrNone,
  accountId: AccountId,
  taxType: TaxTypeText,
  amount: Money,
});

const OpeningBalanceJournal = z.object({
  date: DateText,
  /** Whether the balances hold what falls on the date; absent: unless it is the start date. */
  includesDate: Flag.optional(),
  description: Text,
  lineAmountTypes: LineAmountTypes,
  lineItems: listOf(JournalLine, {
    missing: 'Please provide the lines.',
    most: 200,
    tooMany: 'Please use at most 200 lines.',
  }),
});

/** The posted journal without its fixed lines, as the start of a replacement. */
const PostedJournal = z.object({
  description: z.string(),
  lineAmountTypes: LineAmountTypes,
  lineItems: z.array(JournalLine),
});

/** A tax rate of the linked Xero organisation: percent, and the account classes that accept it. */
const TaxRate = z.object({
  taxType: TaxTypeText,
  name: z.string(),
  rate: z.number(),
  appliesTo: z.array(z.enum(ACCOUNT_CLASSES)),
});

/** Both calls change some of a schedule's accounts. */
const changeAccounts = {
  handler: 'setup/change-accounts',
  allow: 'Member',
  body: somethingOf(accountIds),
  response: Schedule,
  refuses: ['invalid', 'conflict'],
  uses: ['xero'],
} as const;

export const syncRoutes = defineRoutes({
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal': {
    summary: 'The opening balances as at a date: four lines, fixed, also those of 0.00',
    handler: 'setup/get-opening-template',
    allow: 'Guest',
    query: z.object({ date: DateText.optional(), includesDate: FlagText.optional() }),
    response: OpeningBalanceJournal.extend({
      lineItems: z.array(JournalLine.extend({ tracking: LineTracking })),
      includesDate: z.boolean(),
      /** Follows the narration in Xero, in brackets. */
      token: z.string(),
      /** The own lines of the purchase; null without one, and for another date than the start of the contract. */
      purchaseLines: z.array(PurchaseLine).nullable(),
      /** That of the purchase as it is; '' without one. */
      purchaseRevision: z.string(),
      posted: PostedJournal.nullable(),
      taxRates: z.array(TaxRate),
    }),
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal': {
    summary: 'Post the opening balances, in place of the ones posted before',
    handler: 'setup/post-opening-journal',
    allow: 'Member',
    /** With the template's `purchaseRevision`, lines that were taken before the purchase changed are refused. */
    body: OpeningBalanceJournal.extend({ purchaseRevision: PurchaseRevision.optional() }),
    response: z.object({ openingBalanceJournalId: z.string(), openingBalanceJournalXeroUrl: z.string() }),
    isCritical: true,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero': {
    summary: 'Connect a schedule, which takes one of the plan’s connections',
    handler: 'setup/enable-sync',
    allow: 'Member',
    response: Schedule,
    refuses: ['conflict'],
    uses: ['table:write'],
  },
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings': {
    summary: 'Set a schedule’s accounts, whether its documents carry tax and whether it syncs by itself',
    handler: 'setup/save-settings',
    allow: 'Member',
    /** Without `noTax` it stays as it is. `rememberForEntity` stores the bank, interest and fee accounts for the entity's next schedules; false removes them. */
    body: z.object({
      autoSync: Flag,
      noTax: Flag.optional(),
      rememberForEntity: Flag.optional(),
      /** Its own choice, `[]` for none; null follows the entity's, and absent stays. */
      tracking: ChosenTracking.nullable().optional(),
      ...accountIds,
    }),
    response: Schedule,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/accounts': {
    summary: 'Set some of a schedule’s accounts',
    ...changeAccounts,
  },
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/xeroAccounts': {
    summary: 'Set some of a schedule’s accounts',
    ...changeAccounts,
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/archive': {
    summary: 'Archive a schedule, which gives its connection back, or bring it back',
    handler: 'schedules/archive-schedule',
    allow: 'Member',
    body: z.object({ archive: Flag }),
    response: Schedule,
    refuses: ['conflict'],
    uses: ['xero'],
  },
});
