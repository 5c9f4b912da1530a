/** The text of a money field as an amount. */
import { cents, type Cents } from './money.ts';

/** `1,234,567.50` or `1 234 567.50`: one separator, every three digits. */
const GROUPED = /^\d{1,3}([, ])\d{3}(?:\1\d{3})*(?:\.\d{0,2})?$/;

/** The text of a money field without a dollar sign and separators of thousands. Text that isn't an amount stays. */
export function plainMoneyInput(text: string): string {
  const bare = text.trim().replace(/^\$ ?/, '');
  return GROUPED.test(bare) ? bare.replaceAll(/[, ]/g, '') : bare;
}

/**
 * Reads the text of a money field: digits and one dot, at most two decimals; thousands may be separated. Returns
 * undefined for other text, such as `1e9` or `10,50`, which never counts as another amount.
 */
export function parseMoneyInput(text: string): Cents | undefined {
  const match = /^(\d*)\.?(\d{0,2})$/.exec(plainMoneyInput(text));
  if (!match) return undefined;
  const [, dollars = '', decimals = ''] = match;
  if (dollars === '' && decimals === '') return undefined;
  const amount = Number(dollars + decimals.padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? cents(amount) : undefined;
}

/** Returns why the text of a money field is refused; undefined for an amount and for an empty field. */
export function moneyInputProblem(text: string, maxLength = Infinity): string | undefined {
  const plain = plainMoneyInput(text);
  if (plain === '') return undefined;
  if (/^\d*\.\d{3,}$/.test(plain)) return 'Enter at most two decimals.';
  if (!/^(?=.*\d)\d*\.?\d*$/.test(plain)) return 'Enter digits and one dot, such as 1000.50.';
  if (plain.length > maxLength) return `Enter at most ${maxLength} characters.`;
  return parseMoneyInput(plain) === undefined ? 'Enter a smaller amount.' : undefined;
}

/** Whether more typing can make the text an amount with separated thousands, such as `1,0`. */
export function isMoneyInputBegun(text: string): boolean {
  const bare = text.trim().replace(/^\$ ?/, '');
  return bare === '.' || /^\d{1,3}(?:([, ])(?:\d{3}\1)*\d{0,3})?$/.test(bare);
}
