import { FORECAST_FIGURES, type Forecast } from '../../domain/reports/forecast.ts';
import { columnName, formulaCell, headCell, moneyCell, textCell, workbookOf } from '../lib/workbook.ts';

const HEADS = ['Group', 'Month', ...FORECAST_FIGURES.map(([label]) => label), 'Total'];
const TOTALLED = [...FORECAST_FIGURES.map(([, name]) => name), 'total'] as const;
/** Title, organisation, and an empty row, then the heads. */
const FIRST_ROW = 5;

/** The forecast as a workbook: the total of a row and of all rows are worked out by the workbook. */
export function forecastXlsx(
  { rows, totals: all }: Forecast,
  owner: string,
  from: string,
): Promise<Uint8Array> {
  const lastRow = FIRST_ROW + rows.length - 1;
  const style = { fontWeight: 'bold', topBorderStyle: 'thin' } as const;
  const totals = TOTALLED.map((name, index) => {
    if (rows.length === 0) return { ...moneyCell(all[name]), ...style };
    const column = columnName(index + 2);
    const formula = `SUBTOTAL(109,${column}${FIRST_ROW}:${column}${lastRow})`;
    return { ...formulaCell(formula, all[name]), ...style };
  });
  const sheet = {
    name: 'Forecast',
    rows: [
      [{ ...textCell(`Payments forecast from ${from}`), fontWeight: 'bold' as const }],
      [textCell(`${owner}. Amounts in AUD. The total is payments, fees and balloons.`)],
      [],
      HEADS.map((head, index) => headCell(head, index > 1)),
      ...rows.map((row, index) => [
        textCell(row.name),
        textCell(row.month),
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
