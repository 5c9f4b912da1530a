import { calendarDate } from '../calendar.ts';
import { cents, formatMoney, MAX_AMOUNT, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { invalid } from '../refusal.ts';
import { formatCount } from '../text.ts';
import type { ContractEvent, PayoutFee } from './events.ts';
import { checkRows, checkAdministrationFee } from '../amortisation/terms.ts';

/** The highest rate that a rate change can set, in percent a year. */
const MAX_RATE = 1000;
const LATEST_FIRST_PAYMENT = calendarDate('2200-12-31');

/**
 * Checks the input of an event on its own: amounts, rates and counts within their limits.
 * @throws Refusal invalid, naming the wire field to correct.
 */
export function checkChange({ date, change }: ContractEvent): void {
  switch (change.kind) {
    case 'payout':
    case 'refinance':
      checkPayout(change.payoutFigure, change.fees);
      break;
    case 'extra-repayment':
      checkAmount('amount', change.amount);
      break;
    case 'rate-change':
      if (!(change.interestRate >= 0 && change.interestRate <= MAX_RATE)) {
        const message = `The interest rate must be between 0 and ${formatCount(MAX_RATE)} percent a year.`;
        throw invalid('interestRate', 'event/interest-rate', message);
      }
      break;
    case 'terms-change':
      if (change.table === undefined) checkRows(change.rows, ZERO);
      if (change.administrationFee !== undefined) checkAdministrationFee(change.administrationFee);
      break;
    case 'frequency-change':
      if (change.firstPaymentDate <= date || change.firstPaymentDate > LATEST_FIRST_PAYMENT) {
        const message = 'The first payment must be dated after the change and before the year 2201.';
        throw invalid('firstPaymentDate', 'event/first-payment-date', message);
      }
      if ('rows' in change.payments) checkRows(change.payments.rows, ZERO);
      else checkAmount('amount', change.payments.amount);
      break;
    case 'holiday':
      if (!(Number.isInteger(change.qty) && change.qty > 0)) {
        throw invalid('qty', 'event/qty', 'The number of payments must be a whole number, 1 or more.');
      }
      break;
    case 'fee-change':
      checkAdministrationFee(change.administrationFee);
      break;
  }
}

function checkPayout(payoutFigure: Cents, fees: readonly PayoutFee[]): void {
  checkAmount('payoutFigure', payoutFigure);
  for (const { amount } of fees) checkAmount('fees', amount);
  const total = fees.reduce((sum, { amount }) => sum + amount, 0);
  if (total > payoutFigure) {
    const message = `The fees add up to ${formatMoney(cents(total))}, more than the payout figure of ${formatMoney(payoutFigure)}. Please enter the payout figure with its fees.`;
    throw invalid('fees', 'event/fees', message);
  }
}

function checkAmount(field: string, amount: Cents): void {
  if (amount > 0 && amount <= MAX_AMOUNT) return;
  const message = `The amount must be more than ${formatMoney(ZERO)} and at most ${formatMoney(MAX_AMOUNT)}.`;
  throw invalid(field, 'event/amount', message);
}
