/** The stored records of an organisation's books. Amounts are integer cents, dates `YYYY-MM-DD`, instants ms. */
import * as z from 'zod';

export type AccountClass = 'ASSET' | 'EQUITY' | 'EXPENSE' | 'LIABILITY' | 'REVENUE';
export type LineAmountTypes = 'NoTax' | 'Inclusive' | 'Exclusive';

interface BookRecord {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface AccountRecord extends BookRecord {
  readonly code: string | null;
  readonly name: string;
  readonly type: string;
  readonly class: AccountClass;
  readonly taxType: string;
  readonly status: 'ACTIVE' | 'ARCHIVED';
  readonly systemAccount: string | null;
  readonly description: string;
  /** Bank accounts only. */
  readonly bank: { readonly number: string; readonly currency: string } | null;
}

export interface ContactRecord extends BookRecord {
  readonly name: string;
  readonly status: 'ACTIVE' | 'ARCHIVED';
  /** The contact that this one was merged into. */
  readonly mergedToContactId?: string;
}

/** `cents` is the line amount as sent: with tax if the document is Inclusive, else without. */
export interface DocumentLine {
  readonly description: string;
  readonly accountId: string;
  readonly taxType: string;
  readonly cents: number;
  readonly taxCents: number;
}

export interface TransactionLine extends DocumentLine {
  readonly lineItemId: string;
  readonly quantity: number;
  readonly unitAmount: number;
}

export interface BankTransactionRecord extends BookRecord {
  readonly type: 'SPEND' | 'RECEIVE';
  readonly contactId: string;
  readonly bankAccountId: string;
  readonly date: string;
  readonly reference: string;
  readonly lineAmountTypes: LineAmountTypes;
  readonly status: 'AUTHORISED' | 'DELETED';
  readonly isReconciled: boolean;
  readonly currency: string;
  /** The link back to the app's own document. */
  readonly url?: string | undefined;
  readonly lines: readonly TransactionLine[];
}

export interface JournalRecord extends BookRecord {
  readonly narration: string;
  readonly date: string;
  readonly lineAmountTypes: LineAmountTypes;
  readonly status: 'POSTED' | 'VOIDED';
  readonly showOnCashBasisReports: boolean;
  readonly url?: string | undefined;
  readonly lines: readonly DocumentLine[];
}

/** Readings of Xero that its documentation leaves open. The product must be right under every one of them. */
export const Behaviour = z.strictObject({
  /** `nothing`: a filter by Reference matches no document, without an error. */
  referenceFilter: z.enum(['exact', 'nothing']),
  /** Idempotency keys belong to the app, or to the access token of their first call. */
  idempotencyScope: z.enum(['app', 'token']),
  /** `code`: lines of documents need AccountCode; AccountID is ignored, as unknown fields are. */
  lineAccount: z.enum(['id', 'code']),
  /** Calls a day per organisation: 1,000 for apps on the starter tier, 5,000 above. */
  dayLimit: z.union([z.literal(1000), z.literal(5000)]),
  /** `partial`: the valid elements of a batch that is answered with 400 are saved; `atomic`: none is. */
  batchRefusal: z.enum(['atomic', 'partial']),
  /** A repeat under a key whose first call is still running `waits` for its answer, or `runs` as a call of its own. */
  inFlightKey: z.enum(['waits', 'runs']),
  /** `documented`: the key actions of Xero's example only, without CreateManualJournal. */
  actions: z.enum(['all', 'documented']),
  /** Milliseconds that each document of a batch takes. The batch appears at the end of its call. */
  batchMs: z.number().nonnegative(),
  /** Milliseconds of the window that allows 60 calls: Xero's minute, or longer where a slow machine makes the calls. */
  minuteMs: z.number().positive(),
});
export type Behaviour = z.infer<typeof Behaviour>;

/** Rules of faults: a POST replaces all of them and restarts their random numbers. */
export const FaultRules = z.strictObject({
  rules: z.array(
    z.strictObject({
      method: z.string().optional(),
      path: z.string().optional(),
      probability: z.number().min(0).max(1).optional(),
      times: z.number().int().positive().optional(),
      kind: z.enum([
        'status',
        'drop-before',
        'drop-after',
        'commit-late',
        'stale-search',
        'delay',
        'garbage',
        'revoke',
        'refuse-last',
      ]),
      status: z.number().int().min(400).max(599).optional(),
      retryAfter: z.number().nonnegative().optional(),
      delayMs: z.number().nonnegative().optional(),
      /** Stores a `status` answer under the request's idempotency key, as Xero stores its internal errors. */
      cached: z.boolean().optional(),
    }),
  ),
  seed: z.number().int().optional(),
});
export type FaultRule = z.infer<typeof FaultRules>['rules'][number];
