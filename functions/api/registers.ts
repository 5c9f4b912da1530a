/** Registers: dated journals of an entity that follow from facts. */
import * as z from 'zod';
import {
  AnyChange,
  AnyFigures,
  DescribedByKind,
  FactsOfKind,
  KindName,
  REGISTER_SCHEMAS,
  ShownByKind,
} from './register.ts';
import { defineRoutes, LARGE_BODY_LIMIT } from './route.ts';
import { AccountId, DateText, Flag, FlagText, Id, Paging, Text } from './wire.ts';
import { Acceptance, XeroState } from './xero-state.ts';

/** By role. Null takes an account away, a role that is left out stays as it is. */
const Accounts = z.record(z.string().max(50, 'There is no such account.'), AccountId.nullable());

const common = {
  name: Text,
  accounts: Accounts.default({}),
  /** Entries dated before are in the accounts already, and never posted. */
  postFrom: DateText.nullable().default(null),
};

const NewRegister = z.object(common).and(DescribedByKind);

/** A row of an import, as one register is created without changes. Its fields are checked row by row. */
export const ImportedRegister = NewRegister.and(
  z.object({
    autoPost: Flag.default(false),
    changes: z.array(z.unknown()).max(0, 'Please record changes after the import.').optional(),
  }),
);

const LINE = 'Please provide the line.';

const ImportRows = z
  .array(z.looseObject({ line: z.int(LINE).min(0, LINE).max(1_048_576, LINE) }), 'Please provide the rows.')
  .min(1, 'Please provide at least one row.')
  .max(500, 'An import can have at most 500 rows.')
  .refine(
    (rows) => new Set(rows.map(({ line }) => line)).size === rows.length,
    'Each row needs its own line.',
  );

/** Messages by field: `facts.amount`. */
const RowErrors = z.record(z.string(), z.array(z.string()));

const asAt = DateText.optional();

/** Of the register, as it was read. */
const revision = z.string('Please provide the revision.');

/** Debit positive. */
const Line = z.object({
  role: z.string(),
  accountId: z.string().nullable(),
  amount: z.number(),
  description: z.string(),
});

const Entry = z.object({
  number: z.number(),
  /** Its own date; the journal's is the day after the lock date where that is later. */
  date: z.string(),
  text: z.string(),
  /** The sum of the debits. */
  amount: z.number(),
  state: z.enum(['empty', 'before', 'open', 'posting', 'posted']),
  lines: z.array(Line),
});

const RegisterEntry = Entry.extend({
  /** A later change gives it another date or other amounts. */
  outOfDate: z.boolean(),
  /** Counts its documents: 2 after the first was reversed. */
  attempt: z.number(),
  /** The date of its journal. */
  postedOn: z.string().nullable(),
  xeroUrl: z.string().nullable(),
  ...XeroState,
});

/** Why an entry is not in Xero. */
const SyncError = z.object({ number: z.number(), code: z.string(), message: z.string() });

const RegisterSummary = z.object({
  id: z.string(),
  kind: KindName,
  name: z.string(),
  status: z.enum(['active', 'ended', 'archived']),
  from: z.string(),
  to: z.string(),
  total: z.number(),
  /** Negative: a ledger balance in credit. */
  balance: z.number(),
  /** The first open entry. */
  next: z.object({ number: z.number(), date: z.string(), amount: z.number() }).nullable(),
  posted: z.number(),
  /** Open entries dated on or before today. */
  toPost: z.number(),
  autoPost: z.boolean(),
});

const Register = RegisterSummary.extend({
  accounts: z.record(z.string(), z.string()),
  postFrom: z.string().nullable(),
  entries: z.array(RegisterEntry),
  /** Sentences that its facts and changes deserve today. */
  warnings: z.array(z.string()),
  /** Another one as soon as anything of the register that entries depend on has changed. */
  revision: z.string(),
}).and(ShownByKind);

const Preview = z.object({
  entries: z.array(Entry),
  figures: AnyFigures,
  /** Sentences to read before saving. */
  warnings: z.array(z.string()),
});

export const registerRoutes = defineRoutes({
  'GET /v1/entities/{entityId}/registers': {
    summary: 'The registers of an entity, in the order they were created',
    handler: 'registers/list-registers',
    allow: 'Guest',
    kind: 'list',
    query: Paging.extend({
      kind: KindName.optional(),
      /** Only those that belong to a loan. */
      scheduleId: Id.optional(),
      IncludeArchived: FlagText.optional(),
    }),
    response: z.array(RegisterSummary),
    refuses: [],
    uses: ['table:read'],
  },
  'POST /v1/entities/{entityId}/registers/preview': {
    summary: 'The journals that facts give; writes nothing',
    handler: 'registers/preview-register',
    allow: 'Member',
    body: NewRegister.and(z.object({ asAt })),
    bodyLimit: LARGE_BODY_LIMIT,
    response: Preview,
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/registers': {
    summary: 'Create a register',
    handler: 'registers/create-register',
    allow: 'Member',
    reviews: 'registers',
    body: NewRegister.and(z.object({ autoPost: Flag.default(false) })),
    bodyLimit: LARGE_BODY_LIMIT,
    status: 201,
    response: Register,
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/registers/import/preview': {
    summary: 'The registers that these rows would create; writes nothing',
    handler: 'registers/preview-registers-import',
    allow: 'Member',
    body: z.object({ rows: ImportRows }),
    bodyLimit: LARGE_BODY_LIMIT,
    response: z.array(
      z.object({
        line: z.number(),
        action: z.enum(['create', 'duplicate', 'error']),
        /** How many; 0 for a row that can't be read. */
        entries: z.number(),
        errors: RowErrors,
      }),
    ),
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/registers/import': {
    summary: 'Create registers from rows; a repeat under the same id creates nothing and answers the same',
    handler: 'registers/import-registers',
    allow: 'Member',
    reviews: 'registers',
    body: z.object({ importId: Id, rows: ImportRows, skipErrors: Flag.default(false) }),
    bodyLimit: LARGE_BODY_LIMIT,
    status: 201,
    response: z.object({
      created: z.array(z.object({ line: z.number(), registerId: z.string() })),
      failed: z.array(z.object({ line: z.number(), errors: RowErrors })),
    }),
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'GET /v1/entities/{entityId}/registers/{registerId}': {
    summary: 'A register with its entries and figures as at a day',
    handler: 'registers/get-register',
    allow: 'Guest',
    query: z.object({ asAt }),
    response: Register,
    refuses: [],
    uses: ['table:read'],
  },
  'PUT /v1/entities/{entityId}/registers/{registerId}': {
    summary: 'Change a register; a posted entry stays as it is',
    handler: 'registers/change-register',
    allow: 'Member',
    reviews: 'registers',
    body: z.object({
      name: Text,
      facts: FactsOfKind,
      accounts: Accounts.default({}),
      postFrom: DateText.nullable(),
      autoPost: Flag,
      revision,
    }),
    bodyLimit: LARGE_BODY_LIMIT,
    response: Register,
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/changes/preview': {
    summary: 'The journals after a change; writes nothing',
    handler: 'registers/preview-change',
    allow: 'Member',
    body: AnyChange.and(z.object({ asAt })),
    response: Preview.extend({ revision: z.string() }),
    refuses: ['invalid', 'conflict'],
    uses: ['table:read'],
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/changes': {
    summary: 'Record a change of a register',
    handler: 'registers/record-change',
    allow: 'Member',
    reviews: 'registers',
    body: AnyChange.and(z.object({ revision })),
    status: 201,
    response: Register,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'DELETE /v1/entities/{entityId}/registers/{registerId}/changes/{number}': {
    summary: 'Delete a change of a register',
    handler: 'registers/delete-change',
    allow: 'Admin',
    reviews: 'registers',
    refuses: ['not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/sync': {
    summary: 'Post entries of a register, each exactly once',
    handler: 'registers/sync-register',
    allow: 'Member',
    reviews: 'registers',
    body: z.object({
      numbers: z
        .array(z.int('Please provide whole numbers.'), 'Please choose entries.')
        .min(1, 'Please choose an entry.')
        .max(50, 'Please choose at most 50 entries.'),
    }),
    response: z.object({ entries: z.array(RegisterEntry), errors: z.array(SyncError) }),
    isCritical: true,
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/registers/sync': {
    summary:
      'Post the open entries of registers dated on or before a day; a repeat goes on with what is left',
    handler: 'registers/sync-registers',
    allow: 'Member',
    reviews: 'registers',
    body: z.object({
      registerIds: z
        .array(Id, 'Please choose registers.')
        .min(1, 'Please choose a register.')
        .max(500, 'Please choose at most 500 registers.'),
      through: DateText,
    }),
    response: z.object({
      registers: z.array(
        z.object({ registerId: z.string(), entries: z.array(RegisterEntry), errors: z.array(SyncError) }),
      ),
    }),
    isCritical: true,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/entries/{number}/reversal': {
    summary: 'Take an entry back: void its journal, or post one of opposite signs',
    handler: 'registers/reverse-entry',
    allow: 'Admin',
    reviews: 'registers',
    body: z.discriminatedUnion(
      'mode',
      [z.object({ mode: z.literal('void') }), z.object({ mode: z.literal('mirror'), date: DateText })],
      'Please choose void or mirror.',
    ),
    response: Register,
    isCritical: true,
    refuses: ['not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/entries/{number}/acceptance': {
    summary: 'Accept the journal of an entry that was changed or voided in Xero as it is',
    handler: 'registers/accept-entry',
    allow: 'Member',
    reviews: 'registers',
    body: Acceptance,
    refuses: ['not-found', 'conflict'],
    uses: ['table:write'],
  },
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/spreads': {
    summary: 'The spreads that a contract offers: its premium, or its borrowing costs',
    handler: 'registers/propose-spreads',
    allow: 'Guest',
    response: z.object({
      spreads: z.array(z.object({ name: z.string(), facts: REGISTER_SCHEMAS.spread.facts })),
    }),
    refuses: [],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/archive': {
    summary: 'Archive a register, or restore it; what is in Xero stays there',
    handler: 'registers/archive-register',
    allow: 'Member',
    reviews: 'registers',
    body: z.object({ archive: Flag }),
    response: Register,
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'DELETE /v1/entities/{entityId}/registers/{registerId}': {
    summary: 'Delete a register; what is in Xero stays there',
    handler: 'registers/delete-register',
    allow: 'Member',
    reviews: 'registers',
    refuses: ['conflict'],
    uses: ['xero', 'files:delete'],
  },
});

export type RegisterEntryView = z.input<typeof RegisterEntry>;
export type PreviewedEntryView = z.input<typeof Entry>;
export type RegisterSummaryView = z.input<typeof RegisterSummary>;
export type EntriesSynced = {
  readonly entries: RegisterEntryView[];
  readonly errors: z.input<typeof SyncError>[];
};
export type RegisterView = z.input<typeof Register>;
export type RegisterPreview = z.input<typeof Preview>;
