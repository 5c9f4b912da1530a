/** Rules that every document obeys. Each answers the sentences with which Xero refuses. */
import { money, taxCents, toCents } from './amounts.ts';
import { find, list, type Books } from './books.ts';
import { calendarDate, spokenDate, today } from './dates.ts';
import type { AccountRecord, LineAmountTypes } from './records.ts';
import { taxRatesOf } from './tax-rates.ts';

/** Accounts that only Xero itself posts to. */
const CLOSED_SYSTEM_ACCOUNTS = new Set(['DEBTORS', 'CREDITORS', 'RETAINEDEARNINGS']);

const LINE_AMOUNT_TYPES = ['NoTax', 'Inclusive', 'Exclusive'] as const satisfies LineAmountTypes[];

export function lineAmountTypes(
  sent: string | undefined,
  otherwise: LineAmountTypes,
): LineAmountTypes | null {
  if (sent === undefined) return otherwise;
  return LINE_AMOUNT_TYPES.find((each) => each.toLowerCase() === sent.toLowerCase()) ?? null;
}

/** The document's date; today if none was sent. */
export function documentDate(books: Books, sent: string | undefined): string | null {
  return sent === undefined ? today(books.now) : calendarDate(sent);
}

/** Dates on or before a lock date are closed. */
export function lockErrors(books: Books, date: string): string[] {
  const { endOfYearLockDate, periodLockDate } = books.organisation;
  const locks = [
    { name: 'end of year lock date', lock: endOfYearLockDate },
    { name: 'period lock date', lock: periodLockDate },
  ];
  return locks
    .filter(({ lock }) => lock !== null && date <= lock)
    .slice(0, 1)
    .map(
      ({ name, lock }) =>
        `The document date cannot be before the ${name}, currently set at ${spokenDate(lock ?? '')}`,
    );
}

interface AccountReference {
  readonly AccountID?: string | undefined;
  readonly AccountCode?: string | undefined;
}

/** An account by id or code; `code` is what messages call it. */
export function accountOf(books: Books, sent: AccountReference): { account?: AccountRecord; code: string } {
  const { AccountID, AccountCode } = sent;
  const account =
    AccountID === undefined
      ? list(books, 'accounts').find((each) => each.code !== null && each.code === AccountCode)
      : find(books, 'accounts', AccountID.toLowerCase());
  const code = account?.code ?? AccountCode ?? AccountID ?? '';
  return account ? { account, code } : { code };
}

/** Bank accounts and the accounts that only Xero posts to have no place on a document's line. */
export function isOpenToLines(account: AccountRecord): boolean {
  return account.type !== 'BANK' && !CLOSED_SYSTEM_ACCOUNTS.has(account.systemAccount ?? '');
}

interface LineReference extends AccountReference {
  readonly TaxType?: string | undefined;
  readonly TaxAmount?: number | undefined;
}

interface CheckedLine {
  readonly account: AccountRecord;
  readonly taxType: string;
  readonly taxCents: number;
}

/** A line's account and tax, or why it can't be posted. */
export function checkLine(
  books: Books,
  sent: LineReference,
  cents: number,
  types: LineAmountTypes,
): CheckedLine | { readonly errors: string[] } {
  if (sent.AccountID === undefined && sent.AccountCode === undefined) {
    return { errors: ['The account code or ID must be specified'] };
  }
  const { account, code } = accountOf(books, sent);
  if (account === undefined || !isOpenToLines(account)) {
    return { errors: [`Account code '${code}' is not a valid code for this document.`] };
  }
  if (account.status !== 'ACTIVE')
    return { errors: [`Account code '${code}' has been archived, or deleted.`] };
  const taxType = sent.TaxType ?? (types === 'NoTax' ? 'NONE' : account.taxType);
  const rate = rateOf(books, taxType);
  if (rate === undefined) {
    return {
      errors: [
        `The TaxType code '${taxType}' does not exist or cannot be used for this type of transaction.`,
      ],
    };
  }
  if (rate.classes !== null && !rate.classes.includes(account.class)) {
    return { errors: [`The TaxType code '${taxType}' cannot be used with account code '${code}'.`] };
  }
  const tax = taxCents(cents, rate.rate, types);
  if (sent.TaxAmount !== undefined && toCents(sent.TaxAmount) !== tax) {
    const given = money(toCents(sent.TaxAmount));
    return { errors: [`The tax amount (${given}) does not match the tax calculated (${money(tax)})`] };
  }
  return { account, taxType, taxCents: tax };
}

/** `NONE` says that a line has no tax, everywhere. */
function rateOf(books: Books, taxType: string) {
  if (taxType === 'NONE') return { rate: 0, classes: null };
  return taxRatesOf(books.organisation.countryCode).find((rate) => rate.taxType === taxType);
}
