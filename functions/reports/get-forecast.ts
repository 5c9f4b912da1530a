import { businessDate, monthOf } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import {
  type Forecast,
  type ForecastFigures,
  forecastOf,
  type Grouped,
  monthsFrom,
} from '../../domain/reports/forecast.ts';
import { endpoint } from '../access/endpoint.ts';
import { fileNameOf } from '../lib/file-name.ts';
import { XLSX_TYPE } from '../lib/workbook.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import { type ForecastGroup, forecastSource } from './forecast-source.ts';
import { forecastXlsx } from './forecast-xlsx.ts';
import { formatOf } from './pack-file.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(
  reportRoutes,
  'GET /v1/forecast',
  async ({ actor, query, raw }, { table, clock }) => {
    const today = businessDate(clock.now());
    const { from = monthOf(today), months, groupBy } = query;
    const source = await forecastSource(table, actor, groupBy, today);
    const forecast = forecastBy(source, groupBy, monthsFrom(from, months));
    if (formatOf(raw.headers['accept']) === 'xlsx') {
      const owner = (await readTenant(table, actor.tenantId))?.name ?? '';
      const bytes = await forecastXlsx(forecast, owner, from);
      const name = fileNameOf([owner, `Forecast from ${from}`], 'xlsx');
      return { file: { name, contentType: XLSX_TYPE, bytes } };
    }
    return {
      json: {
        from,
        months,
        rows: forecast.rows.map(({ key, name, month, ...figures }) => ({
          key,
          name,
          month,
          ...figuresView(figures),
        })),
        totals: figuresView(forecast.totals),
      },
    };
  },
);

/** Groups by month if asked; months without payments have a row of zeros. */
function forecastBy(source: readonly Grouped[], groupBy: ForecastGroup, months: readonly string[]): Forecast {
  const { rows, totals } = forecastOf(source, months);
  if (groupBy !== 'month') return { rows, totals };
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return {
    rows: months.map((month) => ({ ...(byMonth.get(month) ?? NOTHING), key: month, name: month, month })),
    totals,
  };
}

const NOTHING: ForecastFigures = forecastOf([], []).totals;

function figuresView(figures: ForecastFigures) {
  return {
    payments: toDollars(figures.payments),
    fees: toDollars(figures.fees),
    balloons: toDollars(figures.balloons),
    interest: toDollars(figures.interest),
    principal: toDollars(figures.principal),
    total: toDollars(figures.total),
  };
}
