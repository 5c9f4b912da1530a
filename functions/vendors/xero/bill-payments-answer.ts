/** Parses Xero's answer about the payments of bills. */
import * as z from 'zod';
import { optionalText } from './answer-parts.ts';
import { Amount, dateOf, Lacking, lenient, type LenientList, paging, toCents } from './document-answers.ts';
import type { BillPayment } from '../../services/xero/port.ts';

const Bill = z.looseObject({
  InvoiceID: optionalText,
  InvoiceNumber: optionalText,
  Contact: z.looseObject({ Name: z.string().nullish() }).nullish(),
});

const Payment = z.looseObject({
  PaymentID: z.string(),
  Date: z.string().nullish(),
  DateString: z.string().nullish(),
  Amount,
  BankAmount: Amount,
  IsReconciled: z.boolean().nullish(),
  Account: z.looseObject({ AccountID: optionalText }),
  Invoice: Bill.nullish(),
  BatchPaymentID: optionalText,
  /** Without a readable total, the batch is the sum of its payments. */
  BatchPayment: z.looseObject({ BatchPaymentID: optionalText, TotalAmount: Amount.catch(null) }).nullish(),
});

const payment = lenient('PaymentID', Payment, (found): BillPayment => {
  const batchId = found.BatchPaymentID ?? found.BatchPayment?.BatchPaymentID ?? null;
  const batchTotal = found.BatchPayment?.TotalAmount ?? null;
  const amount = found.BankAmount ?? found.Amount ?? null;
  if (amount === null) throw new Lacking('It has no amount.');
  return {
    id: found.PaymentID,
    date: dateOf(found),
    bankAccountId: found.Account.AccountID,
    total: toCents(amount),
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
