/** Parses Xero's answer about the payments of bills. */
import * as z from 'zod';
import { optionalText } from './answer-parts.ts';
import { type LenientList, dateOf, lenient, paging } from './document-answers.ts';
import type { BillPayment } from '../../services/xero/port.ts';

/** Xero writes the total of a batch as a number, or as a text. */
const Amount = z.union([z.number(), z.string().transform(Number)]).nullish();

const Bill = z.looseObject({
  InvoiceID: optionalText,
  InvoiceNumber: optionalText,
  Contact: z.looseObject({ Name: z.string().nullish() }).nullish(),
});

const Payment = z.looseObject({
  PaymentID: z.string(),
  Date: z.string().nullish(),
  DateString: z.string().nullish(),
  Amount: z.number(),
  BankAmount: z.number().nullish(),
  IsReconciled: z.boolean().nullish(),
  Account: z.looseObject({ AccountID: optionalText }),
  Invoice: Bill.nullish(),
  BatchPaymentID: optionalText,
  BatchPayment: z.looseObject({ BatchPaymentID: optionalText, TotalAmount: Amount }).nullish(),
});

const toCents = (amount: number): number => Math.round(amount * 100);

const payment = lenient('PaymentID', Payment, (found): BillPayment => {
  const batchId = found.BatchPaymentID ?? found.BatchPayment?.BatchPaymentID ?? null;
  const batchTotal = found.BatchPayment?.TotalAmount ?? null;
  return {
    id: found.PaymentID,
    date: dateOf(found),
    bankAccountId: found.Account.AccountID,
    total: toCents(found.BankAmount ?? found.Amount),
    reconciled: found.IsReconciled === true,
    invoiceId: found.Invoice?.InvoiceID ?? '',
    number: found.Invoice?.InvoiceNumber ?? '',
    contact: found.Invoice?.Contact?.Name ?? '',
    batch: batchId === null ? null : { id: batchId, total: batchTotal === null ? null : toCents(batchTotal) },
  };
});

export const billPaymentsAnswer = z
  .looseObject({ Payments: z.array(payment), ...paging })
  .transform(({ Payments: documents, pagination }): LenientList<BillPayment> => ({
    documents,
    pageCount: pagination?.pageCount ?? null,
  }));
