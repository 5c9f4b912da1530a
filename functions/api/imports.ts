/** Imports: many contracts at once, from a spreadsheet that the browser has read. */
import * as z from 'zod';
import { MAX_IMPORT_ROWS, MAX_TERM_PAIRS } from '../../domain/import/columns.ts';
import { defineRoutes } from './route.ts';
import { Flag, Id } from './wire.ts';

const Cell = z.string('Please provide a text.').max(2000, 'This cell is too long.').default('');

const Row = z.object({
  /** The row's number in the file. */
  /** At most the rows of a spreadsheet. */
  line: z
    .number('Please provide a number.')
    .int('Please provide a whole number.')
    .min(1, 'Please provide at least 1.')
    .max(1_048_576, 'Please provide at most 1,048,576.'),
  entity: Cell,
  name: Cell,
  loanAmount: Cell,
  startDate: Cell,
  frequency: Cell,
  firstPaymentOnStartDate: Cell,
  /** Empty: the usual date; the start date itself: in advance. */
  firstPaymentDate: Cell,
  paymentsAtMonthEnd: Cell,
  administrationFee: Cell,
  terms: z
    .array(z.object({ qty: Cell, amount: Cell }), 'Please provide the payments.')
    .max(MAX_TERM_PAIRS, `A row can have at most ${MAX_TERM_PAIRS} kinds of payments.`)
    .default([]),
  /** An amount, or a percentage of the loan such as `20 %`. */
  balloon: Cell,
  /** `with-last` or `period-later`; empty: a period later in advance, else with the last payment. */
  balloonDue: Cell,
  lender: Cell,
  contractNumber: Cell,
  asset: Cell,
  kind: Cell,
  /** Percent a year, compared with the rate of the terms. */
  contractRate: Cell,
  /** The charges of the whole contract, compared with those of the terms. */
  totalInterest: Cell,
  /** The end of the contract, compared with that of the terms. */
  endDate: Cell,
});

const Rows = z
  .array(Row, 'Please provide the rows.')
  .min(1, 'Please provide at least one row.')
  .max(MAX_IMPORT_ROWS, `An import can have at most ${MAX_IMPORT_ROWS} rows.`)
  .refine(
    (rows) => new Set(rows.map(({ line }) => line)).size === rows.length,
    'Each row needs its own line.',
  );

/** Messages by column: `loanAmount`, `terms.0.qty`. */
const CellErrors = z.record(z.string(), z.array(z.string()));

export const PreviewedRow = z.object({
  line: z.number(),
  action: z.enum(['create', 'duplicate', 'error']),
  /** Null where no entity has that name yet. */
  entityId: Id.nullable(),
  /** Nominal annual, percent; this and the next four are null where the row can't be read. */
  interestRate: z.number().nullable(),
  /** Of payment 1, the usual date included. */
  firstPaymentDate: z.string().nullable(),
  /** Dollars; 0 without one. */
  balloon: z.number().nullable(),
  endDate: z.string().nullable(),
  totalInterest: z.number().nullable(),
  errors: CellErrors,
  /** Warnings about a row that can be created, such as a contract rate that the terms don't give. */
  warnings: CellErrors,
});

export const NewImport = z.object({
  /** Chosen by the caller: a repeat with the same id creates nothing twice. */
  importId: Id,
  rows: Rows,
  /** Whether entities that aren't there yet are created. */
  createEntities: Flag.default(false),
  /** Whether the other rows are created when some can't be. */
  skipErrors: Flag.default(false),
});

export const ImportReport = z.object({
  created: z.array(z.object({ line: z.number(), entityId: Id, scheduleId: Id })),
  failed: z.array(z.object({ line: z.number(), errors: CellErrors })),
});

const ImportState = z.object({
  state: z.enum(['open', 'undoing', 'undone']),
  /** The schedules that it created and that an undo has still to delete; once undone, those that it left. */
  left: z.number(),
  /** The reason for which the last undo changed nothing; null without one. */
  refusal: z.string().nullable(),
});

export const importRoutes = defineRoutes({
  'POST /v1/imports/preview': {
    summary: 'The schedules that these rows would create; writes nothing',
    handler: 'imports/preview-import',
    allow: 'Member',
    atMost: 10,
    body: z.object({ rows: Rows }),
    response: z.array(PreviewedRow),
    refuses: [],
    uses: ['table:read'],
  },
  'POST /v1/imports': {
    summary: 'Create schedules from rows; a repeat under the same id goes on where the first one ended',
    handler: 'imports/create-import',
    allow: 'Member',
    atMost: 10,
    body: NewImport,
    status: 201,
    response: ImportReport,
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['table:write'],
  },
  'GET /v1/imports/{importId}': {
    summary: 'Whether an import was undone, and how many of its schedules are left',
    handler: 'imports/get-import',
    allow: 'Member',
    response: ImportState,
    refuses: [],
    uses: ['table:read'],
  },
  'DELETE /v1/imports/{importId}': {
    summary:
      'Undo an import within 24 hours, while nothing that it created was touched; a job undoes one of more than 500 rows',
    handler: 'imports/undo-import',
    allow: 'Member',
    atMost: 10,
    accepted: z.object({ state: z.literal('undoing'), left: z.number() }),
    queue: 'imports',
    refuses: ['conflict'],
    uses: ['table:write', 'queue'],
  },
});
