/** The general ledger that follows from an organisation's documents. */
import { netCents, totalsOf } from './amounts.ts';
import { find, list, type Books } from './books.ts';
import { baseCents } from './invoices.ts';
import type { InvoiceRecord } from './records.ts';

/** One posting to an account. Debits are positive. */
export interface Movement {
  readonly accountId: string;
  readonly date: string;
  readonly cents: number;
  readonly source: 'bankTransaction' | 'manualJournal' | 'invoice' | 'payment';
}

/** Returns the movements of standing documents. Tax goes to the GST account, a difference of rates to Rounding. */
export function movementsOf(books: Books): readonly Movement[] {
  const movements: Movement[] = [];
  const systemAccounts = new Map(list(books, 'accounts').map(({ systemAccount, id }) => [systemAccount, id]));
  const system = (name: string): string => systemAccounts.get(name) ?? name;
  const gst = system('GST');
  const debtors = ({ type }: InvoiceRecord): string => system(type === 'ACCPAY' ? 'CREDITORS' : 'DEBTORS');
  const add = (accountId: string, cents: number, { date, source }: Pick<Movement, 'date' | 'source'>) => {
    if (cents !== 0) movements.push({ accountId, cents, date, source });
  };

  for (const transaction of list(books, 'bankTransactions')) {
    const { status, type, date, bankAccountId, lines, lineAmountTypes } = transaction;
    if (status !== 'AUTHORISED') continue;
    const entry = { date, source: 'bankTransaction' } as const;
    const side = type.startsWith('SPEND') ? 1 : -1;
    const { tax, total } = totalsOf(lines, lineAmountTypes);
    add(bankAccountId, -side * total, entry);
    // Each side of a transfer moves its own bank account.
    if (transaction.bankTransferId !== undefined) continue;
    for (const line of lines) add(line.accountId, side * netCents(line, lineAmountTypes), entry);
    add(gst, side * tax, entry);
  }
  for (const invoice of list(books, 'invoices')) {
    if (invoice.status !== 'AUTHORISED') continue;
    const entry = { date: invoice.date, source: 'invoice' } as const;
    const side = invoice.type === 'ACCPAY' ? 1 : -1;
    const nets = invoice.lines.map((line) => ({
      accountId: line.accountId,
      cents: baseCents(netCents(line, invoice.lineAmountTypes), invoice),
    }));
    const tax = baseCents(totalsOf(invoice.lines, invoice.lineAmountTypes).tax, invoice);
    for (const { accountId, cents } of nets) add(accountId, side * cents, entry);
    add(gst, side * tax, entry);
    add(debtors(invoice), -side * nets.reduce((sum, { cents }) => sum + cents, tax), entry);
  }
  for (const { status, date, invoiceId, bankAccountId, cents, bankCents } of list(books, 'payments')) {
    const invoice = find(books, 'invoices', invoiceId);
    if (status !== 'AUTHORISED' || invoice === undefined) continue;
    const entry = { date, source: 'payment' } as const;
    const side = invoice.type === 'ACCPAY' ? 1 : -1;
    const base = baseCents(cents, invoice);
    add(debtors(invoice), side * base, entry);
    add(bankAccountId, -side * bankCents, entry);
    add(system('ROUNDING'), side * (bankCents - base), entry);
  }
  for (const { status, date, lines, lineAmountTypes } of list(books, 'manualJournals')) {
    if (status !== 'POSTED') continue;
    const entry = { date, source: 'manualJournal' } as const;
    for (const line of lines) add(line.accountId, netCents(line, lineAmountTypes), entry);
    add(gst, totalsOf(lines, lineAmountTypes).tax, entry);
  }
  return movements;
}

/** Sums movements by account id, in cents. Accounts without a movement are absent. */
export function sumByAccount(movements: readonly Movement[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { accountId, cents } of movements) totals.set(accountId, (totals.get(accountId) ?? 0) + cents);
  return totals;
}

/** Returns the balance of each account in cents. */
export function balances(books: Books): ReadonlyMap<string, number> {
  return sumByAccount(movementsOf(books));
}
