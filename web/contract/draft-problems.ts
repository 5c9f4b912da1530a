/** The problems that keep a draft of a schedule from being submitted. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { formatMoney, MAX_AMOUNT, ZERO } from '../../domain/money.ts';
import { EARLIEST_START, LATEST_START } from '../../domain/amortisation/terms.ts';
import { showDate } from '../ui/dates.ts';
import { isRowComplete, tableOf, type Draft, type DraftRow, type FieldErrors } from './draft.ts';

/** Returns the errors of fields with a value that can't be submitted. Text that isn't an amount has its own. */
export function wrongFields(draft: Draft): FieldErrors {
  const loan = parseMoneyInput(draft.loanAmount);
  const fee = parseMoneyInput(draft.administrationFee) ?? ZERO;
  const { startDate, firstPaymentDate } = draft;
  const isFirstWrong =
    !draft.usesTable && firstPaymentDate !== '' && isCalendarDate(startDate) && firstPaymentDate < startDate;
  const isDateWrong = isCalendarDate(startDate) && (startDate < EARLIEST_START || startDate > LATEST_START);
  return {
    ...(loan === 0 && { loanAmount: 'Enter an amount of more than $0.00.' }),
    ...(loan !== undefined && loan > MAX_AMOUNT && { loanAmount: atMost }),
    ...(fee > MAX_AMOUNT && { administrationFee: atMost }),
    ...(isFirstWrong && { firstPaymentDate: `Enter a date after ${showDate(startDate)}.` }),
    ...(isDateWrong && {
      startDate: `Enter a date from ${showDate(EARLIEST_START)} to ${showDate(LATEST_START)}.`,
    }),
  };
}

const atMost = `Enter at most ${formatMoney(MAX_AMOUNT)}.`;

/** Returns the labels of the required fields that are empty. */
export function missingFields(draft: Draft): string[] {
  const { description, loanAmount, paymentFrequency, startDate } = draft;
  const hasPayments = draft.usesTable
    ? tableOf(draft).table !== undefined
    : draft.rows.length > 0 && draft.rows.every(({ qty, amount }) => qty !== '' && amount !== '');
  return [
    description.trim() === '' && 'Name',
    loanAmount === '' && 'Loan amount',
    paymentFrequency === '' && 'Frequency',
    !isCalendarDate(startDate) && 'Start date',
    !hasPayments && (draft.usesTable ? 'Lender’s payment table' : 'Payment terms'),
  ].filter((label) => label !== false);
}

/** Returns why a row of payment terms can't be submitted; undefined for an empty field. */
export function rowProblem(row: DraftRow): string | undefined {
  return row.qty !== '' && !isRowComplete({ ...row, amount: '1' })
    ? 'Enter a whole number of payments, 1 or more.'
    : undefined;
}
