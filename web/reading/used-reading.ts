/** Converts a reading for the form: the table, or the payment terms, and the confirmed details. */
import { dueDate, type Frequency } from '../../domain/amortisation/frequency.ts';
import { isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { MAX_CONTRACT_NUMBER_LENGTH } from '../../domain/contract/contract-kinds.ts';
import { keptFirstPayment } from '../../domain/amortisation/terms.ts';
import { frequencyOfDates } from '../extraction/row-dates.ts';
import type { TermField } from '../extraction/term-labels.ts';
import type { TermValue } from '../extraction/term-values.ts';
import { dollars, type TableRow } from '../extraction/table-rows.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { cents, ZERO } from '../../domain/money.ts';
import { cutText, MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { emptyRow, type Draft } from '../contract/draft.ts';
import type { CheckedRow } from './checked-rows.ts';

/** The values that a person confirmed, by field. */
export type ConfirmedTerms = ReadonlyMap<TermField, TermValue>;

/** A chosen table as it will be used. */
export interface UsedTable {
  /** Cents; null where the document doesn't state it. */
  readonly loan: number | null;
  /** The day that the line above the first payment states; null without one. */
  readonly startDate: CalendarDate | null;
  readonly rows: readonly CheckedRow[];
  /** Whether the rows' interest is known: without it, it follows from the loan in the form. */
  readonly hasInterest: boolean;
  /** The fee of every payment, as typed or read. */
  readonly fee: string;
}

/** The fields of the form that follow. */
export function draftFrom(terms: ConfirmedTerms, table: UsedTable | null): Partial<Draft> {
  return { ...detailsFrom(terms), ...(table ? fromTable(terms, table) : fromTerms(terms)) };
}

const textOf = (terms: ConfirmedTerms, field: TermField): string => {
  const value = terms.get(field);
  return typeof value === 'string' ? value : '';
};

const dateOf = (terms: ConfirmedTerms, field: TermField): CalendarDate | null => {
  const text = textOf(terms, field);
  return isCalendarDate(text) ? text : null;
};

function detailsFrom(terms: ConfirmedTerms): Partial<Draft> {
  return {
    lender: cutText(textOf(terms, 'lender'), MAX_TEXT_LENGTH),
    contractNumber: cutText(textOf(terms, 'contractNumber'), MAX_CONTRACT_NUMBER_LENGTH),
    asset: cutText(textOf(terms, 'asset'), MAX_TEXT_LENGTH),
  };
}

function fromTable(
  terms: ConfirmedTerms,
  { loan, startDate, rows, hasInterest, fee }: UsedTable,
): Partial<Draft> {
  const dates = rows.map(({ texts }) => texts.date).filter(isCalendarDate);
  const frequency = frequencyOfDates(dates);
  const [first] = dates;
  const stated = dateOf(terms, 'startDate') ?? startDate;
  const start =
    stated !== null && first !== undefined && stated <= first
      ? stated
      : first && dueDate(first, frequency, -1);
  const confirmed = parseMoneyInput(textOf(terms, 'amountFinanced'));
  // Within rounding, a confirmed loan moves the interest of the first payment.
  const isMoved = confirmed !== undefined && loan !== null && confirmed !== loan;
  const movesInterest = isMoved && Math.abs(confirmed - loan) <= rows.length;
  const lines = rows.map(({ texts }, index) => {
    const interest = hasInterest && !(movesInterest && index === 0) ? texts.interest : '';
    return [texts.date, texts.amount, interest, texts.balance].join('\t');
  });
  return {
    usesTable: true,
    contractRate: textOf(terms, 'interestRate'),
    tableText: ['Date\tPayment\tInterest\tBalance', ...lines].join('\n'),
    loanAmount: confirmed === undefined && loan !== null ? dollars(loan) : textOf(terms, 'amountFinanced'),
    paymentFrequency: frequency,
    startDate: start ?? '',
    firstPaymentOnStartDate: start !== undefined && start === first,
    administrationFee: Number(fee) === 0 ? '' : fee,
  };
}

function fromTerms(terms: ConfirmedTerms): Partial<Draft> {
  const list = terms.get('payments');
  const pairs: (readonly [string, string])[] = Array.isArray(list)
    ? [...(list as readonly (readonly [string, string])[])]
    : [[textOf(terms, 'numberOfPayments'), textOf(terms, 'paymentAmount')]];
  const first = dateOf(terms, 'firstPaymentDate');
  const frequency = textOf(terms, 'frequency') as Frequency | '';
  const start =
    dateOf(terms, 'startDate') ?? (first && frequency !== '' ? dueDate(first, frequency, -1) : null);
  const isInAdvance = terms.get('inAdvance') === true || (start !== null && first === start);
  const isStub = !isInAdvance && start !== null && first !== null && first > start && frequency !== '';
  return {
    usesTable: false,
    rows: pairs.map(([qty, amount]) => ({ ...emptyRow(), qty, amount })),
    balloon: textOf(terms, 'balloon'),
    // A list states every payment, so the balloon comes after them.
    balloonDue: Array.isArray(list) ? 'period-later' : '',
    contractRate: textOf(terms, 'interestRate'),
    loanAmount: textOf(terms, 'amountFinanced'),
    paymentFrequency: frequency,
    startDate: start ?? '',
    firstPaymentOnStartDate: isInAdvance,
    firstPaymentDate: (isStub && keptFirstPayment({ startDate: start, frequency }, first)) || '',
    administrationFee: textOf(terms, 'regularFee'),
  };
}

/** The balance that a table leaves, as its last payment: on the stated date, or a period after the last row. */
export function balloonRow(rows: readonly TableRow[], stated: TermValue | undefined): TableRow | null {
  const last = rows.at(-1);
  if (!last || last.balance <= 0 || last.date === null) return null;
  const dates = rows.map(({ date }) => date).filter((date) => date !== null);
  const due = typeof stated === 'string' && isCalendarDate(stated) && stated > last.date ? stated : null;
  return {
    date: due ?? dueDate(last.date, frequencyOfDates(dates), 1),
    amount: cents(last.balance),
    interest: ZERO,
    fee: ZERO,
    balance: ZERO,
    lent: ZERO,
    difference: ZERO,
    place: last.place,
  };
}
