/** What amounts count where it isn't Australian dollars: thousands, or another currency. */

const THOUSANDS = /(?<![\d,.])['’]?0{3}['’]?s?\b|\$ ?k\b|\bthousands?\b/gi;
const CURRENCY =
  /\b(?:USD|NZD|EUR|GBP|CAD|SGD|HKD|JPY|CNY|FJD|CHF|ZAR|INR)\b|\b(?:US|NZ|HK|CA?|SG?)\$|[€£¥]/g;

/** `thousand`, a currency such as `USD`, or '' for Australian dollars and texts that name no unit. */
export function moneyUnit(text: string): string {
  const currency = text.match(CURRENCY)?.[0];
  if (currency !== undefined && !/\bAUD\b|\bA(?:U)?\$/.test(text)) return currency;
  return text.search(THOUSANDS) < 0 ? '' : 'thousand';
}

/** A header without the unit of its amounts. */
export const withoutMoneyUnit = (text: string): string =>
  text.replaceAll(THOUSANDS, ' ').replaceAll(CURRENCY, ' ');

/** The unit of a cell in a column of currencies. */
export const currencyIn = (text: string): string =>
  /^(?:AUD?|A(?:U)?\$|\$|Australian dollars?|)$/i.test(text.trim()) ? '' : text.trim();
