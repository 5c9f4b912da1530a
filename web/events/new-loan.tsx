import { amortise } from '../../domain/amortisation/amortise.ts';
import { frequencyLabel } from '../../domain/amortisation/frequency.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import { formatMoney } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { showDate } from '../ui/dates.ts';
import { Facts } from '../ui/facts.tsx';
import { formatRate } from '../ui/money.tsx';

/** The figures of the contract that a refinance begins; nothing for terms that the service refuses. */
export function NewLoan({ terms }: { readonly terms: Terms }) {
  const loan = calculate(terms);
  if (!loan) return null;
  const [first] = loan.payments;
  return (
    <section aria-label="The new loan">
      <h2 className="change-heading">The new loan</h2>
      <Facts
        facts={[
          { label: 'Loan amount', value: formatMoney(terms.loanAmount) },
          { label: 'Interest rate', value: formatRate(loan.rate.annualPercent), detail: 'nominal p.a.' },
          {
            label: 'Payments',
            value: terms.rows.map(({ qty, amount }) => `${qty} × ${formatMoney(amount)}`).join(' + '),
            detail: frequencyLabel(terms.frequency),
          },
          first && { label: 'First payment', value: showDate(first.date) },
          { label: 'End date', value: showDate(loan.endDate) },
          { label: 'Total interest', value: formatMoney(loan.totalInterest) },
        ]}
      />
    </section>
  );
}

function calculate(terms: Terms) {
  try {
    return amortise(terms);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
