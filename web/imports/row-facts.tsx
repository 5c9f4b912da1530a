import { moneyOfCell } from '../../domain/import/cells.ts';
import type { ImportColumn } from '../../domain/import/columns.ts';
import { formatMoney } from '../../domain/money.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars, formatRate } from '../ui/money.tsx';
import type { ImportedRow } from './use-import.ts';

/** A figure that was worked out or read, beside the one that the file states. */
interface Fact {
  readonly label: string;
  readonly value: string;
  /** As the file states it; '' where it doesn't. */
  readonly stated: string;
}

/** The contract that a row becomes; empty while it can't be read. */
export function factsOf({ cells, judged }: ImportedRow): Fact[] {
  if (judged?.interestRate == null) return [];
  const text = (column: ImportColumn): string => cells[column]?.trim() ?? '';
  const { firstPaymentDate, balloon, endDate, totalInterest, interestRate } = judged;
  return [
    { label: 'Loan', value: moneyOf(text('loanAmount')), stated: '' },
    { label: 'Payments', value: paymentsOf(cells), stated: '' },
    { label: 'First', value: dateOf(firstPaymentDate), stated: text('firstPaymentDate') },
    ...(balloon ? [{ label: 'Balloon', value: formatDollars(balloon), stated: text('balloon') }] : []),
    { label: 'Rate', value: formatRate(interestRate), stated: text('contractRate') },
    {
      label: 'Charges',
      value: totalInterest === null ? '' : formatDollars(totalInterest),
      stated: text('totalInterest'),
    },
    { label: 'End', value: dateOf(endDate), stated: text('endDate') },
    ...(hasFee(text('administrationFee'))
      ? [{ label: 'Fee of each payment', value: moneyOf(text('administrationFee')), stated: '' }]
      : []),
  ];
}

function moneyOf(text: string): string {
  const amount = moneyOfCell(text);
  return amount === undefined ? text : formatMoney(amount);
}

const dateOf = (date: string | null): string => (date === null ? '' : showDate(date));

const hasFee = (text: string): boolean => /[1-9]/.test(text);

/** `60 × $1,129.45, 1 × $5,000.00`. */
function paymentsOf(cells: ImportedRow['cells']): string {
  const pairs = Array.from({ length: 10 }, (_each, index) => [
    cells[`terms.${index}.qty`] ?? '',
    cells[`terms.${index}.amount`] ?? '',
  ]);
  return pairs
    .filter((pair) => pair.some((text) => text !== ''))
    .map(([count = '', amount = '']) => `${count} × ${moneyOf(amount)}`)
    .join(', ');
}

/** The facts of a row on lines of their own, with what the file states beside each. */
export function RowFacts({ facts }: { readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="import-facts">
      {facts.map(({ label, value, stated }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {stated !== '' && <span className="muted"> (file: {stated})</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
