/** Amounts as the PDF of the pack writes them. */
import type { Cents } from '../../domain/money.ts';

/** `1,234.50`, negative amounts in brackets, and zero as a dash. */
export function figure(amount: Cents): string {
  return amount === 0 ? '–' : exactFigure(amount);
}

/** As `figure`, but zero is `0.00`: the result of a check. */
export function exactFigure(amount: Cents): string {
  const [dollars = '', decimals = ''] = (Math.abs(amount) / 100).toFixed(2).split('.');
  const text = `${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
  return amount < 0 ? `(${text})` : text;
}
