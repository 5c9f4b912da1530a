/** An organisation's books as the simulator keeps them. Amounts are integer cents, dates `YYYY-MM-DD`, instants ms. */

export type AccountClass = 'ASSET' | 'EQUITY' | 'EXPENSE' | 'LIABILITY' | 'REVENUE';
export type LineAmountTypes = 'NoTax' | 'Inclusive' | 'Exclusive';

interface Kept {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface AccountRecord extends Kept {
  readonly code: string | null;
  readonly name: string;
  readonly type: string;
  readonly class: AccountClass;
  readonly taxType: string;
  readonly status: 'ACTIVE' | 'ARCHIVED';
  readonly systemAccount: string | null;
  readonly description: string;
  /** Of bank accounts only. */
  readonly bank: { readonly number: string; readonly currency: string } | null;
}

export interface ContactRecord extends Kept {
  readonly name: string;
  readonly status: 'ACTIVE' | 'ARCHIVED';
}

/** `cents` is the line amount as written: with its tax if the document is Inclusive, else without. */
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

export interface BankTransactionRecord extends Kept {
  readonly type: 'SPEND' | 'RECEIVE';
  readonly contactId: string;
  readonly bankAccountId: string;
  readonly date: string;
  readonly reference: string;
  readonly lineAmountTypes: LineAmountTypes;
  readonly status: 'AUTHORISED' | 'DELETED';
  readonly isReconciled: boolean;
  readonly currency: string;
  readonly lines: readonly TransactionLine[];
}

export interface JournalRecord extends Kept {
  readonly narration: string;
  readonly date: string;
  readonly lineAmountTypes: LineAmountTypes;
  readonly status: 'DRAFT' | 'POSTED' | 'DELETED' | 'VOIDED';
  readonly lines: readonly DocumentLine[];
}
