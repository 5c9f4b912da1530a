/** Texts about reading a lender's document. */
import { formatDay, type CalendarDate } from '../../domain/calendar.ts';
import { formatMoney, cents } from '../../domain/money.ts';
import type { Outcome } from '../extraction/read-document.ts';
import type { Note } from '../extraction/table-rows.ts';
import type { TermField } from '../extraction/term-labels.ts';

/** Why a document isn't read, and what to do. */
export const REFUSALS: Readonly<
  Record<Exclude<Outcome, 'read' | 'password' | 'month-first' | 'swapped-dates'>, string>
> = {
  'no-text': 'This is a scan. Ask the lender for the original PDF.',
  'unreadable-text':
    'The characters of this PDF can’t be read. Ask the lender for another copy, or paste the table into the form.',
  damaged: 'This file is damaged. Download it again, or ask the lender for another copy.',
  'too-large': 'This file is too large. Choose a file of at most 10 MB and 200 pages.',
  'old-xls': 'This is an old Excel file. Save it as .xlsx and choose it again.',
  'other-type': 'This file can’t be read. Choose a PDF, an Excel file (.xlsx) or a CSV file.',
  'nothing-found':
    'We found no payment table and no contract terms. Choose another file, or enter the terms below.',
  'whole-dollars':
    'The amounts in this document have no cents, so they can’t be checked. Ask the lender for a schedule to the cent.',
  'time-limit': 'Reading took too long. Choose a file with only the schedule, or enter the terms below.',
};

export const FIELD_LABELS: Readonly<Record<TermField, string>> = {
  lender: 'Lender',
  contractNumber: 'Contract number',
  asset: 'Asset',
  amountFinanced: 'Amount financed',
  interestRate: 'Interest rate',
  numberOfPayments: 'Number of payments',
  frequency: 'Frequency',
  paymentAmount: 'Payment',
  payments: 'Payments',
  inAdvance: 'First payment on start date',
  startDate: 'Start date',
  firstPaymentDate: 'First payment date',
  lastPaymentDate: 'Last payment date',
  balloon: 'Balloon',
  balloonDate: 'Balloon date',
  establishmentFee: 'Establishment fee',
  regularFee: 'Regular fee',
  gst: 'GST',
  totalInterest: 'Total interest',
  totalRepayments: 'Total of payments',
};

const shown = (field: string, value: string | undefined): string => {
  if (value === undefined || value === '') return 'another figure';
  if (field === 'interestRate') return `${value} %`;
  return /^-?\d+\.\d\d$/.test(value) ? formatMoney(cents(Math.round(Number(value) * 100))) : value;
};

/** Sentences about findings; rows that disagree have their own. */
const FINDINGS: Readonly<Record<string, (note: Note) => string>> = {
  'several-tables': () => 'The document has several tables. Choose one.',
  'same-date-merged': () => 'Payments of one date are joined.',
  'gst-column': () => 'A column states GST. The payments include or exclude it as the lender wrote them.',
  'dates-counted': () =>
    'The document doesn’t state every date. Missing dates are counted from the first payment.',
  'interest-irregular': ({ row }) => `The interest of row ${row} is off the rate of its neighbours.`,
  'total-disagrees': ({ field = '', stated, computed }) =>
    `The total of ${field} is ${shown(field, stated)}; the rows add up to ${shown(field, computed)}.`,
  'loan-unknown': () => 'The document doesn’t state the loan. Enter it in the form.',
  unchecked: () => 'The document states neither balances nor a total, so nothing proves these payments.',
  'terms-agree': () => 'The terms agree with each other.',
  'lent-again': ({ row, stated }) =>
    `Row ${row} adds ${shown('', stated)} to the debt, as a redraw or a reversed payment does.`,
  'balance-differs': ({ field = '', stated, computed }) =>
    `The document states ${shown('', stated)} at ${formatDay(field as CalendarDate)}; its payments leave ${shown('', computed)}.`,
  'extra-added': () => 'What was repaid on top is added to the payment of its date.',
  'dates-missing': () => 'Some rows state no full date. Enter each of them.',
  'dates-of-periods': () => 'Each row states a period. Its payment is taken as due on the last day.',
  'table-unread': () => 'The document has a table that isn’t read as payments. Enter them in the form.',
  alone: () => 'The table states dates and amounts alone. Interest and balances follow from the loan.',
  'decimal-commas': () => 'The document has a comma before the cents. 1.234,56 is read as $1,234.56.',
  'other-unit': ({ stated = '' }) =>
    stated === 'thousand'
      ? 'The document states thousands. They are read as dollars, which they aren’t.'
      : `The document names another currency, ${stated}. Its amounts are read as Australian dollars.`,
  'dates-converted': () => 'The dates are instants of another time zone. They are read as days in Sydney.',
  hidden: ({ stated = '' }) => `The workbook hides ${stated}. They are read too.`,
  'hidden-sheets': ({ stated = '' }) =>
    `The workbook hides sheets that may have payments too: ${stated}. They aren’t read.`,
  'dates-with-times': () => 'The dates have times that are midnight in Sydney by UTC. Check the days.',
};

/** The sentence of a finding; null for those that other parts of the page show. */
export function findingText(note: Note): string | null {
  const { code, field = '', stated, computed } = note;
  if (code.startsWith('disagrees:')) {
    const label = FIELD_LABELS[field as TermField];
    return field === 'interestRate'
      ? `The payments give ${shown(field, computed)}; the document says ${shown(field, stated)}.`
      : `${label}: the payments give ${shown(field, computed)}; the document says ${shown(field, stated)}.`;
  }
  return FINDINGS[code]?.(note) ?? null;
}

/** `60 of 61 rows agree.` */
export const agreementText = (agreeing: number, count: number): string =>
  agreeing === count ? `All ${count} rows agree.` : `${agreeing} of ${count} rows agree.`;

export const readingTexts = {
  dropContract:
    'Drop the lender’s contract to fill in price, deposit and trade-in. PDF, Excel or CSV, up to 10 MB. It stays in your browser.',
  noFigures: (name: string) => `${name} states no price, deposit, trade-in or charges.`,
  drop: 'Drop the lender’s schedule or contract. PDF, Excel or CSV, up to 10 MB. It stays in your browser.',
  monthFirst: (name: string) =>
    `${name}: the dates of the payments fit only, or better, with the month before the day. Are these dates month first?`,
  swappedDates: (name: string) =>
    `${name}: a spreadsheet may have swapped day and month of the dates. Swap them back?`,
  password: 'This document is locked. Enter its password.',
  wrongPassword: 'This password doesn’t open the document.',
  attach: 'The schedule was created, but its document could not be attached. Attach it on this page.',
} as const;
