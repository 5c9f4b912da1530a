/** A file's cells as the rows that the service takes. */
import { IMPORT_COLUMNS, MAX_TERM_PAIRS, type ImportColumn } from '../../domain/import/columns.ts';
import type { ImportRow } from '../../domain/import/import-row.ts';

export interface Row extends ImportRow {
  readonly line: number;
  readonly terms: { qty: string; amount: string }[];
}

/** Text by column; what is missing is ''. */
export type Cells = Partial<Readonly<Record<ImportColumn, string>>>;

export interface FileRow {
  /** As the spreadsheet numbers it. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface ImportFile {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly FileRow[];
}

/** The first row with anything in it names the columns; empty rows are left out. */
export function fileOf(name: string, cells: readonly (readonly string[])[]): ImportFile {
  const filled = cells.flatMap((row, index) =>
    row.some((cell) => cell !== '') ? [{ line: index + 1, cells: row }] : [],
  );
  const [head, ...rows] = filled;
  return { name, headers: head?.cells ?? [], rows };
}

/** A row of the file by the columns that its headers stand for. */
export function cellsOf({ cells }: FileRow, mapping: readonly (ImportColumn | null)[]): Cells {
  const named = mapping.flatMap((column, index) => (column ? [[column, cells[index] ?? ''] as const] : []));
  return Object.fromEntries(named);
}

export function rowOf(line: number, cells: Cells): Row {
  const text = (column: ImportColumn): string => cells[column] ?? '';
  const terms = Array.from({ length: MAX_TERM_PAIRS }, (_each, index) => ({
    qty: text(`terms.${index}.qty`),
    amount: text(`terms.${index}.amount`),
  }));
  const last = terms.findLastIndex(({ qty, amount }) => qty !== '' || amount !== '');
  return {
    line,
    entity: text('entity'),
    name: text('name'),
    loanAmount: text('loanAmount'),
    startDate: text('startDate'),
    frequency: text('frequency'),
    firstPaymentOnStartDate: text('firstPaymentOnStartDate'),
    administrationFee: text('administrationFee'),
    terms: terms.slice(0, Math.max(last + 1, 1)),
    balloon: text('balloon'),
    lender: text('lender'),
    contractNumber: text('contractNumber'),
    asset: text('asset'),
    kind: text('kind'),
  };
}

/** Required columns that no header stands for. */
export function missingColumns(mapping: readonly (ImportColumn | null)[]): readonly string[] {
  return IMPORT_COLUMNS.filter(({ column, required }) => required && !mapping.includes(column)).map(
    ({ header }) => header,
  );
}

/** The template: every column, and three contracts of different kinds. */
export const TEMPLATE: readonly (readonly string[])[] = [
  IMPORT_COLUMNS.map(({ header }) => header),
  ...[
    {
      entity: 'Riverbend Orchards',
      name: 'Harvester',
      loanAmount: '120000.00',
      startDate: '15/1/2026',
      frequency: 'Monthly',
      'terms.0.qty': '60',
      'terms.0.amount': '2410.00',
      lender: 'Westpac',
      contractNumber: 'WBC-20481',
      asset: 'Grape harvester',
      kind: 'Hire purchase',
    },
    {
      entity: 'Riverbend Orchards',
      name: 'Delivery van',
      loanAmount: '$48,500.00',
      startDate: '2026-02-01',
      frequency: 'Monthly',
      firstPaymentOnStartDate: 'Yes',
      administrationFee: '5.00',
      'terms.0.qty': '47',
      'terms.0.amount': '980.00',
      balloon: '12500.00',
      lender: 'Toyota Finance',
      contractNumber: 'TF-77310',
      asset: 'Toyota HiAce',
      kind: 'Chattel mortgage',
    },
    {
      entity: 'Coastline Transport',
      name: 'Insurance 2026',
      loanAmount: '18600.00',
      startDate: '1/3/2026',
      frequency: 'Monthly',
      'terms.0.qty': '10',
      'terms.0.amount': '1935.00',
      lender: 'Hunter Premium Funding',
      contractNumber: 'HPF-5512',
      kind: 'Premium funding',
    },
  ].map((row: Cells) => IMPORT_COLUMNS.map(({ column }) => row[column] ?? '')),
];

/** Rows that were not created, under their own headers, with the reason in a last column. */
export function failedRows(
  rows: readonly { readonly cells: Cells; readonly reason: string }[],
): readonly (readonly string[])[] {
  return [
    [...IMPORT_COLUMNS.map(({ header }) => header), 'Reason'],
    ...rows.map(({ cells, reason }) => [...IMPORT_COLUMNS.map(({ column }) => cells[column] ?? ''), reason]),
  ];
}

/** The messages of a row in one line, each with the column that it is about. */
export function reasonOf(errors: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(errors)
    .map(([column, messages]) => {
      const header = IMPORT_COLUMNS.find((each) => each.column === column)?.header;
      return `${header === undefined ? '' : `${header}: `}${messages.join(' ')}`;
    })
    .join(' ');
}
