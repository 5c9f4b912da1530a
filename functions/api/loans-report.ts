/** Wire schema of the year-end pack. */
import * as z from 'zod';
import { Id } from './wire.ts';

const Part = z.object({ gross: z.number(), unexpired: z.number(), net: z.number() });
const Split = z.object({ current: Part, nonCurrent: Part });
const Maturity = z.object({ upTo1Year: z.number(), from1To5Years: z.number(), over5Years: z.number() });
/** The same without the unexpired interest; it adds up to the balance. */
const Carrying = Maturity;
const Movement = z.object({
  opening: z.number(),
  newLoans: z.number(),
  interest: z.number(),
  payments: z.number(),
  extraRepayments: z.number(),
  payouts: z.number(),
  adjustments: z.number(),
  closing: z.number(),
});
/** `year`: the calendar year in which the financial year ends. */
const YearAmount = z.object({ year: z.number(), amount: z.number() });

const PackLoan = z.object({
  entityId: Id,
  entityName: z.string(),
  scheduleId: Id,
  description: z.string(),
  lender: z.string().nullable(),
  contractNumber: z.string().nullable(),
  asset: z.string().nullable(),
  startDate: z.string(),
  endDate: z.string(),
  /** Nominal annual, percent. */
  interestRate: z.number(),
  status: z.enum(['active', 'paid-out', 'archived']),
  movement: Movement,
  split: Split,
  /** Undiscounted. */
  maturity: Maturity,
  carrying: Carrying,
  interestByYear: z.array(YearAmount),
  feesByYear: z.array(YearAmount),
  accruedInterest: z.number(),
  /** Due and not posted at the date. */
  overdue: z.number(),
  /** The amount owed to the lender: the closing balance, and the GST in charges where it was claimed up front. */
  owed: z.number(),
  /** As typed in from the lender's statement; `difference` is balance − owed. */
  statement: z
    .object({ balance: z.number(), difference: z.number(), reason: z.string().optional() })
    .nullable(),
  /** Why the year end is signed off without a statement; null where it is not. */
  unstatedReason: z.string().nullable(),
  /** The ledger's balance, where it was checked on the date. */
  ledger: z.object({ xero: z.number(), difference: z.number() }).nullable(),
  /** Sentences about the loan that a reviewer should read. */
  notes: z.array(z.string()),
});

const WorkingPaper = z.object({
  id: z.string(),
  title: z.string(),
  columns: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      kind: z.enum(['text', 'date', 'rate', 'year', 'tick', 'money']),
    }),
  ),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())),
});

const LeftOut = z.object({
  entityId: Id,
  entityName: z.string(),
  scheduleId: Id,
  description: z.string(),
  reason: z.string(),
});

/** `at`: an instant, ISO 8601. */
const SignedOff = z
  .object({ name: z.string(), at: z.string(), isOnlyMember: z.boolean().optional() })
  .nullable();

export const LoansReport = z.object({
  date: z.string(),
  from: z.string(),
  loans: z.array(PackLoan),
  /** The loans that are not in the pack, and why. */
  leftOut: z.array(LeftOut),
  /** The people who prepared and reviewed the year end, for each entity with loans in the pack. */
  signOffs: z.array(
    z.object({
      entityId: Id,
      entityName: z.string(),
      prepared: SignedOff,
      reviewed: SignedOff,
      /** The loans whose figures have changed since the review, with the last change by a user. */
      changes: z.array(
        z.object({
          scheduleId: Id,
          description: z.string(),
          text: z.string(),
          by: z.string().nullable(),
          at: z.string().nullable(),
        }),
      ),
    }),
  ),
  /** Each with the columns of its sheet; dates as YYYY-MM-DD, amounts in dollars, debits positive on accounts. */
  workingPapers: z.array(WorkingPaper),
  totals: z.object({
    overdue: z.number(),
    movement: Movement,
    split: Split,
    maturity: Maturity,
    carrying: Carrying,
  }),
});
