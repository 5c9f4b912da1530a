import { toDollars } from '../../domain/money.ts';
import { changesOf } from '../store/audit.ts';
import type { OwnedSchedule } from './schedule-store.ts';

type Audited = Pick<OwnedSchedule, 'name' | 'terms'> & { readonly autoSync: boolean };

/** Returns the facts of a schedule that an update changed, for its audit entry. */
export function changedFacts(before: Audited, after: Audited): Readonly<Record<string, string>> {
  const facts = factsOf(after);
  return changesOf(Object.keys(facts), factsOf(before), facts);
}

function factsOf({ name, terms, autoSync }: Audited): Readonly<Record<string, string>> {
  const { loanAmount, frequency, startDate, firstPaymentOnStartDate, administrationFee, rows } = terms;
  return {
    description: name,
    loanAmount: toDollars(loanAmount).toFixed(2),
    frequency,
    startDate,
    firstPaymentOnStartDate: String(firstPaymentOnStartDate),
    administrationFee: toDollars(administrationFee).toFixed(2),
    payments: rows.map(({ qty, amount }) => `${qty} × ${toDollars(amount).toFixed(2)}`).join(', '),
    autoSync: String(autoSync),
  };
}
