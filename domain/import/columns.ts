/** The columns of an import, with their headers in the template. */

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
  { column: 'firstPaymentDate', header: 'First payment date', required: false },
  { column: 'paymentsAtMonthEnd', header: 'Last day of month', required: false },
  { column: 'administrationFee', header: 'Administration fee', required: false },
] as const;

const CONTRACT = [
  { column: 'balloon', header: 'Balloon', required: false },
  { column: 'balloonDue', header: 'Balloon due', required: false },
  { column: 'contractRate', header: 'Contract rate', required: false },
  { column: 'totalInterest', header: 'Total interest', required: false },
  { column: 'lender', header: 'Lender', required: false },
  { column: 'contractNumber', header: 'Contract number', required: false },
  { column: 'asset', header: 'Asset', required: false },
  { column: 'kind', header: 'Kind', required: false },
  { column: 'endDate', header: 'End date', required: false },
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

/** Text as it stood in the cells; '' for an empty one. */
export interface ImportRow {
  readonly entity: string;
  readonly name: string;
  readonly loanAmount: string;
  readonly startDate: string;
  readonly frequency: string;
  readonly firstPaymentOnStartDate: string;
  /** '' is the usual date; the start date itself means payments in advance. */
  readonly firstPaymentDate: string;
  readonly paymentsAtMonthEnd: string;
  readonly administrationFee: string;
  readonly terms: readonly { readonly qty: string; readonly amount: string }[];
  /** An amount, or `20 %` of the loan. */
  readonly balloon: string;
  /** When the balloon is due; '' is usual: with the last payment in arrears, a period later in advance. */
  readonly balloonDue: string;
  readonly lender: string;
  readonly contractNumber: string;
  readonly asset: string;
  readonly kind: string;
  readonly contractRate: string;
  /** The charges of the whole contract, which check the payments. */
  readonly totalInterest: string;
  /** The end of the contract, which checks the payments too. */
  readonly endDate: string;
}
