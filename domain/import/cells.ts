/** The meaning of a spreadsheet cell's text; undefined where it can't be read without guessing. */
import { addDays, calendarDate, type CalendarDate } from '../calendar.ts';
import { cents, type Cents, ZERO } from '../money.ts';
import { writtenDate } from '../written-date.ts';
import { CONTRACT_KINDS, type ContractKind } from '../contract/contract-kinds.ts';
import { FREQUENCIES, type Frequency, paymentsPerYear } from '../amortisation/frequency.ts';
import { BALLOON_DUES, type BalloonDue } from '../amortisation/stated-balloon.ts';

/** Day 25,569 of Excel's 1900 date system is 1 January 1970. */
const SERIAL_OF_1970 = 25_569;

/** A date as people write it, or the whole number that Excel keeps it as; the month never comes first in digits. */
export function dateOfCell(text: string): CalendarDate | undefined {
  if (/^\d{5}$/.test(text)) return addDays(calendarDate('1970-01-01'), Number(text) - SERIAL_OF_1970);
  return writtenDate(text);
}

/** Dollars: a dollar sign, and commas or spaces of any width between thousands, are tolerated; a third decimal or a minus is not. */
export function moneyOfCell(text: string): Cents | undefined {
  const match = /^(?:(?:AU?)?\$|AUD)?\s?(\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+|\d+)(?:\.(\d{1,2}))?$/i.exec(
    text,
  );
  if (!match) return undefined;
  const [, dollars = '', decimals = ''] = match;
  const amount = Number(dollars.replaceAll(/[,\s]/g, '') + decimals.padEnd(2, '0'));
  return Number.isSafeInteger(amount) ? cents(amount) : undefined;
}

/** Names the likely kind of a text that is no amount, as the beginning of a message. */
export function amountProblem(text: string): string {
  const quoted = `“${text.trim().slice(0, 40)}”`;
  if (/^\s*[-–−(]|[-–−)]\s*$|\b(?:CR|DR)\s*$/i.test(text)) return `${quoted} has a sign. `;
  if (/^\D{0,4}\d{1,3}(?:[.\s’']?\d{3})*,\d{1,2}$/.test(text.trim()))
    return `${quoted} has a decimal comma. `;
  if (/[€£¥]|\b(?:US|NZ|HK|C)\$|\b(?:USD|NZD|EUR|GBP|CAD|JPY)\b/i.test(text))
    return `${quoted} is in another currency. `;
  if (/%|per ?cent/i.test(text)) return `${quoted} is a percentage. `;
  if (/\b(?:thousand|million)s?$/i.test(text.trim())) return `${quoted} isn’t in dollars. `;
  if (/^[^.]*\d\.\d{3,}$/.test(text.trim())) return '';
  return /\d/.test(text) ? `${quoted} isn’t one amount. ` : `${quoted} is text. `;
}

/** Words for no amount in a register. */
const NOTHING = new Set(['', 'nil', 'none', 'na', 'no', 'noballoon']);

/** An amount that many contracts don't have; a dash or `nil` is 0.00. */
export function amountOrNoneOfCell(text: string): Cents | undefined {
  return NOTHING.has(plain(text)) ? ZERO : moneyOfCell(text);
}

/** A number of payments with what it counts. */
export interface CellCount {
  readonly number: number;
  readonly unit: 'payments' | 'months' | 'years';
}

/** `5 years 6 months`, `5.5 yrs`. */
const YEARS_AND_MONTHS =
  /^(\d{1,2})(\.\d{1,2})? ?(?:y|yrs?|years?)(?:,? ?(?:and ?|& ?)?(\d{1,2}) ?(?:m|mos?|mths?|months?))?\.?$/i;

const COUNT =
  /^(\d{1,4})(?:\.0+)? ?(?:(x|payments?|pmts?|pymts?|repayments?|instal?lments?|rentals?)|(m|mo|mos|mths?|months?)|(y|yrs?|years?))?\.?$/i;

/** `48`, `48 payments`, `48 mths`, `4 years`; a bare number counts payments. */
export function countOfCell(text: string): CellCount | undefined {
  const match = COUNT.exec(text);
  if (!match) return yearsAndMonths(text);
  const [, number = '', , months, years] = match;
  return { number: Number(number), unit: months ? 'months' : years ? 'years' : 'payments' };
}

function yearsAndMonths(text: string): CellCount | undefined {
  const [, years, decimals = '', months = 0] = YEARS_AND_MONTHS.exec(text) ?? [];
  const number = 12 * Number(`${years}${decimals}`) + Number(months);
  return Number.isInteger(number) ? { number, unit: 'months' } : undefined;
}

/** The number of payments; undefined for a term that is no whole number of periods. */
export function paymentsInCell({ number, unit }: CellCount, frequency: Frequency): number | undefined {
  const perYear = paymentsPerYear(frequency);
  const count = unit === 'payments' ? number : unit === 'years' ? number * perYear : (number * perYear) / 12;
  return Number.isInteger(count) ? count : undefined;
}

/** Percent a year: `7.95`, `7.95 % p.a.`. A bare number below 0.5 is the fraction that Excel keeps a percentage as. */
export function rateOfCell(text: string): number | undefined {
  const match =
    /^(\d{1,3}(?:\.\d+)?) ?(%|per ?cent)? ?(?:p\.?a\.?|(?:per|a) (?:annum|year))? ?(?:\(?fixed\)?)?$/i.exec(
      text,
    );
  if (!match) return undefined;
  const rate = Number(match[1]);
  return match[2] === undefined && rate < 0.5 ? Number((rate * 100).toFixed(10)) : rate;
}

const YES = new Set('yes y true 1 x inadvance advance adv advanced annuitydue begin beginning'.split(' '));
const NO = new Set(['', ...'no n false 0 inarrears arrears arrear arr end nil na'.split(' ')]);

/** Yes or no, in advance or in arrears; nothing means no. */
export function flagOfCell(text: string): boolean | undefined {
  const word = plain(text);
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

const MONTH_ENDS = new Set(
  'lastday lastdayofmonth lastdayofthemonth lastdayofeachmonth monthend endofmonth eom'.split(' '),
);

/** Whether payments are due on the last day of each month. */
export function monthEndsOfCell(text: string): boolean | undefined {
  return MONTH_ENDS.has(plain(text)) ? true : flagOfCell(text);
}

/** Words in small letters without spaces; `biweekly` and `bimonthly` mean two things each, so they are none. */
const FREQUENCY_WORDS: Readonly<Record<Frequency, string>> = {
  weekly: 'weekly week w wk wkly pw perweek everyweek',
  fortnightly:
    'fortnightly fortnight f fn fnly ftn ftnly fortn pf perfortnight 2weekly twoweekly every2weeks 26ayear',
  monthly:
    'monthly month m mo mth mthly mnthly pm pcm permonth calendarmonthly calendarmonth everymonth 1monthly 12ayear',
  quarterly: 'quarterly quarter q qtr qtrly qrtly pq perquarter 3monthly threemonthly every3months 4ayear',
  biannually:
    'biannually biannual halfyearly halfyear hy hly 6monthly sixmonthly every6months semiannually semiannual sa 2ayear',
  yearly: 'yearly year y yr yrly a ann pa annually annual peryear perannum 12monthly 1ayear',
};

const FREQUENCY_OF = new Map(
  FREQUENCIES.flatMap((frequency) =>
    FREQUENCY_WORDS[frequency].split(' ').map((word) => [word, frequency] as const),
  ),
);

/** Rhythms that a schedule can't have: four-weekly, twice a month, every so many weeks or months. */
export const isOtherRhythm = (text: string): boolean =>
  /^(?:(?:every)?(?:3|4|6|8|three|four|six|eight)(?:weekly|weeks)|(?:every)?28days|twice(?:a|per)?month(?:ly)?|(?:semi|bi)monthly|(?:every)?(?:2|4|two|four)(?:monthly|months))$/.test(
    plain(text).replace(/(?:re)?payments?$/, ''),
  );

/** A frequency by its usual names and letters; `Monthly in advance` is monthly. */
export function frequencyOfCell(text: string): Frequency | undefined {
  return FREQUENCY_OF.get(plain(text).replace(/in(?:advance|arrears)$|(?:re)?payments?$/, ''));
}

/** When a balloon is due. */
export function balloonDueOfCell(text: string): BalloonDue | undefined {
  const word = plain(text).replace(/^due/, '');
  return BALLOON_DUES.find((due) => BALLOON_DUE_WORDS[due].split(' ').includes(word));
}

const BALLOON_DUE_WORDS: Readonly<Record<BalloonDue, string>> = {
  'with-last': 'withlast withlastpayment withthelastpayment withfinalpayment withthefinalpayment last',
  'period-later':
    'periodlater oneperiodlater later monthlater onemonthlater afterlast afterlastpayment afterthelastpayment',
};

const KIND_WORDS: Readonly<Record<ContractKind, string>> = {
  'hire-purchase': 'hp hirepurchase chp commercialhirepurchase commercialhp assetpurchase',
  'chattel-mortgage':
    'cm chattelmortgage chattel chattelmtg chattelmort chattelmortg equipmentloan equipmentfinance goodsmortgage em equipmentmortgage',
  loan: 'loan ln termloan businessloan bankloan termfacility carloan vehicleloan',
  'premium-funding':
    'pf ipf premiumfunding premiumfinance insurancepremiumfunding insurancefunding premium insurance',
};

/** A kind of contract by its names and letters. A lease isn't one of them: it is asked for. */
export function kindOfCell(text: string): ContractKind | undefined {
  return CONTRACT_KINDS.find((kind) => KIND_WORDS[kind].split(' ').includes(plain(text)));
}

export const isLease = (text: string): boolean => /lease|rental|novated/i.test(text);

/** Small letters and digits only: how words in cells and headers are compared. */
export function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
