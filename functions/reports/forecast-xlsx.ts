import type { Forecast, ForecastFigures } from '../../domain/reports/forecast.ts';
import { columnName, formulaCell, headCell, moneyCell, textCell, workbookOf } from '../lib/workbook.ts';

const FIGURES = [
  ['Payments', 'payments'],
  ['Fees', 'fees'],
  ['Balloons', 'balloons'],
  ['Interest', 'interest'],
  ['Principal', 'principal'],
] as const satisfies readonly (readonly [string, keyof ForecastFigures])[];

const HEADS = ['Group', 'Month', ...FIGURES.map(([label]) => label), 'Total'];
/** Title, organisation, and an empty row, then the heads. */
const FIRST_ROW = 5;

/** The forecast as a workbook: the total of a row and of all rows are worked out by the workbook. */
export function forecastXlsx({ rows }: Forecast, owner: string, from: string): Promise<Uint8Array> {
  const lastRow = FIRST_ROW + rows.length - 1;
  const style = { fontWeight: 'bold', topBorderStyle: 'thin' } as const;
  const totals = HEADS.slice(2).map((_head, index) => {
    const column = columnName(index + 2);
    const formula = rows.length === 0 ? '=0' : `=SUBTOTAL(109,${column}${FIRST_ROW}:${column}${lastRow})`;
    return { ...formulaCell(formula), ...style };
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
        ...FIGURES.map(([, name]) => moneyCell(row[name])),
        formulaCell(`=SUM(C${FIRST_ROW + index}:E${FIRST_ROW + index})`),
      ]),
      [{ ...textCell('Total'), ...style }, { ...textCell(''), ...style }, ...totals],
    ],
    widths: [32, 12, 16, 16, 16, 16, 16, 16],
    stickyRows: FIRST_ROW - 1,
  };
  return workbookOf([sheet]);
}
