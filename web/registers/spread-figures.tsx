import { showDate } from '../ui/dates.ts';
import { Facts } from '../ui/facts.tsx';
import { formatDollars, MoneyCell } from '../ui/money.tsx';
import { Table, type Column } from '../ui/table.tsx';
import type { SpreadRegister } from './types.ts';

/** The recognised amount of a spread, and the rest. */
export function SpreadFigures({ register }: { readonly register: SpreadRegister }) {
  const { total, from, to, next, toPost, figures } = register;
  return (
    <Facts
      facts={[
        { label: 'Amount', value: formatDollars(total), detail: `${showDate(from)} – ${showDate(to)}` },
        { label: 'Recognised', value: formatDollars(figures.recognised) },
        {
          label: 'Left',
          value: formatDollars(figures.left),
          detail:
            figures.nonCurrent > 0
              ? `${formatDollars(figures.current)} within 12 months`
              : figures.left > 0 && 'within 12 months',
        },
        {
          label: 'Next entry',
          value: next ? showDate(next.date) : '–',
          detail: next && formatDollars(next.amount),
        },
        { label: 'To post', value: toPost },
      ]}
    />
  );
}

const yearColumns = (hasShare: boolean): readonly Column[] => [
  { label: 'Year to 30 June' },
  { label: 'Recognised', kind: 'number' },
  ...(hasShare ? [{ label: 'Deductible', kind: 'number' } as const] : []),
];

/** The amounts by income year, with the deductible part where a share is given. */
export function SpreadYears({ figures: { byYear } }: Pick<SpreadRegister, 'figures'>) {
  const hasShare = byYear.some(({ deductible }) => deductible !== null);
  return (
    <Table label="By income year" columns={yearColumns(hasShare)} className="table-dense">
      <tbody>
        {byYear.map(({ year, amount, deductible }) => (
          <tr key={year}>
            <td>{year}</td>
            <MoneyCell dollars={amount} />
            {hasShare && <MoneyCell dollars={deductible ?? 0} />}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
