/** A row of an import: the text of its cells, and the contract that it describes. */
import type { CalendarDate } from '../calendar.ts';
import { cents, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { amortise } from '../amortisation/amortise.ts';
import type { Amortisation } from '../amortisation/amortise.ts';
import { MAX_CONTRACT_NUMBER_LENGTH } from '../contract/contract-details.ts';
import type { ContractKind } from '../contract/contract-details.ts';
import type { TermRow } from '../amortisation/term-rows.ts';
import type { Terms } from '../amortisation/terms.ts';
import { isText, MAX_TEXT_LENGTH } from '../text.ts';
import { countOfCell, dateOfCell, flagOfCell, frequencyOfCell, kindOfCell, moneyOfCell } from './cells.ts';

/** Text as it stood in the cells; '' for an empty one. */
export interface ImportRow {
  readonly entity: string;
  readonly name: string;
  readonly loanAmount: string;
  readonly startDate: string;
  readonly frequency: string;
  readonly firstPaymentOnStartDate: string;
  readonly administrationFee: string;
  readonly terms: readonly { readonly qty: string; readonly amount: string }[];
  /** One more payment, one period after the last. */
  readonly balloon: string;
  readonly lender: string;
  readonly contractNumber: string;
  readonly asset: string;
  readonly kind: string;
}

export interface ImportedContract {
  readonly entity: string;
  readonly name: string;
  readonly schedule: Amortisation;
  readonly lender: string;
  readonly contractNumber: string;
  readonly asset: string;
  readonly kind: ContractKind | '';
}

/** Messages by column. */
export type CellErrors = Readonly<Record<string, readonly string[]>>;

/** The contract of a row, or what is wrong with its cells. */
export type ReadRow =
  | { readonly contract: ImportedContract; readonly errors?: never }
  | { readonly errors: CellErrors; readonly contract?: never };

/** Reads a row; every cell that can't be read is named, and then what can't be a schedule. */
export function readImportRow(row: ImportRow): ReadRow {
  const errors: Record<string, string[]> = {};
  const cells = new CellReader(errors);
  const contract = {
    entity: cells.text('entity', row.entity, 'Please provide an entity.'),
    name: cells.text('name', row.name, 'Please provide a name.'),
    lender: cells.text('lender', row.lender),
    contractNumber: cells.text('contractNumber', row.contractNumber, null, MAX_CONTRACT_NUMBER_LENGTH),
    asset: cells.text('asset', row.asset),
    kind: cells.optional('kind', row.kind, kindOfCell, KINDS) ?? '',
  } as const;
  const terms = readTerms(cells, row);
  if (Object.keys(errors).length > 0 || !terms) return { errors };
  try {
    return { contract: { ...contract, schedule: amortise(terms) } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { errors: columnsOf(error) };
  }
}

const KINDS = 'Please use hire purchase, chattel mortgage, loan or premium funding.';
const FREQUENCY = 'Please use weekly, fortnightly, monthly, quarterly, biannually or yearly.';
const DATE = 'Please provide a date as 31/3/2026 or 2026-03-31.';
const AMOUNT = 'Please provide an amount with at most two decimals.';
const COUNT = 'Please provide a whole number of payments.';

function readTerms(cells: CellReader, row: ImportRow): Terms | undefined {
  const loanAmount = cells.required('loanAmount', row.loanAmount, moneyOfCell, AMOUNT);
  const startDate: CalendarDate | undefined = cells.required('startDate', row.startDate, dateOfCell, DATE);
  const frequency = cells.required('frequency', row.frequency, frequencyOfCell, FREQUENCY);
  const isInAdvance = cells.required(
    'firstPaymentOnStartDate',
    row.firstPaymentOnStartDate,
    flagOfCell,
    'Please use yes or no.',
  );
  const administrationFee = cells.optional('administrationFee', row.administrationFee, moneyOfCell, AMOUNT);
  const rows = readRows(cells, row);
  const balloon = cells.optional('balloon', row.balloon, moneyOfCell, AMOUNT);
  if (loanAmount === undefined || startDate === undefined || frequency === undefined) return undefined;
  return {
    loanAmount,
    frequency,
    startDate,
    firstPaymentOnStartDate: isInAdvance ?? false,
    administrationFee: administrationFee ?? ZERO,
    rows: balloon === undefined || balloon === 0 ? rows : [...rows, { qty: 1, amount: balloon }],
  };
}

/** Pairs that are empty are left out, wherever they stand. */
function readRows(cells: CellReader, { terms }: ImportRow): TermRow[] {
  const filled = terms.flatMap(({ qty, amount }, index) =>
    qty.trim() === '' && amount.trim() === '' && index > 0 ? [] : [{ qty, amount, index }],
  );
  if (filled.length === 0) filled.push({ qty: '', amount: '', index: 0 });
  return filled.map(({ qty, amount, index }) => ({
    qty: cells.required(`terms.${index}.qty`, qty, countOfCell, COUNT) ?? 0,
    amount: cells.required<Cents>(`terms.${index}.amount`, amount, moneyOfCell, AMOUNT) ?? cents(0),
  }));
}

/** A refusal names the wire's fields; payment plans are the pairs of columns here. */
function columnsOf({ message, fields = {} }: Refusal): CellErrors {
  const named = Object.entries(fields).map(([field, messages]) => [
    field.startsWith('schedulePaymentPlans') ? 'terms' : field,
    messages,
  ]);
  return named.length > 0 ? Object.fromEntries(named) : { terms: [message] };
}

/** Reads cells and notes what is wrong with them. */
class CellReader {
  readonly #errors: Record<string, string[]>;

  constructor(errors: Record<string, string[]>) {
    this.#errors = errors;
  }

  text(column: string, cell: string, missing: string | null = null, longest = MAX_TEXT_LENGTH): string {
    const text = cell.trim();
    if (text === '') {
      if (missing !== null) this.#refuse(column, missing);
    } else if (text.length > longest) this.#refuse(column, `Please use at most ${longest} characters.`);
    else if (!isText(text)) this.#refuse(column, 'Please leave out control characters.');
    return text;
  }

  required<Value>(
    column: string,
    cell: string,
    read: (text: string) => Value | undefined,
    message: string,
  ): Value | undefined {
    const value = read(cell.trim());
    if (value === undefined) this.#refuse(column, message);
    return value;
  }

  optional<Value>(
    column: string,
    cell: string,
    read: (text: string) => Value | undefined,
    message: string,
  ): Value | undefined {
    return cell.trim() === '' ? undefined : this.required(column, cell, read, message);
  }

  #refuse(column: string, message: string): void {
    (this.#errors[column] ??= []).push(message);
  }
}
