import { type Cents, toDollars } from '../../domain/money.ts';
import { changesOf } from '../records/tenants/audit.ts';
import type { ContractFields, StoredTerms } from '../records/schedules/schedule-item.ts';

type Details = ContractFields & { readonly name: string };
type Audited = Partial<Details> & { readonly terms: StoredTerms; readonly autoSync: boolean };

export function changedFacts(before: Audited, after: Audited): Readonly<Record<string, string>> {
  const facts = termFacts(after);
  return {
    ...changedDetails(before, after),
    ...changesOf(Object.keys(facts), termFacts(before), facts),
  };
}

export function changedDetails(
  before: Partial<Details>,
  after: Partial<Details>,
): Readonly<Record<string, string>> {
  return changesOf(['name', 'lender', 'contractNumber', 'asset', 'kind', 'contractRate'], before, after);
}

function termFacts({ terms, autoSync }: Audited): Readonly<Record<string, string>> {
  const { loanAmount, frequency, startDate, firstPaymentOnStartDate, administrationFee } = terms;
  return {
    loanAmount: toDollars(loanAmount).toFixed(2),
    frequency,
    startDate,
    firstPaymentOnStartDate: String(firstPaymentOnStartDate),
    firstPaymentDate: terms.firstPaymentDate ?? '',
    paymentsAtMonthEnd: String(terms.paymentsAtMonthEnd ?? false),
    administrationFee: toDollars(administrationFee).toFixed(2),
    payments: paymentsFact(terms),
    autoSync: String(autoSync),
  };
}

function paymentsFact({ rows, table }: StoredTerms): string {
  const amount = (cents: Cents): string => toDollars(cents).toFixed(2);
  if (!table) return rows.map((row) => `${row.qty} × ${amount(row.amount)}`).join(', ');
  const total = table.reduce((sum, row) => sum + row.amount, 0);
  return `${table.length} of the lender’s table, ${amount(total as Cents)} in total`;
}
