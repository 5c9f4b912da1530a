/** The change of an event in a few words, for reports. */
import { formatDay } from '../calendar.ts';
import { frequencyLabel } from '../amortisation/frequency.ts';
import type { TermRow } from '../amortisation/term-rows.ts';
import type { Change } from '../event-kinds/kinds.ts';
import { formatMoney } from '../money.ts';

const KEPT = { payment: 'the payments stay', term: 'the term stays' } as const;

export function changeText(change: Change): string {
  switch (change.kind) {
    case 'payout':
      return `Payout figure ${formatMoney(change.payoutFigure)}`;
    case 'refinance':
      return `Payout figure ${formatMoney(change.payoutFigure)}, paid by a new loan`;
    case 'extra-repayment':
      return `${formatMoney(change.amount)}, ${KEPT[change.keep]}`;
    case 'rate-change':
      return `${change.interestRate.toFixed(2)} % p.a., ${KEPT[change.keep]}`;
    case 'terms-change':
      return `From payment ${change.fromPayment}: ${change.table ? 'the lender’s table' : rowsText(change.rows)}`;
    case 'frequency-change':
      return `${frequencyLabel(change.frequency)} from ${formatDay(change.firstPaymentDate)}: ${change.amount === undefined ? rowsText(change.rows) : formatMoney(change.amount)}`;
    case 'holiday': {
      const last = change.fromPayment + change.qty - 1;
      return change.qty === 1
        ? `Payment ${last} is skipped`
        : `Payments ${change.fromPayment} to ${last} are skipped`;
    }
    case 'fee-change':
      break;
  }
  return `${formatMoney(change.administrationFee)} from payment ${change.fromPayment}`;
}

const rowsText = (rows: readonly TermRow[] = []): string =>
  rows.map(({ qty, amount }) => `${qty} × ${formatMoney(amount)}`).join(' + ');
