/** The columns of an import: their headers in the template, and the other names that they go by. */
import { plain } from './cells.ts';

/** Pairs of a number of payments and an amount that a row may have. */
export const MAX_TERM_PAIRS = 10;
export const MAX_IMPORT_ROWS = 500;

const NAMED = [
  { column: 'entity', header: 'Entity', required: true },
  { column: 'name', header: 'Name', required: true },
  { column: 'loanAmount', header: 'Loan amount', required: true },
  { column: 'startDate', header: 'Start date', required: true },
  { column: 'frequency', header: 'Frequency', required: true },
  { column: 'firstPaymentOnStartDate', header: 'First payment on start date', required: false },
  { column: 'administrationFee', header: 'Administration fee', required: false },
] as const;

const CONTRACT = [
  { column: 'balloon', header: 'Balloon', required: false },
  { column: 'lender', header: 'Lender', required: false },
  { column: 'contractNumber', header: 'Contract number', required: false },
  { column: 'asset', header: 'Asset', required: false },
  { column: 'kind', header: 'Kind', required: false },
] as const;

/** A column by its wire name: `loanAmount`, `terms.0.qty`. */
export type ImportColumn =
  | (typeof NAMED)[number]['column']
  | (typeof CONTRACT)[number]['column']
  | `terms.${number}.${'qty' | 'amount'}`;

export interface ColumnInfo {
  readonly column: ImportColumn;
  readonly header: string;
  readonly required: boolean;
}

const pairs = Array.from({ length: MAX_TERM_PAIRS }, (_each, index): ColumnInfo[] => [
  { column: `terms.${index}.qty`, header: `Payments ${index + 1}`, required: index === 0 },
  { column: `terms.${index}.amount`, header: `Amount ${index + 1}`, required: index === 0 },
]).flat();

/** Every column, in the order of the template. */
export const IMPORT_COLUMNS: readonly ColumnInfo[] = [...NAMED, ...pairs, ...CONTRACT];

const SYNONYMS: Partial<Readonly<Record<ImportColumn, readonly string[]>>> = {
  entity: ['Business', 'Client', 'Company', 'Customer', 'Entity name', 'Client name', 'Organisation'],
  name: ['Schedule', 'Schedule name', 'Description', 'Contract', 'Contract name', 'Loan', 'Loan name'],
  loanAmount: [
    'Amount financed',
    'Financed amount',
    'Principal',
    'Loan',
    'Amount borrowed',
    'NAF',
    'Net amount financed',
  ],
  startDate: ['Start', 'Commencement date', 'Commencement', 'Settlement date', 'Contract date', 'Date'],
  frequency: ['Payment frequency', 'Repayment frequency', 'Repayments', 'Term type'],
  firstPaymentOnStartDate: ['In advance', 'Payments in advance', 'Advance', 'First payment at start'],
  administrationFee: ['Admin fee', 'Fee', 'Monthly fee', 'Account fee', 'Account keeping fee'],
  'terms.0.qty': ['Payments', 'Number of payments', 'Term', 'No of payments', 'Instalments', 'Qty', 'Qty 1'],
  'terms.0.amount': [
    'Amount',
    'Payment',
    'Payment amount',
    'Repayment',
    'Repayment amount',
    'Instalment',
    'Instalment amount',
  ],
  balloon: ['Residual', 'Balloon amount', 'Balloon payment', 'Residual value', 'RV'],
  lender: ['Financier', 'Bank', 'Finance company', 'Credit provider', 'Lender name'],
  contractNumber: [
    'Contract no',
    'Agreement number',
    'Agreement no',
    'Loan number',
    'Account number',
    'Reference',
  ],
  asset: ['Goods', 'Asset description', 'Equipment', 'Vehicle'],
  kind: ['Type', 'Contract type', 'Loan type', 'Facility type', 'Product'],
};

/**
 * Which column of the import each header stands for, null for those that mean none. A header's own name wins over a
 * synonym, and no column is taken twice.
 * @param remembered headers that were mapped by hand before, by their plain text.
 */
export function mapHeaders(
  headers: readonly string[],
  remembered: Readonly<Record<string, ImportColumn>> = {},
): readonly (ImportColumn | null)[] {
  const taken = new Map<number, ImportColumn>();
  const isTaken = (column: ImportColumn): boolean => [...taken.values()].includes(column);
  const take = (meaning: (header: string) => readonly ImportColumn[]): void => {
    for (const [index, header] of headers.entries()) {
      const word = plain(header);
      if (word === '' || taken.has(index)) continue;
      const column = meaning(word).find((candidate) => !isTaken(candidate));
      if (column !== undefined) taken.set(index, column);
    }
  };
  take((word) => [remembered[word] ?? []].flat());
  take((word) => IMPORT_COLUMNS.filter(({ header }) => plain(header) === word).map(({ column }) => column));
  take((word) =>
    IMPORT_COLUMNS.filter(({ column }) => SYNONYMS[column]?.some((synonym) => plain(synonym) === word)).map(
      ({ column }) => column,
    ),
  );
  return headers.map((_header, index) => taken.get(index) ?? null);
}
