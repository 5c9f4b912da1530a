/** The user's lines of an opening journal, and their amounts. */
import { isCalendarDate } from '../../domain/calendar.ts';
import {
  applicableTaxRates,
  NO_GST,
  type LineAmountTypes,
  type TaxRate,
  type TaxType,
} from '../../domain/gst/tax-types.ts';
import { moneyInputProblem, parseMoneyInput } from '../../domain/money-input.ts';
import { cents, toCents, toDollars, ZERO, type Cents } from '../../domain/money.ts';
import type { Answer, Body } from '../data/api.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';

export type Template =
  Answer<'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal'>;

export interface DraftLine {
  readonly key: string;
  readonly description: string;
  readonly accountId: string;
  readonly taxType: TaxType;
  /** As typed; at least one of the two is empty. */
  readonly debit: string;
  readonly credit: string;
}

export function emptyLine(): DraftLine {
  return { key: crypto.randomUUID(), description: '', accountId: '', taxType: NO_GST, debit: '', credit: '' };
}

/** Returns the draft of a line that is posted, or that a purchase gives. */
export function draftLineOf({
  amount,
  accountId,
  ...line
}: NonNullable<Template['purchaseLines']>[number]): DraftLine {
  const typed = Math.abs(amount).toFixed(2);
  return {
    ...line,
    accountId: accountId ?? '',
    key: crypto.randomUUID(),
    debit: amount > 0 ? typed : '',
    credit: amount < 0 ? typed : '',
  };
}

/** The most characters of an amount. */
export const LONGEST_AMOUNT = 10;

/** Returns a positive debit or a negative credit; 0 if no amount that can be posted is typed. */
export function amountOf({ debit, credit }: DraftLine): Cents {
  return cents(read(debit) - read(credit));
}

const read = (text: string): Cents =>
  moneyInputProblem(text, LONGEST_AMOUNT) === undefined ? (parseMoneyInput(text) ?? ZERO) : ZERO;

/** Whether the line has any value. */
export function hasValue({ description, accountId, debit, credit }: DraftLine): boolean {
  return [description, accountId, debit, credit].some((text) => text !== '');
}

/**
 * Returns the lines with the amount that balances the journal, on the last line without an amount or else on a new one.
 * @param outBy debits less credits of the journal.
 */
export function withDifference(
  own: readonly DraftLine[],
  outBy: Cents,
  lineAmountTypes: LineAmountTypes,
  rates: readonly TaxRate[],
): readonly DraftLine[] {
  const index = own.findLastIndex(({ debit, credit }) => debit === '' && credit === '');
  const line = own[index] ?? emptyLine();
  const rate = rates.find(({ taxType }) => taxType === line.taxType)?.rate ?? 0;
  const share = lineAmountTypes === 'Exclusive' ? 100 / (100 + rate) : 1;
  const amount = (Math.round(Math.abs(outBy) * share) / 100).toFixed(2);
  const filled = { ...line, ...(outBy < 0 ? { debit: amount } : { credit: amount }) };
  return index === -1 ? [...own, filled] : own.with(index, filled);
}

/** Returns the labels of what the journal still needs, besides its balance. */
export function missingInJournal(
  { date, narration }: { readonly date: string; readonly narration: string },
  own: readonly DraftLine[],
): string[] {
  const ofLines = own.flatMap((line, index) => [
    line.accountId === '' && `account of line ${index + 1}`,
    amountOf(line) === 0 && `amount of line ${index + 1}`,
  ]);
  return [
    narration.trim() === '' && 'narration',
    !isCalendarDate(date) && 'date',
    own.length === 0 && 'a line',
    ...ofLines,
  ].filter((label) => label !== false);
}

export function isIncomplete(line: DraftLine): boolean {
  return line.accountId === '' || amountOf(line) === 0;
}

/** Returns the tax rates allowed for a line, by its account and the journal's tax treatment. */
export function ratesFor(
  account: LedgerAccount | undefined,
  lineAmountTypes: LineAmountTypes,
  rates: readonly TaxRate[],
): readonly TaxRate[] {
  return account ? applicableTaxRates(rates, account.class, lineAmountTypes) : [];
}

/** Returns the line with an allowed tax type: its own, else its account's default, else without GST. */
export function withAllowedTax(
  line: DraftLine,
  accounts: readonly LedgerAccount[],
  lineAmountTypes: LineAmountTypes,
  rates: readonly TaxRate[],
): DraftLine {
  const account = accounts.find(({ id }) => id === line.accountId);
  const allowed = ratesFor(account, lineAmountTypes, rates).map(({ taxType }) => taxType);
  const wanted = [line.taxType, account?.taxType].find((type) => allowed.some((taxType) => taxType === type));
  return { ...line, taxType: allowed.find((taxType) => taxType === wanted) ?? NO_GST };
}

interface Journal {
  readonly date: string;
  readonly includesDate: boolean;
  readonly narration: string;
  readonly lineAmountTypes: LineAmountTypes;
  readonly fixed: Template['lineItems'];
  readonly own: readonly DraftLine[];
  readonly purchaseRevision: string;
}

/** Returns the body to post: the fixed lines that aren't 0.00, then the user's own. */
export function journalBody({
  date,
  includesDate,
  narration,
  lineAmountTypes,
  fixed,
  own,
  purchaseRevision,
}: Journal): Body<'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal'> {
  const ownLines = own.map((line) => ({
    description: line.description.trim(),
    accountId: line.accountId,
    taxType: line.taxType,
    amount: toDollars(amountOf(line)),
  }));
  return {
    date,
    includesDate,
    description: narration.trim(),
    lineAmountTypes,
    // The service puts the tracking on.
    lineItems: [...visible(fixed).map(({ tracking: _shown, ...line }) => line), ...ownLines],
    purchaseRevision,
  };
}

/** Removes fixed lines of 0.00, which are neither shown nor posted. */
export function visible(fixed: Template['lineItems']): Template['lineItems'] {
  return fixed.filter(({ amount }) => amount !== 0);
}

/** Returns all lines in the form that the domain sums. */
export function taxedLines(fixed: Template['lineItems'], own: readonly DraftLine[]) {
  return [
    ...visible(fixed).map(({ amount, taxType }) => ({ amount: toCents(amount), taxType })),
    ...own.map((line) => ({ amount: amountOf(line), taxType: line.taxType })),
  ];
}
