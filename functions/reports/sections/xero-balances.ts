/** Balances in Xero at the date: a line a loan, and a line an account where loans share accounts. */
import { cents, type Cents, negated } from '../../../domain/money.ts';
import type { Pack } from '../pack.ts';
import type { Section } from '../section.ts';
import { money, text } from './columns.ts';

interface BalanceRow {
  readonly entityId: string;
  readonly entityName: string;
  readonly name: string;
  readonly contract: Cents;
  readonly xero: Cents;
}

function rows({ loans, tieOut }: Pack): BalanceRow[] {
  const alone = loans.flatMap((loan): BalanceRow[] => {
    const { description: name, ledger, figures } = loan;
    return ledger === null ? [] : [{ ...loan, name, contract: figures.movement.closing, xero: ledger.xero }];
  });
  const shared = tieOut.flatMap((row): BalanceRow[] => {
    const { code, name, contract, xero, isShared } = row;
    if (!isShared || contract === null || xero === null) return [];
    return [{ ...row, name: `${code} ${name}`.trim(), contract: negated(contract), xero: negated(xero) }];
  });
  const byEntity = Map.groupBy([...alone, ...shared], ({ entityId }) => entityId);
  return [...new Set(loans.map(({ entityId }) => entityId))].flatMap((id) => byEntity.get(id) ?? []);
}

export const xeroBalances: Section<BalanceRow> = {
  id: 'xeroBalances',
  title: { pdf: 'Balances in Xero', xlsx: 'Balances in Xero' },
  rows,
  entityOf: (row) => row,
  columns: () => [
    text('loan', 'Loan, or account of several loans', { pdf: 400, xlsx: 50 }, ({ name }) => name),
    money('closing', 'Closing balance', ({ contract }) => contract, { pdf: 100 }),
    money('xero', 'Xero', ({ xero }) => xero, { pdf: 100 }),
    money('difference', 'Difference', ({ xero, contract }) => cents(xero - contract), {
      pdf: 100,
      isCheck: true,
      formula: (cell) => `${cell('xero')}-${cell('closing')}`,
    }),
  ],
  isIncluded: (pack) => rows(pack).length > 0,
};
