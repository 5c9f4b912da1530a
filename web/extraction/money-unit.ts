/** The unit of amounts that aren't Australian dollars: thousands, or another currency. */

const THOUSANDS = /(?<![\d,.])['’]?0{3}['’]?s?\b|\$ ?k\b|\bthousands?\b/gi;
const CURRENCY =
  /\b(?:USD|NZD|EUR|GBP|CAD|SGD|HKD|JPY|CNY|FJD|CHF|ZAR|INR)\b|\b(?:US|NZ|HK|CA?|SG?)\$|[€£¥]/g;

/** `thousand`, a currency such as `USD`, or '' for Australian dollars and texts that name no unit. */
export function moneyUnit(text: string): string {
  const currency = text.match(CURRENCY)?.[0];
  if (currency !== undefined && !/\bAUD\b|\bA(?:U)?\$/.test(text)) return currency;
  return text.search(THOUSANDS) < 0 ? '' : 'thousand';
}

/** Only with a sign: numbers of three zeros stand in documents too. */
const SIGNED_THOUSANDS = /\$ ?['’]?0{3}s?\b(?![,.]?\d)|(?<!\d)['’]0{3}s?\b/;
/** Longer lines are sentences about other things. */
const LONGEST_LINE = 120;

/** The unit that a short line of a document names; '' for Australian dollars. */
export function unitOfLine(text: string): string {
  if (text.length > LONGEST_LINE) return '';
  const unit = moneyUnit(text);
  return unit === 'thousand' && !SIGNED_THOUSANDS.test(text) ? '' : unit;
}

/** A header without the unit of its amounts. */
export const withoutMoneyUnit = (text: string): string =>
  text.replaceAll(THOUSANDS, ' ').replaceAll(CURRENCY, ' ');

/** The column of currencies by its name; -1 without one. */
export const currencyColumn = (names: readonly string[]): number =>
  names.findIndex((name) => /^(?:currency|ccy|curr?\.?)$/i.test(name.trim()));

/** The unit of a cell in a column of currencies. */
export const currencyIn = (text: string): string =>
  /^(?:AUD?|A(?:U)?\$|\$|Australian dollars?|)$/i.test(text.trim()) ? '' : text.trim();
