/** A row of an import: the text of its cells, and the contract that it describes. */
import type { CalendarDate } from '../calendar.ts';
import { type Cents, ZERO } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { amortise } from '../amortisation/amortise.ts';
import type { Frequency } from '../amortisation/frequency.ts';
import { type ContractKind, MAX_CONTRACT_NUMBER_LENGTH } from '../contract/contract-kinds.ts';
import type { Segment } from '../amortisation/segment.ts';
import { balloonOfPercent, usualBalloonDue, withBalloon } from '../amortisation/stated-balloon.ts';
import type { TermRow } from '../amortisation/term-rows.ts';
import { keptFirstPayment, type Terms } from '../amortisation/terms.ts';
import { dateOfText, isAmbiguousDate, isOnlyDayFirst } from '../written-date.ts';
import { type CellErrors, CellReader } from './cell-reader.ts';
import type { ImportRow } from './columns.ts';
import { warningsOn } from './row-warnings.ts';
import {
  amountOrNoneOfCell,
  amountProblem,
  balloonDueOfCell,
  countOfCell,
  dateOfCell,
  flagOfCell,
  frequencyOfCell,
  isLease,
  isOtherRhythm,
  kindOfCell,
  moneyOfCell,
  monthEndsOfCell,
  paymentsInCell,
  rateOfCell,
} from './cells.ts';

/** The columns with dates. */
const DATE_COLUMNS = ['startDate', 'firstPaymentDate', 'endDate'] as const;

type DateColumn = (typeof DATE_COLUMNS)[number];

const NONE: ReadonlySet<DateColumn> = new Set();

/**
 * The date columns of a file in which the month may stand first: all of them where a cell shows it, but those that show
 * the day first.
 */
export function monthFirstColumns(rows: readonly ImportRow[]): ReadonlySet<DateColumn> {
  const shows = (column: DateColumn, test: (text: string) => boolean): boolean =>
    rows.some((row) => test(row[column].trim()));
  const isMonthFirst = (column: DateColumn): boolean =>
    shows(column, (text) => dateOfText(text) === 'month-first');
  if (!DATE_COLUMNS.some(isMonthFirst)) return NONE;
  return new Set(DATE_COLUMNS.filter((column) => isMonthFirst(column) || !shows(column, isOnlyDayFirst)));
}

export interface ImportedContract {
  readonly entity: string;
  readonly name: string;
  readonly terms: Terms;
  /** A part of the last payment, or the last one; 0.00 without one. */
  readonly balloon: Cents;
  /** The payments that the terms lead to. */
  readonly schedule: Segment;
  readonly lender: string;
  readonly contractNumber: string;
  readonly asset: string;
  readonly kind: ContractKind | '';
  /** Percent a year as the contract states it; null where it doesn't. */
  readonly contractRate: number | null;
}

/** The contract of a row with what is unlikely about it, or what is wrong with its cells. */
export type ReadRow =
  | { readonly contract: ImportedContract; readonly warnings: CellErrors; readonly errors?: never }
  | { readonly errors: CellErrors; readonly contract?: never; readonly warnings?: never };

/**
 * Reads a row; every cell that can't be read is named, and then what can't be a schedule.
 * @param monthFirst the columns of the file in which the month stands first, so that a date may be two.
 */
export function readImportRow(row: ImportRow, monthFirst = NONE): ReadRow {
  const errors: Record<string, string[]> = {};
  const cells = new CellReader(errors);
  const contract = {
    entity: cells.text('entity', row.entity, 'Please provide an entity.'),
    name: cells.text('name', row.name, 'Please provide a name.'),
    lender: cells.text('lender', row.lender),
    contractNumber: cells.text('contractNumber', row.contractNumber, null, MAX_CONTRACT_NUMBER_LENGTH),
    asset: cells.text('asset', row.asset),
    kind: cells.optional('kind', row.kind, kindOfCell, isLease(row.kind) ? LEASE : KINDS) ?? '',
    contractRate: cells.optional('contractRate', row.contractRate, rateOfCell, RATE) ?? null,
  } as const;
  if (SHORTENED.test(contract.contractNumber)) cells.refuse('contractNumber', SHORTENED_NUMBER);
  for (const column of monthFirst) {
    if (isAmbiguousDate(row[column])) cells.refuse(column, `“${row[column].trim()}” ${AMBIGUOUS}`);
  }
  const read = readTerms(cells, row);
  if (Object.keys(errors).length > 0 || !read) return { errors };
  const { terms, balloon } = read;
  try {
    const schedule = amortise(terms);
    return {
      contract: { ...contract, terms, balloon, schedule },
      warnings: warningsOn(row, { terms, schedule, contractRate: contract.contractRate }),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { errors: columnsOf(error) };
  }
}

const KINDS = 'Please use hire purchase, chattel mortgage, loan or premium funding.';
const LEASE =
  'A lease isn’t a loan: please use hire purchase or chattel mortgage if it is one, or leave the kind empty.';
const FREQUENCY = 'Use weekly, fortnightly, monthly, quarterly, biannually or yearly.';
const OTHER_RHYTHM = 'isn’t offered. Use the lender’s payment table: its dates and amounts are enough.';
const DATE = 'Please provide a date with the day first, such as 31/3/2026 or 31 Mar 2026.';
const dateMessage = (text: string): string =>
  / or /.test(text) ? `“${text.trim()}” is one of two dates. ${DATE}` : DATE;
/** As spreadsheets write long numbers into text files. */
const SHORTENED = /^\d(?:\.\d+)?E\+\d+$/i;
const SHORTENED_NUMBER = 'A spreadsheet has shortened this number. Please provide all of its digits.';
const AMOUNT = 'Please provide an amount with at most two decimals.';
const AMBIGUOUS =
  'may have the month first, as other dates of this column do. Please provide the date as 4 Mar 2026.';
const amountMessage = (text: string): string => `${amountProblem(text)}${AMOUNT}`;
const COUNT = 'Please provide a whole number of payments, or a term such as 48 months.';
const RATE = 'Please provide a rate in percent a year, such as 7.95.';
const BALLOON = 'Please provide an amount, or a percentage of the loan of at most 100 %, such as 20 %.';
const ONE_DOLLAR = 100;
const YES_OR_NO = 'Please use yes or no.';
const BALLOON_DUE = 'Please use “with last payment” or “one period later”.';

function readTerms(
  cells: CellReader,
  row: ImportRow,
): { readonly terms: Terms; readonly balloon: Cents } | undefined {
  const loanAmount = cells.required('loanAmount', row.loanAmount, moneyOfCell, amountMessage(row.loanAmount));
  const startDate: CalendarDate | undefined = cells.required(
    'startDate',
    row.startDate,
    dateOfCell,
    dateMessage(row.startDate),
  );
  const frequency = cells.required(
    'frequency',
    row.frequency,
    frequencyOfCell,
    `“${row.frequency.trim()}” ${isOtherRhythm(row.frequency) ? OTHER_RHYTHM : `isn’t a frequency. ${FREQUENCY}`}`,
  );
  const first = cells.optional(
    'firstPaymentDate',
    row.firstPaymentDate,
    dateOfCell,
    dateMessage(row.firstPaymentDate),
  );
  const isAtStart = first !== undefined && first === startDate;
  const isStated = cells.optional(
    'firstPaymentOnStartDate',
    row.firstPaymentOnStartDate,
    flagOfCell,
    YES_OR_NO,
  );
  const isInAdvance = isAtStart || (isStated ?? (first === undefined && /advance/i.test(row.frequency)));
  const paymentsAtMonthEnd =
    cells.optional('paymentsAtMonthEnd', row.paymentsAtMonthEnd, monthEndsOfCell, YES_OR_NO) ?? false;
  const fee = cells.optional(
    'administrationFee',
    row.administrationFee,
    amountOrNoneOfCell,
    amountMessage(row.administrationFee),
  );
  const rows = readRows(cells, row, frequency ?? 'monthly');
  const balloon = readBalloon(cells, row.balloon, loanAmount ?? ZERO);
  const balloonDue =
    cells.optional('balloonDue', row.balloonDue, balloonDueOfCell, BALLOON_DUE) ??
    usualBalloonDue(isInAdvance);
  if (loanAmount === undefined || startDate === undefined || frequency === undefined) return undefined;
  const firstPaymentDate = isAtStart ? undefined : keptFirstPayment({ startDate, frequency }, first);
  const terms: Terms = {
    loanAmount,
    frequency,
    startDate,
    firstPaymentOnStartDate: isInAdvance,
    ...(firstPaymentDate !== undefined && { firstPaymentDate }),
    ...(paymentsAtMonthEnd && { paymentsAtMonthEnd }),
    administrationFee: fee ?? ZERO,
    rows: withBalloon(rows, balloon, balloonDue),
  };
  return { terms, balloon };
}

/** A bare number of at most this many dollars may be a percentage, where it is a small share of the loan. */
const MOST_PERCENT = 10_000;
const SMALL_SHARE = 0.05;

/**
 * An amount, or a share of the loan. A bare number may be a percentage, or the fraction that Excel keeps one as; what is
 * below one percent is likely such a fraction too.
 */
function readBalloon(cells: CellReader, cell: string, loanAmount: Cents): Cents {
  const read = (text: string): Cents | undefined =>
    balloonOfPercent(text, loanAmount) ?? amountOrNoneOfCell(text);
  const balloon = cells.optional('balloon', cell, read, BALLOON) ?? ZERO;
  const text = cell.trim();
  if (balloon === 0) return balloon;
  if (/^0?\.\d+ ?\D+$/.test(text)) {
    cells.refuse('balloon', `“${text}” is less than one percent. Is it a fraction? Write it as 20 %.`);
  } else if (balloon < ONE_DOLLAR && !/[^\d.$ ]/.test(text)) {
    cells.refuse('balloon', `“${text}” is less than a dollar. Is it a percentage? Write it as 20 %.`);
  } else if (balloon <= MOST_PERCENT && balloon < SMALL_SHARE * loanAmount && /^[\d.]+$/.test(text)) {
    cells.refuse('balloon', `“${text}” may be dollars or a percentage. Write it as $20.00 or 20 %.`);
  }
  return balloon;
}

/** Pairs that are empty are left out, wherever they stand. */
function readRows(cells: CellReader, { terms }: ImportRow, frequency: Frequency): TermRow[] {
  const filled = terms.flatMap(({ qty, amount }, index) =>
    qty.trim() === '' && amount.trim() === '' && index > 0 ? [] : [{ qty, amount, index }],
  );
  if (filled.length === 0) filled.push({ qty: '', amount: '', index: 0 });
  return filled.map(({ qty, amount: paid, index }) => {
    const count = cells.required(`terms.${index}.qty`, qty, countOfCell, COUNT);
    const payments = count && paymentsInCell(count, frequency);
    if (count && payments === undefined) {
      const text = `“${qty.trim()}” is not a whole number of ${frequency} payments.`;
      cells.refuse(`terms.${index}.qty`, text);
    }
    return {
      qty: payments ?? 0,
      amount: cells.required<Cents>(`terms.${index}.amount`, paid, moneyOfCell, amountMessage(paid)) ?? ZERO,
    };
  });
}

/** A refusal names the wire's fields; payment plans are the pairs of columns here. */
function columnsOf({ message, fields = {} }: Refusal): CellErrors {
  const named = Object.entries(fields).map(([field, messages]) => [
    field.startsWith('schedulePaymentPlans') ? 'terms' : field,
    messages,
  ]);
  return named.length > 0 ? Object.fromEntries(named) : { terms: [message] };
}
