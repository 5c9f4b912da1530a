/** Prepayments and borrowing costs: the spreads of the year, archived ones included where the pack has them. */
import { type SpreadPaperRow, spreadPaperRow } from '../../../domain/registers/spread-paper.ts';
import type { SpreadChange, SpreadFacts } from '../../../domain/registers/spread.ts';
import type { Cents } from '../../../domain/money.ts';
import type { Pack } from '../pack.ts';
import type { PackRegister } from '../pack-registers.ts';
import type { Section } from '../section.ts';
import { day, fullText, money } from './columns.ts';

interface SpreadRow extends SpreadPaperRow {
  readonly entityId: string;
  readonly entityName: string;
}

const figure = (id: string, label: string, value: (row: SpreadRow) => Cents | null) =>
  money(id, label, value, { pdf: 61 });

export const spread: Section<SpreadRow> = {
  id: 'spread',
  title: { pdf: 'Prepayments and borrowing costs', xlsx: 'Prepayments' },
  rows,
  isIncluded: (pack) => rows(pack).length > 0,
  entityOf: (row) => row,
  columns: () => [
    fullText('name', 'Name', { pdf: 108, xlsx: 32 }, ({ name }) => name),
    fullText('supplier', 'Supplier', { pdf: 66, xlsx: 24 }, ({ supplier }) => supplier),
    day('from', 'From', { pdf: 54, xlsx: 12 }, ({ from }) => from),
    day('to', 'To', { pdf: 54, xlsx: 12 }, ({ to }) => to),
    figure('opening', 'Opening', ({ opening }) => opening),
    figure('added', 'Added', ({ added }) => added),
    figure('recognised', 'Recognised', ({ recognised }) => recognised),
    figure('writtenOff', 'Written off', ({ writtenOff }) => writtenOff),
    money('closing', 'Closing', ({ closing }) => closing, {
      pdf: 61,
      formula: (cell) => `${cell('opening')}+${cell('added')}-${cell('recognised')}-${cell('writtenOff')}`,
    }),
    figure('current', 'Current', ({ current }) => current),
    figure('nonCurrent', 'Non-current', ({ nonCurrent }) => nonCurrent),
    figure('deductible', 'Deductible', ({ deductible }) => deductible),
  ],
};

function rows({ registers, from, date }: Pack): readonly SpreadRow[] {
  return registers.flatMap((register): SpreadRow[] => {
    if (!isSpread(register)) return [];
    const { entityId, entityName, name, facts, changes } = register;
    const row = spreadPaperRow(name, facts, changes, { from, to: date });
    return row === null ? [] : [{ entityId, entityName, ...row }];
  });
}

type Spread = PackRegister & { readonly facts: SpreadFacts; readonly changes: readonly SpreadChange[] };

const isSpread = (register: PackRegister): register is Spread => register.kind === 'spread';
