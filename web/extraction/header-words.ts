/** The meaning of a register's column by the words of its header, where no name or synonym of a column is its own. */
import type { ImportColumn } from '../../domain/import/columns.ts';

/** Fees that a contract charges once: no part of the payments. */
const PAID_ONCE =
  /\b(?:establishment|establish|application|documentation|document|doc|docs|origination|brokerage|broker|commission|option|ppsr|set ?up|upfront|up front|booking|valuation|legal|legals|registration|discharge|approval|settlement fee|dealer|processing|lodgement|risk)\b/;

/** Figures of a register that are no terms of the contract: balances, security, fees paid once. */
const OTHER =
  /\b(?:balance|outstanding|owing|current|remaining|day|made|left|paid to date|next|payout|pay out|gst|stamp duty|abn|acn|rego|registration|vin|serial|comments?|notes?|guarantors?|security|deposit|trade in|partner|manager|total|insurer|insurance|gl|xero|nominal|code|status|age|accrued|ytd|to date|arrears amount|days overdue)\b/;

/** Terms that change the payments and that no column takes: months without them, further payments, another rate. */
const OTHER_TERMS =
  /\b(?:defer\w*|holidays?|moratorium|grace|interest (?:free|only)|io|skip\w*|paused?|suspen\w*|seasonal\w*|irregular|structured?|steps?|stepped|escalat\w*|indexed|indexation|cpi|redraws?|redrawn|capitali[sz]\w*|(?:extra|additional|lump sum|voluntary) (?:payments?|instalments?|principal|amounts?)|lump sums?|rate (?:type|basis|reset|review|change)|varied|variations?|restructured?)\b/;

/** Amounts that lessen what is borrowed of the price. */
const PAID_DOWN =
  /\b(?:deposits?|trade ?ins?|trade (?:allowance|value|amount)|(?:less|minus|net) trade|(?:down|initial|up ?front) (?:payment|instalment|rental)|downpayment|contributions?|rebates?|discounts?|cash ?back)\b/;
/** Deposits that come back, figures beside an amount, and amounts from which it is taken already: `Price less deposit`. */
const NOT_PAID_DOWN =
  /\b(?:bond|rental|security|term) deposit|\b(?:date|day|bank|account|number|reference|type|method|bsb|rate|interest|fees?)\b|\S (?:less|after|minus|net of|excl\w*|ex) /;

/** Prices of the goods, which are no loan. */
const PRICE = /\b(?:price|cost|value of (?:asset|goods|vehicle))\b/;

/** Figures that are named before the others, since their words say other things too. */
const CHECKS: readonly (readonly [RegExp, ...ImportColumn[]])[] = [
  [/\b(?:balloon|residual|rv)\b.*\b(?:due|timing|when)\b/, 'balloonDue'],
  [/\b(?:balloon|residual|rv)\b/, 'balloon'],
  [
    /\b(?:end|ends|expiry|expires|maturity|matures|completion|finish|finishes)\b|\b(?:final|last) (?:payment|instalment|rental)\b.*\bdate\b|\bdate\b.*\b(?:final|last) (?:payment|instalment|rental)\b/,
    'endDate',
  ],
  [
    /\bfirst (?:payment|instalment|rental|due)\b.*\b(?:date|due|on)\b|\bdate\b.*\bfirst (?:payment|instalment|rental)\b|^first (?:payment|instalment|rental|due)$|\b(?:payments?|instalments?|rentals?) (?:start|starts|commence|begin|from)\b/,
    'firstPaymentDate',
  ],
  [/\b(?:last day of (?:each )?months?|end of months?|months end|eom)\b/, 'paymentsAtMonthEnd'],
  [
    /\b(?:terms?|finance|interest|credit|hiring|total|unexpired|unearned|hp) charges?\b|\btotal (?:interest|finance|charges)\b|\binterest (?:total|payable|amount|component)\b|^interest$|\bcharges total\b/,
    'totalInterest',
  ],
  [/\b(?:payments|instalments|rentals|periods) (?:per|a|each) (?:year|annum)\b|\bpayments pa\b/, 'frequency'],
];

/** The first pattern that fits decides; its columns in order of likelihood. */
const MEANINGS: readonly (readonly [RegExp, ...ImportColumn[]])[] = [
  [/\b(?:rate|apr)\b/, 'contractRate'],
  [/\b(?:frequency|cycle)\b/, 'frequency'],
  [
    /\b(?:contract|agreement|account|loan|facility|finance|reference)\b.*\b(?:number|id|reference)\b/,
    'contractNumber',
  ],
  [/\b(?:in )?(?:advance|arrears)\b/, 'firstPaymentOnStartDate'],
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

/** A fee of each payment says so; no other word makes a figure one. */
const EACH_PAYMENT =
  /\b(?:months|monthly|weekly|fortnightly|quarterly|yearly|annual|per (?:payment|instalment|months)|each payment|account|account keeping|keeping|service|admin|administration|maintenance|management|collection)\b/;
const FEE = /\b(?:fees?|charges?)\b/;

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
  instal: 'instalment',
  inst: 'instalment',
  '1st': 'first',
  resid: 'residual',
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
  mthly: 'monthly',
  mnthly: 'monthly',
  qtrly: 'quarterly',
  chg: 'charge',
  chgs: 'charges',
  estab: 'establishment',
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
  if (/\(.*\b(?:balance|current|outstanding|owing|remaining|payout)\b.*\)/i.test(header)) return [];
  if (words === '' || isPaidOnce(header) || isPaidDown(header) || isOtherTerm(header)) return [];
  if (isPercentHeader(header) && /^interest(?: p ?a| per annum)?$/.test(words)) return ['contractRate'];
  const check = meaningIn(CHECKS, words);
  if (check.length > 0) return check;
  if (OTHER.test(words) || PRICE.test(words) || /\b(?:final|last)\b/.test(words)) return [];
  if (FEE.test(words)) return EACH_PAYMENT.test(words) ? ['administrationFee'] : [];
  return meaningIn(MEANINGS, words);
}

function meaningIn(
  meanings: readonly (readonly [RegExp, ...ImportColumn[]])[],
  words: string,
): readonly ImportColumn[] {
  const [, ...columns] = meanings.find(([pattern]) => pattern.test(words)) ?? [null];
  return columns;
}

/** Whether a header names a fee that is paid once. */
export function isPaidOnce(header: string): boolean {
  const words = wordsOf(header);
  return PAID_ONCE.test(words) && (FEE.test(words) || /\b(?:brokerage|commission|ppsr|option)\b/.test(words));
}

/** Whether a header names an amount that may have to be taken off the loan amount: a deposit, a trade-in. */
export function isPaidDown(header: string): boolean {
  const words = wordsOf(header);
  return PAID_DOWN.test(words) && !NOT_PAID_DOWN.test(words);
}

/** Whether a header names a term that changes the payments and that no column takes. */
export const isOtherTerm = (header: string): boolean => OTHER_TERMS.test(wordsOf(header));

/** Whether a cell of such a term says that the contract has none: `No`, `0 months`, `Fixed`. */
export const isNoTerm = (text: string): boolean =>
  /^(?:no|n|none|nil|false|never|fixed|level|standard|regular|n\/?a|not applicable|[-–—]+|\$? ?0+(?:\.0+)? ?(?:%|[a-z]+)?)$/i.test(
    text,
  );

/** Whether a header names the day of the month on which payments fall. */
export const isPaymentDay = (header: string): boolean =>
  /\b(?:payments?|repayments?|instalments?|rentals?|due|debit) day\b|\bday (?:of (?:the |each )?month|due|of (?:payment|repayment|debit))\b/.test(
    wordsOf(header),
  );

/** Whether a header names a fee without saying whether it is paid once or with each payment. */
export function isBareFee(header: string): boolean {
  const words = wordsOf(header);
  return (
    FEE.test(words) &&
    !EACH_PAYMENT.test(words) &&
    !isPaidOnce(header) &&
    meaningIn(CHECKS, words).length === 0
  );
}

/** Whether a header names the price of the goods. */
export const isPriceHeader = (header: string): boolean => PRICE.test(wordsOf(header));

/** Words that say that a figure has its GST, not that it is the GST. */
const WITH_GST = /\b(?:incl?|including|inclusive)(?: of)? gst\b|\bgst (?:incl?|inclusive|included)\b/;

const wordsOf = (header: string): string =>
  (header.toLowerCase().match(/a\/c|#|[a-z0-9]+/g) ?? [])
    .map((word) => WORDS[word] ?? word)
    .join(' ')
    .replace(WITH_GST, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

/** Whether a header names a percentage: `Balloon %`, `Residual (pct)`. */
export const isPercentHeader = (header: string): boolean => /%|\bper ?cent(?:age)?\b|\bpct\b/i.test(header);

/** Whether a header counts the payments of a year. */
export const isPerYearHeader = (header: string): boolean =>
  /\b(?:per|a|each) (?:year|annum)\b|\bp\.?a\b/i.test(header);

/** The unit of a term that a header states: `Term (months)`, `Years`; '' if it states none. */
export function unitOfHeader(header: string): '' | 'months' | 'years' {
  if (/\bm(?:on)?ths?\b/i.test(header)) return 'months';
  return /\by(?:ea)?rs?\b/i.test(header) ? 'years' : '';
}

/** The frequencies that headers state for one payment: `Pmt p.m.`, `Repayment per month`. */
const PER_PERIOD: readonly (readonly [RegExp, string])[] = [
  [/(?:\bper |\/ ?)week\b/i, 'Weekly'],
  [/(?:\bper |\/ ?)fortnight\b/i, 'Fortnightly'],
  [/(?:\bper |\/ ?)(?:month|mth)\b|\bp\.?m\b/i, 'Monthly'],
  [/(?:\bper |\/ ?)quarter\b/i, 'Quarterly'],
];

/** The frequency in the header of an amount: `Monthly repayment`. */
export function frequencyOfHeader(header: string): string {
  const stated = /\b(?:weekly|fortnightly|monthly|quarterly|half[- ]yearly|yearly|annual)\b/i.exec(header);
  return stated?.[0] ?? PER_PERIOD.find(([pattern]) => pattern.test(header))?.[1] ?? '';
}

/** Whether a header's figures include the fee of each payment. */
export const includesFees = (header: string): boolean => /\binc\w*\.? (?:\w+ )?fees?\b/i.test(header);

/** Whether a header names another amount of the first or last payment. */
export const isFinalPayment = (header: string): boolean =>
  /\b(?:final|last) (?:payment|instalment|rental)\b/.test(wordsOf(header));

/** Whether a header names the state of the contract. */
export const isStatusHeader = (header: string): boolean => /\bstatus\b/.test(wordsOf(header));

/** Whether a word of a status or a heading says that contracts are over, or never began. */
export const isOver = (text: string): boolean =>
  /\b(?:paid ?(?:out|off|up)|closed|finali[sz]ed|finished|completed|ended|expired|terminated|cancell?ed|declined|withdrawn|quote[ds]?|refinanced|written off|inactive|archived)\b/i.test(
    text,
  );

const PERSON = /\b(?:pty|ltd|limited|trust|super|smsf|holdings|group|family|partnership)\b/i;
const LENDER =
  /\b(?:bank|westpac|nab|anz|cba|commonwealth|macquarie|bendigo|suncorp|boq|bankwest|finance|capital|leasing|credit|funding)\b/i;
const NO_CLIENT_WORDS =
  /^(?:(?:motor|vehicles?|cars?|utes?|trucks?|trailers?|plant|equipment|machinery|tractors?|computers?|furniture|fit-?outs?|property|land|buildings?|current|active|existing|new|closed|open|paid|out|off|finali[sz]ed|completed|settled|refinanced|expired|terminated|cancelled|contracts?|loans?|schedules?|facilit(?:y|ies)|agreements?|leases?|hire|purchases?|chattel|mortgages?|premium|insurance|term|business|asset|and|of|in)\b[\s&,/-]*)+$/i;

/** Whether a heading above contracts is no client: a lender, a kind, a class of goods, a state or a year. */
export const isNoClient = (heading: string): boolean =>
  NO_CLIENT_WORDS.test(heading) ||
  isOver(heading) ||
  (!PERSON.test(heading) && (LENDER.test(heading) || /(?:19|20)\d\d/.test(heading)));
