/** The general ledger that follows from an organisation's documents. */
import { netCents, totalsOf } from './amounts.ts';
import { list, type Books } from './books.ts';

/** One posting to an account. Debits are positive. */
export interface Movement {
  readonly accountId: string;
  readonly date: string;
  readonly cents: number;
  readonly source: 'bankTransaction' | 'manualJournal';
}

/** Returns the movements of authorised transactions and posted journals. Tax goes to the GST account. */
export function movementsOf(books: Books): readonly Movement[] {
  const movements: Movement[] = [];
  const gst = list(books, 'accounts').find((account) => account.systemAccount === 'GST')?.id ?? 'GST';
  const add = (accountId: string, cents: number, { date, source }: Pick<Movement, 'date' | 'source'>) => {
    if (cents !== 0) movements.push({ accountId, cents, date, source });
  };

  for (const { status, type, date, bankAccountId, lines, lineAmountTypes } of list(
    books,
    'bankTransactions',
  )) {
    if (status !== 'AUTHORISED') continue;
    const entry = { date, source: 'bankTransaction' } as const;
    const side = type === 'SPEND' ? 1 : -1;
    const { tax, total } = totalsOf(lines, lineAmountTypes);
    for (const line of lines) add(line.accountId, side * netCents(line, lineAmountTypes), entry);
    add(gst, side * tax, entry);
    add(bankAccountId, -side * total, entry);
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
