/** The vectors of contract terms: first payment dates, month ends, rows of 0.00, tables of dates and amounts. */
import { calendarDate } from '../../domain/calendar.ts';
import { keptFirstPayment, type Terms } from '../../domain/amortisation/terms.ts';
import json from '../domain/terms-vectors.json' with { type: 'json' };
import { centsOf, frequencyOf } from './event-vectors.ts';

export const TERMS_VECTORS = json;

type VectorTerms = (typeof json)['contracts'][number]['terms'];

export function termsOfVector(terms: VectorTerms): Terms {
  const { paymentFrequency, firstPaymentDate, paymentsAtMonthEnd } = terms;
  const frequency = frequencyOf(paymentFrequency);
  const startDate = calendarDate(terms.startDate);
  const given = firstPaymentDate === null ? undefined : calendarDate(firstPaymentDate);
  return {
    loanAmount: centsOf(terms.loanAmount),
    frequency,
    startDate,
    firstPaymentOnStartDate: terms.firstPaymentOnStartDate,
    firstPaymentDate: keptFirstPayment({ startDate, frequency }, given),
    paymentsAtMonthEnd,
    administrationFee: centsOf(terms.administrationFee),
    rows: terms.schedulePaymentPlans.map(({ qty, amount }) => ({ qty, amount: centsOf(amount) })),
  };
}
