/** The fields that the simulator reads from request bodies. Unknown fields are ignored, as Xero ignores them. */
import * as z from 'zod';

/** A field may be absent or null. */
const optional = <Value>(schema: z.ZodType<Value>) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

const text = optional(z.string());

/** Xero accepts numbers and flags written as text. */
const digits = z.string().regex(/^-?\d+(\.\d+)?$/);
const number = optional(z.union([z.number(), digits.transform(Number)]));
const flag = optional(
  z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]),
);

const reference = optional(z.looseObject({ AccountID: text, ContactID: text, Code: text, Name: text }));

const TrackingInput = z.looseObject({
  TrackingCategoryID: text,
  TrackingOptionID: text,
  Name: text,
  Option: text,
});
export type TrackingInput = z.infer<typeof TrackingInput>;

const line = {
  Description: text,
  AccountID: text,
  AccountCode: text,
  TaxType: text,
  TaxAmount: number,
  LineAmount: number,
  Tracking: z.array(TrackingInput).nullish(),
};

const TransactionLineInput = z.looseObject({
  ...line,
  LineItemID: text,
  Quantity: number,
  UnitAmount: number,
  ItemCode: text,
});
export type TransactionLineInput = z.infer<typeof TransactionLineInput>;

export const BankTransactionInput = z.looseObject({
  BankTransactionID: text,
  Type: text,
  Contact: reference,
  BankAccount: reference,
  Date: text,
  Reference: text,
  LineAmountTypes: text,
  Status: text,
  IsReconciled: flag,
  CurrencyCode: text,
  SubTotal: number,
  TotalTax: number,
  Total: number,
  Url: text,
  LineItems: z.array(TransactionLineInput).nullish(),
});
export type BankTransactionInput = z.infer<typeof BankTransactionInput>;

const JournalLineInput = z.looseObject(line);
export type JournalLineInput = z.infer<typeof JournalLineInput>;

export const JournalInput = z.looseObject({
  ManualJournalID: text,
  ShowOnCashBasisReports: flag,
  Narration: text,
  Date: text,
  LineAmountTypes: text,
  Status: text,
  Url: text,
  JournalLines: z.array(JournalLineInput).nullish(),
});
export type JournalInput = z.infer<typeof JournalInput>;

export const AccountInput = z.looseObject({
  AccountID: text,
  Code: text,
  Name: text,
  Type: text,
  TaxType: text,
  Description: text,
  Status: text,
  BankAccountNumber: text,
  CurrencyCode: text,
});
export type AccountInput = z.infer<typeof AccountInput>;

export const ContactInput = z.looseObject({ ContactID: text, Name: text, ContactStatus: text });
export type ContactInput = z.infer<typeof ContactInput>;
