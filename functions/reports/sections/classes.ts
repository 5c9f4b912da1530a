/** The loans by class of borrowing, with the weighted rate. */
import { type ContractKind, contractKindLabel } from '../../../domain/contract/contract-kinds.ts';
import type { Pack } from '../pack.ts';
import type { PackLoan } from '../pack-loan.ts';
import { sumCents, type Cents } from '../../../domain/money.ts';
import type { Section } from '../section.ts';
import { money, text } from './columns.ts';

interface ClassRow {
  readonly kind: ContractKind | null;
  readonly count: number;
  readonly closing: Cents;
  readonly current: Cents;
  readonly nonCurrent: Cents;
  /** Weighted by the closing balances; null where nothing is owed. */
  readonly rate: number | null;
}

function rowOf(kind: ContractKind | null, loans: readonly PackLoan[]): ClassRow {
  const closing = sumCents(loans.map(({ figures }) => figures.movement.closing));
  const weighted = loans.reduce((sum, loan) => sum + loan.interestRate * loan.figures.movement.closing, 0);
  return {
    kind,
    count: loans.filter(({ figures }) => figures.movement.closing !== 0).length,
    closing,
    current: sumCents(loans.map(({ figures }) => figures.split.current.net)),
    nonCurrent: sumCents(loans.map(({ figures }) => figures.split.nonCurrent.net)),
    rate: closing === 0 ? null : weighted / closing,
  };
}

const rows = ({ loans }: Pack): ClassRow[] =>
  [...Map.groupBy(loans, ({ kind }) => kind)].map(([kind, some]) => rowOf(kind, some));

export const classes: Section<ClassRow> = {
  id: 'classes',
  title: { pdf: 'Class of borrowing and weighted rate', xlsx: 'Classes' },
  rows,
  columns: () => [
    text('kind', 'Class', { pdf: 200, xlsx: 24 }, ({ kind }) =>
      kind === null ? 'Not entered' : contractKindLabel(kind),
    ),
    text('count', 'Loans owing', { pdf: 90, xlsx: 12 }, ({ count }) => String(count)),
    money('closing', 'Closing balance', ({ closing }) => closing, { pdf: 120 }),
    money('current', 'Current', ({ current }) => current, { pdf: 120 }),
    money('nonCurrent', 'Non-current', ({ nonCurrent }) => nonCurrent, { pdf: 120 }),
    {
      id: 'rate',
      label: 'Weighted rate',
      kind: 'rate',
      width: { pdf: 100, xlsx: 14 },
      value: ({ rate }) => rate,
    },
  ],
};
