/** What the documents of an organisation add up to. */
import { netCents, totalsOf } from './amounts.ts';
import { list, type Books } from './books.ts';

/** Each account's balance in cents by its id, debits positive; accounts never posted to are absent. */
export function balances(books: Books): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  const add = (accountId: string, cents: number) => {
    if (cents !== 0) totals.set(accountId, (totals.get(accountId) ?? 0) + cents);
  };
  const gst = list(books, 'accounts').find((account) => account.systemAccount === 'GST')?.id ?? 'GST';

  for (const { status, type, bankAccountId, lines, lineAmountTypes } of list(books, 'bankTransactions')) {
    if (status !== 'AUTHORISED') continue;
    const side = type === 'SPEND' ? 1 : -1;
    const { tax, total } = totalsOf(lines, lineAmountTypes);
    for (const line of lines) add(line.accountId, side * netCents(line, lineAmountTypes));
    add(gst, side * tax);
    add(bankAccountId, -side * total);
  }
  for (const { status, lines, lineAmountTypes } of list(books, 'manualJournals')) {
    if (status !== 'POSTED') continue;
    for (const line of lines) add(line.accountId, netCents(line, lineAmountTypes));
    add(gst, totalsOf(lines, lineAmountTypes).tax);
  }
  return totals;
}
