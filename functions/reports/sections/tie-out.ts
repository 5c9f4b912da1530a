/** The loans by ledger account: Xero, contracts, and the items between them. */
import { cents } from '../../../domain/money.ts';
import type { Section } from '../section.ts';
import type { TieOutRow } from '../tie-out.ts';
import { fullText, money, text } from './columns.ts';

export const tieOut: Section<TieOutRow> = {
  id: 'tieOut',
  title: { pdf: 'Tie-out by ledger account', xlsx: 'Tie-out' },
  rows: (pack) => pack.tieOut,
  entityOf: (row) => row,
  columns: () => [
    text('code', 'Code', { pdf: 48, xlsx: 10 }, ({ code }) => code),
    fullText('account', 'Account', { pdf: 150, xlsx: 36 }, ({ name }) => name),
    // Without totals: balances and expenses add up to nothing, nor do accounts with and without a check.
    money('contract', 'Contract', ({ contract }) => contract, { pdf: 72, total: undefined }),
    money('xero', 'Xero', ({ xero }) => xero, { pdf: 72, total: undefined }),
    money(
      'difference',
      'Difference',
      ({ xero, contract }) => (xero === null || contract === null ? null : cents(xero - contract)),
      { pdf: 66, total: undefined, isCheck: true, formula: (cell) => `${cell('xero')}-${cell('contract')}` },
    ),
    fullText('item', 'Reconciling item', { pdf: 210, xlsx: 80 }, ({ item }) => item),
    money('amount', 'Amount', ({ amount }) => amount, { pdf: 66, total: undefined }),
    fullText('conclusion', 'Conclusion', { pdf: 85, xlsx: 30 }, ({ conclusion }) => conclusion),
  ],
};
