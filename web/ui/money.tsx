import { formatMoney, toCents } from '../../domain/money.ts';

/** Dollars as `$1,234.56`: zero is faint, negative is red with a sign. */
export function Money({ dollars }: { readonly dollars: number }) {
  return <span className={`money ${toneOf(dollars)}`}>{formatDollars(dollars)}</span>;
}

/** A table cell with dollars, in one element: long tables have thousands. */
export function MoneyCell({
  dollars,
  className = '',
  label,
}: {
  readonly dollars: number;
  readonly className?: string;
  /** Stands above it where rows are stacked. */
  readonly label?: string;
}) {
  return (
    <td className={`number money ${toneOf(dollars)} ${className}`} data-label={label}>
      {formatDollars(dollars)}
    </td>
  );
}

export function formatDollars(dollars: number): string {
  return formatMoney(toCents(dollars)).replace('-', '−');
}

/** Formats a rate in percent: `6.49 %`, in one line. */
export function formatRate(percent: number, decimals = 2): string {
  return `${percent.toFixed(decimals)}\u00a0%`;
}

function toneOf(dollars: number): string {
  if (dollars === 0) return 'money-zero';
  return dollars < 0 ? 'money-negative' : '';
}
