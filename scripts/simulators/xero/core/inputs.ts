/** The fields that the simulator reads from request bodies. Unknown fields are ignored, as Xero ignores them. */
import * as z from 'zod';

/** Xero accepts numbers written as text. */
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullish()
  .transform((value) => value ?? undefined)
  .optional();

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)
  .optional();

const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
  .nullish()
  .transform((value) => value ?? undefined)
  .optional();

const reference = z
  .looseObject({ AccountID: text, ContactID: text, Code: text, Name: text })
  .nullish()
  .transform((value) => value ?? undefined)
  .optional();

const line = {
  Description: text,
  AccountID: text,
  AccountCode: text,
  TaxType: text,
  TaxAmount: number,
  LineAmount: number,
};

const TransactionLineInput = z.looseObject({
  ...line,
  LineItemID: text,
  Quantity: number,
  UnitAmount: number,
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
