/** The stored records of an organisation's books. Amounts are integer cents, dates `YYYY-MM-DD`, instants ms. */
import * as z from 'zod';

export type AccountClass = 'ASSET' | 'EQUITY' | 'EXPENSE' | 'LIABILITY' | 'REVENUE';
export type LineAmountTypes = 'NoTax' | 'Inclusive' | 'Exclusive';

/** Shapes of documents that exist in real books (odd-documents.ts). */
export const ODD_KINDS = [
  'description-only-line',
  'no-line-amount',
  'no-lines',
  'no-contact',
  'empty-contact',
  'null-line-amount-types',
  'null-reconciled',
  'offset-date',
  'unknown-type',
  'foreign-currency',
  'no-total',
  'journal-without-lines',
  'journal-without-date',
  'blank-journal-line',
  'archived-journal',
  'draft-journal',
] as const;
export type OddKind = (typeof ODD_KINDS)[number];

interface BookRecord {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Part of the ordinary life of an organisation (ordinary-life.ts). */
  readonly isOrdinary?: true;
  /** The shape in which the app sees a document. */
  readonly odd?: OddKind;
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

interface TrackingOption {
  readonly id: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'ARCHIVED' | 'DELETED';
}

export interface TrackingCategoryRecord extends BookRecord {
  readonly name: string;
  readonly status: 'ACTIVE' | 'ARCHIVED' | 'DELETED';
  readonly options: readonly TrackingOption[];
}

/** One option of a category on a line. */
export interface LineTracking {
  readonly categoryId: string;
  readonly optionId: string;
}

/** `cents` is the line amount as sent: with tax if the document is Inclusive, else without. */
export interface DocumentLine {
  readonly description: string;
  readonly accountId: string;
  readonly taxType: string;
  readonly cents: number;
  readonly taxCents: number;
  readonly tracking: readonly LineTracking[];
}

export interface TransactionLine extends DocumentLine {
  readonly lineItemId: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly itemCode?: string | undefined;
}

/** Types that Xero's API accepts, those that it only shows, and one that its documentation lacks. */
export type TransactionType =
  | `${'SPEND' | 'RECEIVE'}${'' | '-OVERPAYMENT' | '-PREPAYMENT' | '-TRANSFER'}`
  | 'SPEND-CARD';

export interface BankTransactionRecord extends BookRecord {
  readonly type: TransactionType;
  /** Null for a transaction without a contact. */
  readonly contactId: string | null;
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
  /** The transfer that it is one side of. */
  readonly bankTransferId?: string;
  /** The id of an overpayment or prepayment, beside the transaction's own. */
  readonly creditId?: string;
}

/** A bill (ACCPAY) or a sales invoice (ACCREC). It counts as paid once its payments reach its total. */
export interface InvoiceRecord extends BookRecord {
  readonly type: 'ACCPAY' | 'ACCREC';
  readonly number: string;
  readonly contactId: string;
  readonly date: string;
  readonly lineAmountTypes: LineAmountTypes;
  readonly status: 'DRAFT' | 'AUTHORISED' | 'VOIDED';
  readonly currency: string;
  /** Units of its currency for one of the organisation's. */
  readonly currencyRate: number;
  readonly lines: readonly TransactionLine[];
}

/** A payment of an invoice: `cents` in the invoice's currency, `bankCents` in that of the bank account. */
export interface PaymentRecord extends BookRecord {
  readonly invoiceId: string;
  readonly batchPaymentId: string | null;
  readonly bankAccountId: string;
  readonly date: string;
  readonly reference: string;
  readonly cents: number;
  readonly bankCents: number;
  readonly status: 'AUTHORISED' | 'DELETED';
  readonly isReconciled: boolean;
}

/** Several bills paid by one bank line. Its total is that of its standing payments. */
export interface BatchPaymentRecord extends BookRecord {
  readonly bankAccountId: string;
  readonly date: string;
  readonly status: 'AUTHORISED' | 'DELETED';
  readonly isReconciled: boolean;
}

/** A transfer between bank accounts, whose sides are bank transactions. */
export interface BankTransferRecord extends BookRecord {
  readonly fromBankAccountId: string;
  readonly toBankAccountId: string;
  readonly fromTransactionId: string;
  readonly toTransactionId: string;
  readonly date: string;
  readonly reference: string;
  readonly cents: number;
  readonly status: 'AUTHORISED' | 'DELETED';
}

export interface JournalRecord extends BookRecord {
  readonly narration: string;
  readonly date: string;
  readonly lineAmountTypes: LineAmountTypes;
  readonly status: 'DRAFT' | 'POSTED' | 'VOIDED' | 'ARCHIVED';
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
  /** The body of a 403 by role: none, the words for a lost connection, or those that name the reporting role. */
  forbidden: z.enum(['empty', 'unsuccessful', 'reporting']),
  /** Whether the app gets a token of its own, by client credentials. */
  appToken: z.enum(['granted', 'refused']),
  /** An option that is not active: the line loses it, or the document is refused. */
  unknownTracking: z.enum(['dropped', 'refused']),
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
