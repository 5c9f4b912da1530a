/** Which column of an import each header of a file stands for: by its own name, a synonym, or words in it. */
import {
  amountOrNoneOfCell,
  balloonDueOfCell,
  countOfCell,
  dateOfCell,
  flagOfCell,
  frequencyOfCell,
  isLease,
  kindOfCell,
  moneyOfCell,
  plain,
  rateOfCell,
} from '../../domain/import/cells.ts';
import { IMPORT_COLUMNS, type ImportColumn } from '../../domain/import/columns.ts';
import { isEmpty, type Cell } from './cell.ts';
import { meaningOfHeader } from './header-words.ts';

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
    'Repayments',
  ],
  balloonDue: ['Residual due', 'Balloon timing'],
  contractRate: ['Rate', 'Interest rate', 'Rate p.a.', 'Rate %', 'Nominal rate', 'APR'],
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
 * synonym, a synonym over words in it, and no column is taken twice.
 * @param remembered headers that were mapped by hand before, by their plain text.
 * @param samples cells below each header: none of them can be read as what a synonym stands for, so it isn't that.
 */
export function mapHeaders(
  headers: readonly string[],
  remembered: Readonly<Record<string, ImportColumn>> = {},
  samples: readonly (readonly Cell[])[] = [],
): readonly (ImportColumn | null)[] {
  const taken = new Map<number, ImportColumn>();
  const isTaken = (column: ImportColumn): boolean => [...taken.values()].includes(column);
  const take = (
    meaning: (word: string, header: string) => readonly ImportColumn[],
    isCertain = false,
  ): void => {
    for (const [index, header] of headers.entries()) {
      const word = plain(header);
      if (word === '' || taken.has(index)) continue;
      const fits = (column: ImportColumn): boolean => isCertain || canHold(column, samples[index] ?? []);
      const column = meaning(word, header).find((candidate) => !isTaken(candidate) && fits(candidate));
      if (column !== undefined) taken.set(index, column);
    }
  };
  take((word) => [remembered[word] ?? []].flat(), true);
  take(
    (word) => IMPORT_COLUMNS.filter(({ header }) => plain(header) === word).map(({ column }) => column),
    true,
  );
  take((word) =>
    IMPORT_COLUMNS.filter(({ column }) => SYNONYMS[column]?.some((synonym) => plain(synonym) === word)).map(
      ({ column }) => column,
    ),
  );
  take((_word, header) => meaningOfHeader(header));
  return headers.map((_header, index) => taken.get(index) ?? null);
}

/** How the cells of columns with a form of their own are read; other columns hold any text. */
const READERS: Partial<Readonly<Record<ImportColumn, (text: string) => unknown>>> = {
  loanAmount: moneyOfCell,
  startDate: dateOfCell,
  frequency: frequencyOfCell,
  firstPaymentOnStartDate: flagOfCell,
  administrationFee: amountOrNoneOfCell,
  'terms.0.qty': countOfCell,
  'terms.0.amount': moneyOfCell,
  balloon: amountOrNoneOfCell,
  balloonDue: balloonDueOfCell,
  contractRate: rateOfCell,
  kind: (text) => kindOfCell(text) ?? (isLease(text) || undefined),
};

function canHold(column: ImportColumn, samples: readonly Cell[]): boolean {
  const read = READERS[column];
  const filled = samples.filter((cell) => !isEmpty(cell));
  return !read || filled.length === 0 || filled.some(({ text }) => read(text) !== undefined);
}
