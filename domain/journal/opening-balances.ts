import { isJournalAccount, type LedgerAccount } from '../accounts/ledger-account.ts';
import { type CalendarDate, formatDate } from '../calendar.ts';
import { journalTotals } from '../gst/tax.ts';
import {
  applicableTaxRates,
  type LineAmountTypes,
  NO_GST,
  type TaxRate,
  type TaxType,
} from '../gst/tax-types.ts';
import { cents, type Cents, formatMoney, negated, sumCents } from '../money.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';
import type { Contract } from '../contract/contract.ts';
import { isCovered, type OpeningDate } from '../contract/covered.ts';
import { isKeptNet, type LiabilityMapping } from '../accounts/account-mapping.ts';
import type { JournalLine } from './payment-journal.ts';

/** A line of the opening journal; a positive amount debits the account. */
export interface OpeningLine extends JournalLine {
  readonly taxType: TaxType;
}

/** An opening journal to post: the fixed lines and the user's own lines. */
export interface OpeningJournal extends OpeningDate {
  readonly lineAmountTypes: LineAmountTypes;
  readonly lines: readonly OpeningLine[];
}

/** The accounts and tax rates of a Xero organisation. */
export interface Books {
  readonly accounts: readonly LedgerAccount[];
  readonly taxRates: readonly TaxRate[];
}

const NARRATION_PREFIX = 'Paydown - ';

/** The narration an opening journal begins with. */
export function openingNarration(scheduleName: string): string {
  return `${NARRATION_PREFIX}Opening Balances of ${scheduleName}`;
}

/**
 * The four fixed lines of an opening journal: the balances of the hire-purchase accounts as at its day. Payments and
 * events that it covers are over, the others remain. Lines of 0.00 are included, although they are neither shown nor
 * posted. A loan that is kept net has one line.
 */
export function openingLines(
  schedule: Contract,
  journal: OpeningDate,
  mapping: LiabilityMapping,
): readonly OpeningLine[] {
  const split = schedule.splitAt(journal);
  if (isKeptNet(mapping)) {
    const owed = sumCents([split.hirePurchaseCurrent, split.hirePurchaseNonCurrent]);
    const unexpired = sumCents([split.unexpiredChargesCurrent, split.unexpiredChargesNonCurrent]);
    return [credit(mapping.hirePurchaseCurrentId, 'Loan', cents(owed - unexpired))];
  }
  return [
    credit(mapping.hirePurchaseCurrentId, 'Payments remaining', split.hirePurchaseCurrent),
    credit(mapping.hirePurchaseNonCurrentId, 'Payments remaining (NC)', split.hirePurchaseNonCurrent),
    debit(mapping.unexpiredChargesCurrentId, 'Unexpired charges', split.unexpiredChargesCurrent),
    debit(mapping.unexpiredChargesNonCurrentId, 'Unexpired charges (NC)', split.unexpiredChargesNonCurrent),
  ];
}

/** A journal's debits less its credits in cents, with the tax that Exclusive adds; 0 when it balances. */
export function totalIsOutBy(
  lines: readonly Pick<OpeningLine, 'amount' | 'taxType'>[],
  lineAmountTypes: LineAmountTypes,
  taxRates: readonly TaxRate[],
): Cents {
  return journalTotals(lines, lineAmountTypes, taxRates).outBy;
}

/**
 * Accepts an opening journal and returns the lines to post: the fixed lines that aren't 0.00, then its own. The
 * fixed lines are recomputed and must be there with account, amount and tax type as they should be.
 * @throws Refusal invalid, naming `lineItems`, or `date` where nothing is owing on it.
 */
export function checkOpeningJournal(
  schedule: Contract,
  mapping: LiabilityMapping,
  journal: OpeningJournal,
  books: Books,
): readonly OpeningLine[] {
  const fixed = openingLines(schedule, journal, mapping).filter((line) => line.amount !== 0);
  const own = withoutFixedLines(journal.lines, fixed);
  if (own.length === 0 && fixed.length === 0) throw noBalances(journal.date);
  if (own.length === 0) throw refused('opening/no-lines', 'Please add at least one line to the journal.');
  for (const line of own) checkOwnLine(line, journal.lineAmountTypes, books);
  const lines = [...fixed, ...own];
  const outBy = totalIsOutBy(lines, journal.lineAmountTypes, books.taxRates);
  if (outBy !== 0) {
    throw refused('opening/unbalanced', `Total is out by ${formatMoney(cents(Math.abs(outBy)))}.`);
  }
  return lines;
}

/**
 * Refuses an opening journal that covers a payment or an event that is posted: both would count it.
 * @param begun numbers of the payments that are synced or being posted.
 * @param eventDates effective dates of the events that are posted or being posted.
 * @throws Refusal conflict.
 */
export function checkOpeningDate(
  schedule: Pick<Contract, 'dateOf'>,
  journal: OpeningDate,
  begun: readonly number[],
  eventDates: readonly CalendarDate[] = [],
): void {
  const by = journal.includesDate ? 'on or before' : 'before';
  const eventDate = eventDates.find((date) => isCovered({ date }, journal));
  if (eventDate !== undefined) {
    throw conflict(
      'opening/event-posted',
      `The change of ${formatDate(eventDate)} takes effect ${by} this journal and is already posted to Xero, so it would be counted twice. Please choose an earlier date.`,
    );
  }
  const counted = begun.filter((number) => isCovered({ date: schedule.dateOf(number) }, journal));
  if (counted.length === 0) return;
  const first = Math.min(...counted);
  throw conflict(
    'opening/payment-synced',
    `Payment ${first} is dated ${by} this journal and already posted to Xero or being posted, so it would be counted twice. Please choose an earlier date.`,
  );
}

/** The lines besides the fixed ones, each of which is found and taken out once; lines of 0.00 don't count. */
function withoutFixedLines(lines: readonly OpeningLine[], fixed: readonly OpeningLine[]): OpeningLine[] {
  const rest = lines.filter((line) => line.amount !== 0);
  for (const wanted of fixed) {
    const index = rest.findIndex(
      ({ account, amount, taxType }) =>
        account === wanted.account && amount === wanted.amount && taxType === wanted.taxType,
    );
    if (index === -1) {
      const message = `The line "${wanted.description}" must be as computed for this date. Please reload the journal.`;
      throw refused('opening/fixed-line', message);
    }
    rest.splice(index, 1);
  }
  return rest;
}

function checkOwnLine(
  line: OpeningLine,
  lineAmountTypes: LineAmountTypes,
  { accounts, taxRates }: Books,
): void {
  const account = accounts.find(({ id }) => id === line.account);
  if (!account) throw refused('opening/account', 'Please choose an account for every line.');
  if (!isJournalAccount(account)) {
    throw refused('opening/account', refusedInJournal(account));
  }
  const isApplicable = applicableTaxRates(taxRates, account.class, lineAmountTypes).some(
    ({ taxType }) => taxType === line.taxType,
  );
  if (!isApplicable) {
    throw refused('opening/tax-type', `The tax rate can't be used with the account "${account.name}".`);
  }
}

export const refusedInJournal = ({ name }: LedgerAccount): string =>
  `Xero doesn't accept the account "${name}" in a journal.`;

const noBalances = (date: CalendarDate): Refusal =>
  invalid(
    'date',
    'opening/no-balances',
    `The contract has no balances on ${formatDate(date)}. Please choose an earlier date.`,
  );

function refused(code: string, message: string): Refusal {
  return invalid('lineItems', code, message);
}

function credit(account: string, description: string, amount: Cents): OpeningLine {
  return debit(account, description, negated(amount));
}

function debit(account: string, description: string, amount: Cents): OpeningLine {
  return { account, description, amount, taxType: NO_GST };
}
