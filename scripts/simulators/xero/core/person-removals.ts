/** The acts of people on payments, bills and transfers. */
import { find, list, write, type Books } from './books.ts';
import { standingPayments, type Entered } from './invoices.ts';
import type { InvoiceRecord, PaymentRecord } from './records.ts';
import { lockErrors } from './rules.ts';

export const PERSON_ACTIONS = ['delete', 'void', 'reconcile', 'unreconcile', 'edit'] as const;
export type PersonAction = (typeof PERSON_ACTIONS)[number];

type Done = Entered<{ readonly id: string; readonly status: string }>;

/** Deletes or reconciles a payment. A batch is one bank line: all of its payments are reconciled together. */
export function actOnPayment(books: Books, payment: PaymentRecord, action: PersonAction): Done {
  const { id, status, isReconciled, batchPaymentId, date } = payment;
  if (action === 'edit') return { error: 'A payment cannot be edited.' };
  if (status === 'DELETED') return { error: 'This payment has been deleted.' };
  const updatedAt = books.now;
  if (action === 'reconcile' || action === 'unreconcile') {
    const changes = { isReconciled: action === 'reconcile', updatedAt };
    const batch = batchPaymentId === null ? undefined : find(books, 'batchPayments', batchPaymentId);
    if (batch !== undefined) write(books, 'batchPayments', batch.id, { ...batch, ...changes });
    const together = list(books, 'payments').filter(
      (each) => each.id === id || (batch !== undefined && each.batchPaymentId === batch.id),
    );
    for (const each of together) write(books, 'payments', each.id, { ...each, ...changes });
    return { id, status };
  }
  if (isReconciled) {
    return { error: 'This payment cannot be deleted as it has been reconciled with a Bank Statement.' };
  }
  const [locked] = lockErrors(books, date);
  if (locked !== undefined) return { error: locked };
  write(books, 'payments', id, { ...payment, status: 'DELETED', updatedAt });
  return { id, status: 'DELETED' };
}

/** Voids a bill that has no payments any more. */
export function actOnInvoice(books: Books, invoice: InvoiceRecord, action: PersonAction): Done {
  const { id, status } = invoice;
  if (action !== 'delete' && action !== 'void') return { error: `A bill has no ${action}.` };
  if (status === 'VOIDED') return { error: 'This bill has been voided.' };
  if (standingPayments(list(books, 'payments'), invoice).length > 0)
    return { error: 'A bill with payments cannot be voided.' };
  const [locked] = lockErrors(books, invoice.date);
  if (locked !== undefined) return { error: locked };
  write(books, 'invoices', id, { ...invoice, status: 'VOIDED', updatedAt: books.now });
  return { id, status: 'VOIDED' };
}

/** Deletes a transfer with both of its sides. */
export function deleteTransfer(books: Books, transferId: string): Done {
  const transfer = find(books, 'bankTransfers', transferId);
  const sides = list(books, 'bankTransactions').filter((each) => each.bankTransferId === transferId);
  if (transfer?.status !== 'AUTHORISED') return { error: 'This transfer has been deleted.' };
  if (sides.some(({ isReconciled }) => isReconciled)) {
    return { error: 'This transfer cannot be deleted as it has been reconciled with a Bank Statement.' };
  }
  const [locked] = lockErrors(books, transfer.date);
  if (locked !== undefined) return { error: locked };
  const removed = { status: 'DELETED', updatedAt: books.now } as const;
  for (const side of sides) write(books, 'bankTransactions', side.id, { ...side, ...removed });
  write(books, 'bankTransfers', transferId, { ...transfer, ...removed });
  return { id: transferId, status: removed.status };
}
