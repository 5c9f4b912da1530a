import { sumDollars } from '../../domain/money.ts';
import { FORECAST_FIGURES } from '../../domain/reports/forecast.ts';
import type { Answer } from '../data/api.ts';
import { Money, formatDollars } from '../ui/money.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { monthName } from './month-name.ts';

export type Forecast = Exclude<Answer<'GET /v1/forecast'>, { reportId: string }>;

type Figures = Forecast['totals'];

const FIGURES = [...FORECAST_FIGURES, ['Total', 'total'] as const];

/** A row a month, or a row a group with the totals of its months; the workbook has every month of every group. */
export function ForecastTable({ forecast }: { readonly forecast: Forecast }) {
  // The answer's own: it may be of the choice before.
  const { groupBy } = forecast;
  const rows = groupBy === 'month' ? forecast.rows : addedUp(forecast.rows);
  const columns: readonly Column[] = [
    { label: groupBy === 'month' ? 'Month' : groupBy === 'entity' ? 'Entity' : 'Lender' },
    ...FIGURES.map(([label]) => ({ label, kind: 'number' as const })),
  ];
  return (
    <Table label="Forecast" columns={columns} className="table-sticky table-stack">
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" className="name">
              {groupBy === 'month' ? monthName(row.month) : row.name}
            </th>
            {FIGURES.map(([label, name]) => (
              <td key={name} className="number" data-label={label}>
                <Money dollars={row[name]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {FIGURES.map(([label, name]) => (
            <td key={name} className="number" data-label={label}>
              {formatDollars(forecast.totals[name])}
            </td>
          ))}
        </tr>
      </tfoot>
    </Table>
  );
}

/** One row a group. */
function addedUp(rows: Forecast['rows']): Forecast['rows'] {
  return [...Map.groupBy(rows, ({ key }) => key).values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const sums = FIGURES.map(([, name]) => [name, sumDollars(some.map((row) => row[name]))]);
    return [{ ...first, ...(Object.fromEntries(sums) as Figures) }];
  });
}
