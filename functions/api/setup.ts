/** Setting up loans in Xero: accounts, settings and opening balances of one loan or of many at once. */
import * as z from 'zod';
import { LIABILITY_MODES, MAX_SETUP_LOANS } from '../../domain/accounts/setup-plan.ts';
import { NEW_ACCOUNT_TYPES } from '../../domain/accounts/new-account.ts';
import { defineRoutes } from './route.ts';
import { PurchaseRevision } from './purchase.ts';
import { ChosenTracking, LineTracking } from './tracking.ts';
import { ContractFields } from './terms.ts';
import { AccountId, DateText, Flag, Id, listOf } from './wire.ts';

const Liability = z.enum(LIABILITY_MODES, `Please choose from ${LIABILITY_MODES.join(', ')}.`);

const SetupRequest = z
  .object({
    scheduleIds: listOf(Id, {
      missing: 'Please choose schedules.',
      most: MAX_SETUP_LOANS,
      tooMany: `Please choose at most ${MAX_SETUP_LOANS} schedules.`,
    }).refine(({ length }) => length > 0, 'Please choose schedules.'),
    bankAccountId: AccountId,
    interestExpenseAccountId: AccountId,
    administrationFeeId: AccountId,
    /**
     * `each`: four accounts a loan; `shared`: four for all; `net`: one account a loan. Absent: `net` for loans and premium
     * funding, else `each`.
     */
    liability: Liability.optional(),
    /**
     * Balances are opened as at the date, later loans at their start, against the account. They hold what falls on the
     * date, unless `includesDate` is false or the date is the loan's start. The account may be absent where each loan
     * has a purchase or names its own.
     */
    opening: z
      .object({ date: DateText, accountId: AccountId.optional(), includesDate: Flag.optional() })
      .nullable(),
    autoSync: Flag,
    /** The own choice of tracking of all loans; absent: none of their own. */
    tracking: ChosenTracking.nullable().optional(),
    /** The choices for one loan, in place of the call's. */
    loans: z
      .array(
        z.object({
          scheduleId: Id,
          liability: Liability.optional(),
          bankAccountId: AccountId.optional(),
          /** The account that balances its opening journal. */
          openingAccountId: AccountId.optional(),
          lender: ContractFields.lender.optional(),
          tracking: ChosenTracking.nullable().optional(),
          /** That of the preview's journal: the lines of another purchase are refused. */
          purchaseRevision: PurchaseRevision.optional(),
        }),
      )
      .max(MAX_SETUP_LOANS, `Please choose at most ${MAX_SETUP_LOANS} schedules.`)
      .default([]),
  })
  .superRefine(({ scheduleIds, loans }, context) => {
    for (const [index, { scheduleId }] of loans.entries()) {
      const isFirst = loans.findIndex((loan) => loan.scheduleId === scheduleId) === index;
      if (isFirst && scheduleIds.includes(scheduleId)) continue;
      const message = isFirst
        ? 'Please choose one of the schedules of the call.'
        : 'Please name each schedule once.';
      context.addIssue({ code: 'custom', path: ['loans', index, 'scheduleId'], message });
    }
  });

const Problem = { code: z.string(), message: z.string() };

const SetupPreview = z.object({
  accounts: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      type: z.enum(NEW_ACCOUNT_TYPES),
      scheduleIds: z.array(Id),
    }),
  ),
  journals: z.array(
    z.object({
      scheduleId: Id,
      date: z.string(),
      includesDate: z.boolean(),
      /** Whether a payment is due on the date, so that `includesDate` decides on it. */
      asksForDate: z.boolean(),
      /** Of the purchase that gives the lines, '' for none; null for a loan that is opened after its start. */
      purchaseRevision: z.string().nullable(),
      lines: z.array(
        z.object({
          /** An account of Xero's chart. */
          accountId: z.string().optional(),
          /** An account that is created. */
          code: z.string().optional(),
          description: z.string(),
          /** Dollars: positive debits, negative credits. */
          amount: z.number(),
          tracking: LineTracking,
        }),
      ),
    }),
  ),
  /** The payments due up to today, which can be posted as soon as the loan is set up. */
  payments: z.array(
    z.object({ scheduleId: Id, count: z.number(), first: z.string(), last: z.string(), total: z.number() }),
  ),
  problems: z.array(z.object({ scheduleId: Id, ...Problem })),
  connections: z.object({ used: z.number(), needed: z.number(), max: z.number() }),
});

export const setupRoutes = defineRoutes({
  'POST /v1/entities/{entityId}/xero/setup/preview': {
    summary: 'The accounts and journals that setting loans up would create; writes nothing',
    handler: 'setup/preview-setup',
    allow: 'Member',
    body: SetupRequest,
    response: SetupPreview,
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/xero/setup': {
    summary: 'Set loans up in Xero, for 20 seconds; the same body again goes on',
    handler: 'setup/set-up-loans',
    allow: 'Member',
    body: SetupRequest,
    response: z.object({
      schedules: z.array(
        z.object({
          scheduleId: Id,
          status: z.enum(['ready', 'failed', 'waiting']),
          code: Problem.code.optional(),
          message: Problem.message.optional(),
        }),
      ),
    }),
    isCritical: true,
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
});

export type SetupRequest = z.output<typeof SetupRequest>;
