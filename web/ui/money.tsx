import { formatMoney, toCents } from '../../domain/money.ts';

/** Dollars of the wire, `$1,234.56`: zero faint, negative red and with its sign. */
export function Money({ dollars }: { readonly dollars: number }) {
  return <span className={`money ${toneOf(dollars)}`}>{formatDollars(dollars)}</span>;
}

/** A cell of a table with dollars of the wire: one element, where long tables would have thousands more. */
export function MoneyCell({ dollars }: { readonly dollars: number }) {
  return <td className={`number money ${toneOf(dollars)}`}>{formatDollars(dollars)}</td>;
}

export function formatDollars(dollars: number): string {
  return formatMoney(toCents(dollars)).replace('-', '−');
}

/** A rate in percent with two decimals. */
export function formatRate(percent: number): string {
  return `${percent.toFixed(2)}%`;
}

function toneOf(dollars: number): string {
  if (dollars === 0) return 'money-zero';
  return dollars < 0 ? 'money-negative' : '';
}
