/** The wire shapes of the ledger check. Amounts are dollars; debits are positive. */
import * as z from 'zod';
import { CAUSE_KINDS, CHECK_OBSTACLES } from '../../domain/ledger/ledger-check.ts';
import { LIABILITY_ROLES } from '../../domain/ledger/schedule-books.ts';
import { BALANCE_ROLES } from '../../domain/registers/register-kind.ts';
import { AccountId, DateText, Id, listOf, Money, text } from './wire.ts';

/** A transaction from outside Paydown. */
const Transaction = z.object({
  date: z.string(),
  text: z.string(),
  /** Xero's type, `MANUAL-JOURNAL`, or `BILL` for the payment of a bill that may be on the account. */
  type: z.string(),
  /** On the account, in dollars; null for a bill. */
  amount: z.number().nullable(),
  url: z.string(),
});

const Cause = z.object({
  kind: z.enum(CAUSE_KINDS),
  amount: z.number(),
  text: z.string(),
  /** The text without the effect on the account, which is `$1,000.00 too high`: one cause may affect several accounts. */
  summary: z.string(),
  effect: z.string(),
  paymentIds: z.array(Id).optional(),
  /** In the order of `paymentIds`. */
  paymentNumbers: z.array(z.number()).optional(),
  eventIds: z.array(Id).optional(),
  scheduleId: Id.optional(),
  registerId: Id.optional(),
  /** The entries of the register. */
  entryNumbers: z.array(z.number()).optional(),
  transactions: z.array(Transaction).optional(),
});

const AccountRow = z.object({
  /** Null while no account is mapped. */
  accountId: z.string().nullable(),
  code: z.string(),
  name: z.string(),
  role: z.enum([...LIABILITY_ROLES, ...BALANCE_ROLES]),
  /** Null without an answer of Xero's, as is the difference. */
  xero: z.number().nullable(),
  posted: z.number(),
  contract: z.number(),
  difference: z.number().nullable(),
  /** `$1,000.00 too high`; empty where the account agrees. */
  text: z.string(),
  causes: z.array(Cause),
  /** The loans that are kept on the account. */
  scheduleIds: z.array(Id),
  /** The registers that are kept on the account. */
  registerIds: z.array(Id),
});

const ExpenseRow = z.object({
  accountId: z.string(),
  code: z.string(),
  name: z.string(),
  role: z.enum(['interestExpense', 'administrationFee']),
  xero: z.number(),
});

export const LedgerCheck = z.object({
  date: z.string(),
  /** An instant, ISO 8601. */
  checkedAt: z.string(),
  status: z.enum(['agrees', 'differs', 'unknown']),
  /** Why there is no answer; null with one. */
  message: z.string().nullable(),
  accounts: z.array(AccountRow),
  /** The interest and fee accounts over the twelve months up to the date; empty where they were not read. */
  expenses: z.array(ExpenseRow),
});

/** A check of all linked entities. */
export const LedgerRunSummary = z.object({
  checkId: Id,
  date: z.string(),
  /** An instant, ISO 8601. */
  startedAt: z.string(),
  /** The name of the user who began it. */
  startedBy: z.string(),
});

export const LedgerRun = z.object({
  ...LedgerRunSummary.shape,
  total: z.number(),
  done: z.number(),
  entities: z.array(
    z.object({
      entityId: Id,
      name: z.string(),
      status: z.enum(['waiting', 'agrees', 'differs', 'unknown']),
      /** The accounts' differences without their signs, beside the reconciling items; null without an answer of Xero's. */
      difference: z.number().nullable(),
      /** Why the status is unknown. */
      obstacle: z.enum(CHECK_OBSTACLES).nullable(),
      /** The obstacle as a sentence; null without one. */
      message: z.string().nullable(),
      signedOffBy: z.string().nullable(),
      /** An instant, ISO 8601. */
      signedOffAt: z.string().nullable(),
    }),
  ),
});

const NO_NOTE = 'Please say what the amount is.';

const Item = z.object({
  accountId: AccountId,
  amount: Money,
  note: text(NO_NOTE),
  /** The last day on which it counts; null for no end. */
  until: DateText.nullable(),
});

export const MAX_ITEMS = 100;

export const ReconcilingItems = z.object({
  items: listOf(Item, {
    missing: 'Please provide the items.',
    most: MAX_ITEMS,
    tooMany: `Please keep at most ${MAX_ITEMS} items.`,
  }),
});
