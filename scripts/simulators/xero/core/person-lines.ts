/** Lines of documents on the control interface. */
import * as z from 'zod';

export const PersonLine = z.strictObject({
  accountId: z.string(),
  amount: z.number(),
  description: z.string().optional(),
  taxType: z.string().optional(),
  /** Changed by hand; computed if absent. */
  taxAmount: z.number().optional(),
  itemCode: z.string().optional(),
  quantity: z.number().positive().optional(),
  /** The names of an active option and of its category. */
  tracking: z.array(z.strictObject({ name: z.string(), option: z.string() })).optional(),
});
export type PersonLine = z.infer<typeof PersonLine>;

const trackingOf = ({ tracking }: PersonLine) =>
  tracking?.map(({ name, option }) => ({ Name: name, Option: option }));

/** Returns the line of a bank transaction or bill in Xero's names. */
export const transactionLine = (line: PersonLine, description = 'Entered in Xero') => ({
  Description: line.description ?? description,
  Quantity: line.quantity ?? 1,
  LineAmount: line.amount,
  AccountID: line.accountId,
  TaxType: line.taxType,
  TaxAmount: line.taxAmount,
  ItemCode: line.itemCode,
  Tracking: trackingOf(line),
});

export const journalLine = (line: PersonLine) => ({
  LineAmount: line.amount,
  AccountID: line.accountId,
  Description: line.description ?? '',
  TaxType: line.taxType,
  TaxAmount: line.taxAmount,
  Tracking: trackingOf(line),
});
