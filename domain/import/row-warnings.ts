/** Judges a contract of an import: its unlikely facts, and the figures that the file states beside its terms. */
import { addMonths, daysBetween, formatDate } from '../calendar.ts';
import { cents, formatMoney } from '../money.ts';
import { dateOfText } from '../written-date.ts';
import { compareContractRate, rateDifferenceText, rateInMonths } from '../amortisation/contract-rate.ts';
import { paymentsPerYear } from '../amortisation/frequency.ts';
import type { Segment } from '../amortisation/segment.ts';
import type { Terms } from '../amortisation/terms.ts';
import type { CellErrors } from './cell-reader.ts';
import { amountOrNoneOfCell, dateOfCell } from './cells.ts';
import type { ImportRow } from './columns.ts';

/** A contract as its row was read. */
interface ReadTerms {
  readonly terms: Terms;
  readonly schedule: Segment;
  /** Percent a year as the contract states it; null where it doesn't. */
  readonly contractRate: number | null;
}

/** Warnings by column; none stops the row. */
export function warningsOn(row: ImportRow, read: ReadTerms): CellErrors {
  const found: readonly (readonly [string, string | null])[] = [
    ...(['startDate', 'firstPaymentDate'] as const).map(
      (column) => [column, convertedDate(row[column])] as const,
    ),
    ['startDate', unlikelyYear(read)],
    ['firstPaymentDate', lateFirstPayment(read)],
    ['terms.0.qty', termInMonths(row, read)],
    ['administrationFee', unlikelyFee(read)],
    ['totalInterest', otherCharges(row, read)],
    ['endDate', otherEnd(row, read)],
    ...otherRate(read),
  ];
  const warnings: Record<string, string[]> = {};
  for (const [column, text] of found) if (text !== null) (warnings[column] ??= []).push(text);
  return warnings;
}

/** An instant was converted to a day, or a time of day may be midnight elsewhere. */
function convertedDate(text: string): string | null {
  const date = dateOfText(text.trim());
  if (typeof date !== 'object') return null;
  const day = dateOfCell(text.trim());
  if (date.isConverted && day) return `“${text.trim()}” is ${formatDate(day)} in Sydney.`;
  return date.hasTime
    ? `“${text.trim()}” has a time that is midnight in Sydney by UTC. Is the day right?`
    : null;
}

/** Two digits of a year are 1970 to 2069; contracts of these years alone are likely. */
const LIKELY_YEARS = ['1990', '2050'] as const;

function unlikelyYear({ terms: { startDate } }: ReadTerms): string | null {
  const [first, last] = LIKELY_YEARS;
  if (startDate >= first && startDate < last) return null;
  return `The contract starts on ${formatDate(startDate)}. Is the year right?`;
}

/** Percent a year: payments of quarters counted as months cost far more. */
const HIGH_RATE = 15;

/** A bare term counts payments, but where they are dear, and would not be if it counted months, it may count months. */
function termInMonths(row: ImportRow, { terms, schedule, contractRate }: ReadTerms): string | null {
  const states = contractRate !== null || row.totalInterest.trim() !== '' || row.endDate.trim() !== '';
  const isBare = row.terms.some(({ qty }) => /^\d+$/.test(qty.trim()));
  const { annualPercent } = schedule.rate;
  if (states || !isBare || annualPercent <= HIGH_RATE) return null;
  const rate = rateInMonths(terms);
  if (rate === null || rate < 0 || rate > HIGH_RATE) return null;
  return `${schedule.count} payments cost ${annualPercent.toFixed(2)} % a year. Is the term in months?`;
}

/** A first payment later than so many months after the start points to a mistake in a date. */
const LATE_MONTHS = 13;

function lateFirstPayment({ terms: { startDate, firstPaymentDate } }: ReadTerms): string | null {
  if (firstPaymentDate === undefined || firstPaymentDate <= addMonths(startDate, LATE_MONTHS)) return null;
  return `The first payment is more than ${LATE_MONTHS} months after the start. Please check both dates.`;
}

/** A fee of each payment is at most this share of it. */
const HIGHEST_FEE = 0.05;

function unlikelyFee({ terms, schedule }: ReadTerms): string | null {
  const { administrationFee: fee, rows } = terms;
  const payment = Math.max(...rows.slice(0, 1).map(({ amount }) => amount));
  const total = fee * schedule.count;
  if (fee === 0 || (fee <= HIGHEST_FEE * payment && total < schedule.totalInterest)) return null;
  return `${formatMoney(fee)} with each of ${schedule.count} payments comes to ${formatMoney(cents(total))}. Is it paid once?`;
}

/** Stated charges may include the fees. */
function otherCharges({ totalInterest }: ImportRow, { terms, schedule }: ReadTerms): string | null {
  if (totalInterest.trim() === '') return null;
  const stated = amountOrNoneOfCell(totalInterest.trim());
  if (stated === undefined) return 'The charges can’t be read, so they aren’t compared.';
  const { totalInterest: charges, count } = schedule;
  const agrees = [charges, charges + count * terms.administrationFee].some(
    (each) => Math.abs(each - stated) <= count,
  );
  if (agrees) return null;
  return `The register says charges of ${formatMoney(stated)}, these payments give ${formatMoney(charges)}.`;
}

/** Registers state the last payment's date, or a period later. */
function otherEnd({ endDate }: ImportRow, { terms, schedule }: ReadTerms): string | null {
  if (endDate.trim() === '') return null;
  const date = dateOfText(endDate.trim());
  if (typeof date === 'object' && date.year !== undefined && date.day === undefined) {
    const months =
      (date.year - Number(schedule.endDate.slice(0, 4))) * 12 +
      date.month -
      Number(schedule.endDate.slice(5, 7));
    return Math.abs(months) <= Math.max(1, 12 / paymentsPerYear(terms.frequency))
      ? null
      : `The file says ${endDate.trim()}, these payments end on ${formatDate(schedule.endDate)}.`;
  }
  const stated = dateOfCell(endDate.trim());
  if (stated === undefined) return 'The end date can’t be read, so it isn’t compared.';
  const period = Math.max(366 / paymentsPerYear(terms.frequency), 15);
  if (Math.abs(daysBetween(stated, schedule.endDate)) <= period) return null;
  return `The file says ${formatDate(stated)}, these payments end on ${formatDate(schedule.endDate)}.`;
}

/** Percent a year; financiers charge less, so that more points to a mistake in the terms. */
const UNLIKELY_RATE = 50;

function otherRate({ terms, schedule, contractRate }: ReadTerms): readonly (readonly [string, string])[] {
  const { annualPercent } = schedule.rate;
  if (contractRate !== null) {
    const difference = compareContractRate(terms, contractRate, annualPercent);
    return difference ? [['contractRate', rateDifferenceText(difference)]] : [];
  }
  if (annualPercent <= UNLIKELY_RATE) return [];
  return [
    [
      'terms',
      `These payments cost ${annualPercent.toFixed(2)} % a year. Please check their number and amount.`,
    ],
  ];
}
