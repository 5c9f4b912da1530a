import type { ReconcilingItem } from '../../domain/ledger/ledger-check.ts';
import { toDollars } from '../../domain/money.ts';

export const itemsView = (items: readonly ReconcilingItem[]) => ({
  items: items.map(({ account, amount, note, until }) => ({
    accountId: account,
    amount: toDollars(amount),
    note,
    until,
  })),
});
