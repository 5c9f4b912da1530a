import { calendarDate, formatMonth, monthOf } from '../../domain/calendar.ts';
import { inDollars } from '../../domain/money.ts';
import {
  type Forecast,
  type ForecastFigures,
  forecastOf,
  type Grouped,
  monthsFrom,
  FORECAST_FIGURES,
} from '../../domain/reports/forecast.ts';
import { columnLetters } from '../../domain/text.ts';
import { endpoint } from '../access/endpoint.ts';
import { fileNameOf } from '../lib/file-name.ts';
import {
  XLSX_TYPE,
  formulaCell,
  headCell,
  monthCell,
  moneyCell,
  textCell,
  workbookOf,
} from '../lib/workbook.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { reducedTo } from '../records/tenants/entity-scope.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import { type ForecastGroup, forecastSource } from './forecast-source.ts';
import { formatOf } from './pack-file.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(
  reportRoutes,
  'GET /v1/forecast',
  async ({ actor, query, raw, today }, { table }) => {
    const { from = monthOf(today), months, groupBy, entityId } = query;
    const entity = entityId === undefined ? null : await ownEntity(table, actor, entityId);
    const source = await forecastSource(table, reducedTo(actor, entityId), groupBy, today);
    const forecast = forecastBy(source, groupBy, monthsFrom(from, months));
    if (formatOf(raw.headers['accept']) === 'xlsx') {
      const owner = entity?.name ?? (await readTenant(table, actor.tenantId))?.name ?? '';
      const bytes = await forecastXlsx(forecast, owner, from);
      const name = fileNameOf([owner, `Forecast from ${from}`], 'xlsx');
      return { file: { name, contentType: XLSX_TYPE, bytes } };
    }
    return {
      json: {
        from,
        months,
        groupBy,
        rows: forecast.rows.map(({ key, name, month, ...figures }) => ({
          key,
          name,
          month,
          ...inDollars(figures),
        })),
        totals: inDollars(forecast.totals),
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

const HEADS = ['Group', 'Month', ...FORECAST_FIGURES.map(([label]) => label), 'Total'];
const TOTALLED = [...FORECAST_FIGURES.map(([, name]) => name), 'total'] as const;
/** Title, organisation, and an empty row, then the heads. */
const FIRST_ROW = 5;

/** The first day of `2026-07`. */
const firstOf = (month: string) => calendarDate(`${month}-01`);

/** The forecast as a workbook: the total of a row and of all rows are worked out by the workbook. */
function forecastXlsx({ rows, totals: all }: Forecast, owner: string, from: string): Promise<Uint8Array> {
  const lastRow = FIRST_ROW + rows.length - 1;
  const style = { fontWeight: 'bold', topBorderStyle: 'thin' } as const;
  const totals = TOTALLED.map((name, index) => {
    if (rows.length === 0) return { ...moneyCell(all[name]), ...style };
    const column = columnLetters(index + 2);
    const formula = `SUBTOTAL(109,${column}${FIRST_ROW}:${column}${lastRow})`;
    return { ...formulaCell(formula, all[name]), ...style };
  });
  const sheet = {
    name: 'Forecast',
    rows: [
      [{ ...textCell(`Payments forecast from ${formatMonth(firstOf(from))}`), fontWeight: 'bold' as const }],
      [textCell(`${owner}. Amounts in AUD. The total is payments, fees and balloons.`)],
      [],
      HEADS.map((head, index) => headCell(head, index > 1)),
      ...rows.map((row, index) => [
        textCell(row.name === row.month ? formatMonth(firstOf(row.month)) : row.name),
        monthCell(firstOf(row.month)),
        ...FORECAST_FIGURES.map(([, name]) => moneyCell(row[name])),
        formulaCell(`SUM(C${FIRST_ROW + index}:E${FIRST_ROW + index})`, row.total),
      ]),
      [{ ...textCell('Total'), ...style }, { ...textCell(''), ...style }, ...totals],
    ],
    widths: [32, 12, 16, 16, 16, 16, 16, 16],
    stickyRows: FIRST_ROW - 1,
  };
  return workbookOf([sheet]);
}
