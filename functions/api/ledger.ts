/** The ledger check: balances in Xero against the contracts, and the states of posted documents. */
import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { DateText, Id, listOf } from './wire.ts';
import { LedgerCheck, LedgerRun, LedgerRunSummary, ReconcilingItems } from './ledger-check.ts';
import { Acceptance, XeroState } from './xero-state.ts';

/** A payment that is not matched with the bank yet. */
const Unmatched = z.object({
  scheduleId: Id,
  paymentId: Id,
  number: z.number(),
  /** The date of its document, and the amount in dollars. */
  date: z.string(),
  amount: z.number(),
  /** The date of its document, or the day it was synced if that is later. */
  since: z.string(),
  /** Business days since then. */
  daysOpen: z.number(),
});

const DocumentStates = z.object({
  /** The time of the read from Xero, an instant; null for an entity that is not linked, or a schedule without documents. */
  checkedAt: z.string().nullable(),
  payments: z.array(z.object({ id: Id, ...XeroState })),
  events: z.array(z.object({ id: Id, ...XeroState })),
  openingBalanceJournal: z.object(XeroState),
});

const MAX_SIGN_OFFS = 500;

export const ledgerRoutes = defineRoutes({
  'POST /v1/ledgerchecks': {
    summary: 'Check the ledgers of all linked entities at the end of a day, one run at a time',
    handler: 'ledger/check-all',
    allow: 'Member',
    body: z.object({ date: DateText }),
    status: 202,
    response: z.object({ checkId: Id }),
    refuses: ['conflict', 'throttled'],
    uses: ['table:write', 'queue'],
    queue: 'checks',
  },
  'GET /v1/ledgerchecks': {
    summary: 'The latest ledger checks of all entities, the newest first',
    handler: 'ledger/list-runs',
    allow: 'Guest',
    response: z.array(LedgerRunSummary),
    refuses: [],
    uses: ['table:read'],
  },
  'GET /v1/ledgerchecks/{checkId}': {
    summary: 'The progress of a ledger check of all entities, with each result and its sign-off',
    handler: 'ledger/get-run',
    allow: 'Guest',
    response: LedgerRun,
    refuses: [],
    uses: ['table:read'],
  },
  'PUT /v1/ledgerchecks/{checkId}/signoffs': {
    summary: 'Sign off the results of entities; those that are signed off already stay as they are',
    handler: 'ledger/sign-off-checks',
    allow: 'Member',
    body: z.object({
      entityIds: listOf(Id, {
        missing: 'Please choose entities.',
        most: MAX_SIGN_OFFS,
        tooMany: `Please choose at most ${MAX_SIGN_OFFS} entities.`,
      }).refine(({ length }) => length > 0, 'Please choose an entity.'),
    }),
    refuses: ['not-found', 'conflict'],
    uses: ['table:write'],
  },
  'POST /v1/entities/{entityId}/ledgercheck': {
    summary:
      'Compare the balances in Xero with the contracts at the end of a day, and explain each difference',
    handler: 'ledger/check-ledger',
    allow: 'Member',
    body: z.object({ date: DateText }),
    response: LedgerCheck,
    refuses: [],
    uses: ['xero'],
  },
  'GET /v1/entities/{entityId}/ledgercheck': {
    summary: 'The last result of the ledger check, of a date or of all',
    handler: 'ledger/get-check',
    allow: 'Guest',
    query: z.object({ date: DateText.optional() }),
    response: LedgerCheck,
    refuses: ['not-found'],
    uses: ['table:read'],
  },
  'GET /v1/entities/{entityId}/ledgercheck/items': {
    summary: 'The reconciling items of an entity',
    handler: 'ledger/get-items',
    allow: 'Guest',
    response: ReconcilingItems,
    refuses: [],
    uses: ['table:read'],
  },
  'PUT /v1/entities/{entityId}/ledgercheck/items': {
    summary: 'Store known differences, for loans kept elsewhere on the same accounts',
    handler: 'ledger/save-items',
    allow: 'Member',
    body: ReconcilingItems,
    response: ReconcilingItems,
    refuses: [],
    uses: ['table:write'],
  },
  'GET /v1/entities/{entityId}/matches': {
    summary: 'Payments synced more than five business days ago that are not matched with the bank',
    handler: 'ledger/list-matches',
    allow: 'Guest',
    kind: 'list',
    response: z.array(Unmatched),
    refuses: [],
    uses: ['xero'],
  },
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/xerostatus': {
    summary: 'The states of a schedule’s documents in Xero, read at most once a minute',
    handler: 'ledger/get-states',
    allow: 'Guest',
    response: DocumentStates,
    refuses: [],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/acceptance': {
    summary: 'Accept a payment that was changed or deleted in Xero as it is',
    handler: 'ledger/accept-payment',
    allow: 'Member',
    body: Acceptance,
    refuses: ['not-found', 'conflict'],
    uses: ['table:write'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/acceptance': {
    summary: 'Accept a contract event whose document was changed or deleted in Xero as it is',
    handler: 'ledger/accept-event',
    allow: 'Member',
    body: Acceptance,
    refuses: ['not-found', 'conflict'],
    uses: ['table:write'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/openingbalancejournal/acceptance': {
    summary: 'Accept an opening journal that was changed or voided in Xero as it is',
    handler: 'ledger/accept-opening',
    allow: 'Member',
    body: Acceptance,
    refuses: ['conflict'],
    uses: ['table:write'],
  },
});
