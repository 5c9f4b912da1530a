/** The meaning of a register's column by the words of its header, where no name or synonym of a column is its own. */
import type { ImportColumn } from '../../domain/import/columns.ts';

/** Figures of a register that are no terms of the contract: balances, ends, security. */
const OTHER =
  /\b(?:balance|outstanding|owing|current|remaining|left|paid to date|end|ends|expiry|expires|maturity|final|last|next|payout|pay out|gst|stamp duty|abn|acn|rego|registration|vin|serial|comments?|notes?|guarantors?|security|deposit|trade in|price|cost|partner|manager|total|insurer|gl|xero|nominal|code|status)\b/;

/** The first pattern that fits decides; its columns in order of likelihood. */
const MEANINGS: readonly (readonly [RegExp, ...ImportColumn[]])[] = [
  [/\b(?:balloon|residual)\b.*\b(?:due|timing|when)\b/, 'balloonDue'],
  [/\b(?:balloon|residual|rv)\b/, 'balloon'],
  [/\b(?:rate|apr)\b/, 'contractRate'],
  [/\b(?:frequency|cycle)\b/, 'frequency'],
  [
    /\b(?:contract|agreement|account|loan|facility|finance|reference)\b.*\b(?:number|id|reference)\b/,
    'contractNumber',
  ],
  [/\b(?:in )?(?:advance|arrears)\b/, 'firstPaymentOnStartDate'],
  [/\b(?:fees?|charges?)\b/, 'administrationFee'],
  [
    /\b(?:start|starts|commenced|commences|commencement|settled|settlement|drawdown|drawn|inception|funded)\b/,
    'startDate',
  ],
  [/\b(?:contract|loan|agreement) date\b/, 'startDate'],
  [
    /\bterm\b|^months$|\bnumber\b.*\b(?:payments|instalments|rentals|months)\b|\b(?:payments|instalments) number\b/,
    'terms.0.qty',
  ],
  [
    /\b(?:naf|principal|borrowed)\b|\bamount (?:financed?|of loan)\b|\b(?:loan|facility|original|financed?) (?:amount|value|limit)\b|^financed$/,
    'loanAmount',
  ],
  [/\b(?:payments?|instalments?|rentals?)\b/, 'terms.0.amount'],
  [
    /\b(?:lender|financier|funder|financer|bank|finance company|credit provider)\b|\bfinanced? (?:by|with|through)\b/,
    'lender',
  ],
  [/\b(?:client|entity|borrower|customer|company|business|taxpayer|group)\b/, 'entity'],
  [/\b(?:asset|goods|equipment|vehicle|machine|plant|item|unit)\b/, 'asset'],
  [/\b(?:type|kind|product)\b/, 'kind'],
  [/^(?:facility|contract|loan|finance)$/, 'kind', 'name'],
  [/\b(?:description|details|name|loan|facility|schedule|contract)\b/, 'name'],
];

/** Abbreviations in headers, and the words that they stand for. */
const WORDS: Readonly<Record<string, string>> = {
  pmt: 'payment',
  pmts: 'payments',
  pymt: 'payment',
  pymts: 'payments',
  repayment: 'payment',
  repayments: 'payments',
  repmt: 'payment',
  installment: 'instalment',
  installments: 'instalments',
  amt: 'amount',
  no: 'number',
  nbr: 'number',
  num: 'number',
  '#': 'number',
  ref: 'reference',
  acct: 'account',
  'a/c': 'account',
  freq: 'frequency',
  mth: 'months',
  mths: 'months',
  month: 'months',
  adv: 'advance',
  agmt: 'agreement',
  fin: 'finance',
  desc: 'description',
  adminfee: 'fee',
  bal: 'balance',
  os: 'outstanding',
  int: 'interest',
  co: 'company',
  equip: 'equipment',
  settle: 'settlement',
};

/** The columns that a header may stand for by its words, the likeliest first; empty for another figure. */
export function meaningOfHeader(header: string): readonly ImportColumn[] {
  const words = wordsOf(header.replaceAll(/\(.*?\)/g, ' '));
  if (words === '' || OTHER.test(words)) return [];
  const [, ...columns] = MEANINGS.find(([pattern]) => pattern.test(words)) ?? [null];
  return columns;
}

const wordsOf = (header: string): string =>
  (header.toLowerCase().match(/a\/c|#|[a-z0-9]+/g) ?? []).map((word) => WORDS[word] ?? word).join(' ');

/** Whether a header names a percentage: `Balloon %`, `Residual (pct)`. */
export const isPercentHeader = (header: string): boolean => /%|\bper ?cent(?:age)?\b|\bpct\b/i.test(header);

/** The unit of a term that a header states: `Term (months)`, `Years`; '' if it states none. */
export function unitOfHeader(header: string): '' | 'months' | 'years' {
  if (/\bm(?:on)?ths?\b/i.test(header)) return 'months';
  return /\by(?:ea)?rs?\b/i.test(header) ? 'years' : '';
}

/** The frequency in the header of an amount: `Monthly repayment`. */
export function frequencyOfHeader(header: string): string {
  return /\b(?:weekly|fortnightly|monthly|quarterly|half[- ]yearly|yearly|annual)\b/i.exec(header)?.[0] ?? '';
}
