/** Entities: the businesses that hold contracts. */
import * as z from 'zod';
import { CHECK_OBSTACLES } from '../../domain/ledger/ledger-check.ts';
import { JUNE_30 } from '../../domain/years.ts';
import { defineRoutes } from './route.ts';
import { Flag, Id, listOf, Paging, Text } from './wire.ts';

/** The day on which financial years end; 28 and 29 February both mean the last day of February. */
const FinancialYearEnd = z.object(
  {
    month: z.int('Please provide a month.').min(1).max(12, 'Please provide a month from 1 to 12.'),
    day: z.int('Please provide a day.').min(1).max(31, 'Please provide a day of the month.'),
  },
  'Please provide the month and the day on which the financial year ends.',
);

const NewEntity = z.object({ name: Text, financialYearEnd: FinancialYearEnd.default({ ...JUNE_30 }) });

const EntityChanges = z
  .object({
    name: Text.optional(),
    financialYearEnd: FinancialYearEnd.optional(),
    /** A user of the organisation; null for none. */
    responsibleUserId: Id.nullable().optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    path: ['name'],
    message: 'Please provide a name.',
  });

export const Entity = z.object({
  id: Id,
  name: z.string(),
  /** Dollars, as at today, for unarchived schedules. */
  totalBorrowing: z.number(),
  totalOutstanding: z.number(),
  currentMonthPaymentTotal: z.number(),
  schedulesCount: z.number(),
  hasXeroLink: z.boolean(),
  xeroEntityName: z.string().nullable(),
  xeroEntityShortCode: z.string().nullable(),
  chartOfAccountsUrl: z.string().nullable(),
  financialYearEnd: FinancialYearEnd,
  /** The accounts in Xero that its next schedules are offered, where the user asked to remember them. */
  defaultAccounts: z
    .object({
      bankAccountId: z.string(),
      interestExpenseAccountId: z.string(),
      administrationFeeId: z.string(),
    })
    .nullable(),
  /** The accounts and tax types of its last purchase, by kind of charge, `asset`, `trade-in`, `payout` and `deposit`. */
  purchaseAccounts: z
    .record(z.string(), z.object({ accountId: z.string(), taxType: z.string().optional() }))
    .nullable(),
});

export const ListedEntity = Entity.extend({
  /** `incomplete`: loans with payments to come are not set up; `disconnected`: the authorisation is lost. */
  xeroState: z.enum(['not-linked', 'disconnected', 'incomplete', 'ready']),
  /** Payments that are due and not in Xero, with their amount in dollars. */
  toPost: z.object({ count: z.number(), amount: z.number() }),
  /** The ledger check of the latest date. */
  lastCheck: z
    .object({
      date: z.string(),
      /** An instant, ISO 8601. */
      checkedAt: z.string(),
      status: z.enum(['agrees', 'differs', 'unknown']),
      /** Why the status is unknown. */
      obstacle: z.enum(CHECK_OBSTACLES).nullable(),
      /** The accounts' differences without their signs; null where it is unknown. */
      difference: z.number().nullable(),
    })
    .nullable(),
  /** The first balloon to come. */
  nextBalloon: z.object({ scheduleId: Id, date: z.string(), amount: z.number() }).nullable(),
  responsible: z.object({ userId: Id, name: z.string() }).nullable(),
});

export const Migration = z.object({
  entities: listOf(Id, {
    missing: 'Please choose entities.',
    most: 1000,
    tooMany: 'Please choose at most 1,000 entities.',
  }).refine(({ length }) => length > 0, 'Please choose an entity.'),
  targetTenantId: Id,
  /** Moves schedules into the target's entity of the same name. */
  mergeConflicts: Flag.default(false),
});

/** The moved entities, and those refused, with the reason. */
export const MigrationReport = z.object({
  entities: z.array(Id),
  errors: z.array(z.object({ id: Id, message: z.string() })),
});

export const entityRoutes = defineRoutes({
  'GET /v1/entities': {
    summary: 'The organisation’s entities by name, all or those whose name holds a text',
    handler: 'entities/list-entities',
    allow: 'Guest',
    kind: 'list',
    query: Paging.extend({ query: z.string().trim().max(255).optional() }),
    response: z.array(ListedEntity),
    refuses: ['conflict'],
    uses: ['table:read'],
  },
  'POST /v1/entities': {
    summary: 'Create an entity',
    handler: 'entities/create-entity',
    allow: 'Member',
    body: NewEntity,
    status: 201,
    response: Entity,
    refuses: ['conflict'],
    uses: ['table:write'],
  },
  'GET /v1/entities/{entityId}': {
    summary: 'One entity with its figures as at today',
    handler: 'entities/get-entity',
    allow: 'Guest',
    response: Entity,
    refuses: ['conflict'],
    uses: ['table:read'],
  },
  'PATCH /v1/entities/{entityId}': {
    summary: 'Change the name of an entity, the end of its financial years or who is responsible for it',
    handler: 'entities/change-entity',
    allow: 'Member',
    body: EntityChanges,
    response: Entity,
    refuses: ['not-found', 'conflict'],
    uses: ['table:write'],
  },
  'DELETE /v1/entities/{entityId}': {
    summary: 'Delete an entity with its schedules; what is in Xero stays there',
    handler: 'entities/delete-entity',
    allow: 'Member',
    stepUp: true,
    refuses: ['conflict'],
    uses: ['xero', 'files:delete'],
  },
  'POST /v1/entities/migrate': {
    summary: 'Move entities, with all that is in them, to another organisation of the caller’s',
    handler: 'entities/migrate-entities',
    allow: 'Admin',
    stepUp: true,
    body: Migration,
    response: MigrationReport,
    refuses: ['invalid', 'not-found', 'forbidden', 'conflict'],
    uses: ['xero'],
  },
});
