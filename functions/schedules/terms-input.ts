import type * as z from 'zod';
import { calendarDate } from '../../domain/calendar.ts';
import { toCents } from '../../domain/money.ts';
import { checkTerms } from '../../domain/schedule/terms.ts';
import type { Ids } from '../lib/ids.ts';
import type { ChangedTerms } from './terms-wire.ts';
import type { StoredTerms } from './schedule-store.ts';

/**
 * The terms that were sent, in the order of their numbers; a row keeps the id it came with.
 * @throws Refusal `invalid` for terms that can't be a schedule.
 */
export function termsFrom(sent: z.output<typeof ChangedTerms>, ids: Ids): StoredTerms {
  const rows = sent.schedulePaymentPlans.toSorted((a, b) => a.number - b.number);
  const terms: StoredTerms = {
    loanAmount: toCents(sent.loanAmount),
    frequency: sent.paymentFrequency,
    startDate: calendarDate(sent.startDate),
    firstPaymentOnStartDate: sent.firstPaymentOnStartDate,
    administrationFee: toCents(sent.administrationFee),
    rows: rows.map(({ id, qty, amount }) => ({ id: id ?? ids.uuid(), qty, amount: toCents(amount) })),
  };
  checkTerms(terms);
  return terms;
}
