/** Rules for every document. Each returns Xero's validation messages. */
import { money, taxCents, toCents } from './amounts.ts';
import { behaviourOf } from './behaviour.ts';
import { find, list, type Books } from './books.ts';
import { calendarDate, messageDate, today } from './dates.ts';
import type { TrackingInput } from './inputs.ts';
import type { AccountRecord, DocumentLine, LineAmountTypes } from './records.ts';
import { taxRatesOf } from './tax-rates.ts';
import { checkTracking } from './line-tracking.ts';

/** System accounts that no document line may use. */
const CLOSED_SYSTEM_ACCOUNTS = new Set(['DEBTORS', 'CREDITORS', 'RETAINEDEARNINGS']);

const LINE_AMOUNT_TYPES = ['NoTax', 'Inclusive', 'Exclusive'] as const satisfies LineAmountTypes[];

export function lineAmountTypes(
  sent: string | undefined,
  otherwise: LineAmountTypes,
): LineAmountTypes | null {
  if (sent === undefined) return otherwise;
  return LINE_AMOUNT_TYPES.find((each) => each.toLowerCase() === sent.toLowerCase()) ?? null;
}

/** Returns the document's date: today if none was sent, null if it is no date. */
export function documentDate(books: Books, sent: string | undefined): string | null {
  return sent === undefined ? today(books.now) : calendarDate(sent);
}

/** Refuses dates on or before a lock date. */
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
        `The document date cannot be before the ${name}, currently set at ${messageDate(lock ?? '')}`,
    );
}

interface AccountReference {
  readonly AccountID?: string | undefined;
  readonly AccountCode?: string | undefined;
}

/** Finds an account by id or code. `code` names it in messages. */
export function accountOf(books: Books, sent: AccountReference): { account?: AccountRecord; code: string } {
  const { AccountID, AccountCode } = sent;
  const account =
    AccountID === undefined
      ? list(books, 'accounts').find((each) => each.code !== null && each.code === AccountCode)
      : find(books, 'accounts', AccountID.toLowerCase());
  const code = account?.code ?? AccountCode ?? AccountID ?? '';
  return account ? { account, code } : { code };
}

/** Whether a document line may use the account: no bank account, no closed system account. */
function isOpenToLines(account: AccountRecord): boolean {
  return account.type !== 'BANK' && !CLOSED_SYSTEM_ACCOUNTS.has(account.systemAccount ?? '');
}

interface LineReference extends AccountReference {
  readonly TaxType?: string | undefined;
  readonly TaxAmount?: number | undefined;
  readonly Tracking?: readonly TrackingInput[] | null | undefined;
}

/** The account that a line names. With `lineAccount: 'code'` the app's AccountID is ignored. */
function lineReference(books: Books, { AccountID, AccountCode }: AccountReference): AccountReference {
  const byCode = books.actor === 'app' && behaviourOf(books.state).lineAccount === 'code';
  return byCode ? { AccountCode } : { AccountID, AccountCode };
}

/** A document's link back to the app. Xero refuses its own name in it. */
export function urlErrors(url: string | undefined): string[] {
  if (url === undefined || url === '') return [];
  if (!URL.canParse(url) || !/^https?:/i.test(url)) return ['Url must be a valid absolute URL.'];
  return /xero/i.test(url) ? ['Url must not contain the word "xero".'] : [];
}

const DESCRIPTION_LENGTH = 4000;

export function descriptionErrors(description: string): string[] {
  if (description.length <= DESCRIPTION_LENGTH) return [];
  return ['The Description field must not be longer than 4000 characters.'];
}

type CheckedLine = Pick<DocumentLine, 'accountId' | 'taxType' | 'taxCents' | 'tracking'>;

/** Returns a line's account, tax and tracking, or the reasons for its refusal. A person may write another tax amount. */
export function checkLine(
  books: Books,
  sent: LineReference,
  cents: number,
  types: LineAmountTypes,
): CheckedLine | { readonly errors: string[] } {
  const reference = lineReference(books, sent);
  if (reference.AccountID === undefined && reference.AccountCode === undefined) {
    return { errors: ['Account code must be specified'] };
  }
  const { account, code } = accountOf(books, reference);
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
  const computed = taxCents(cents, rate.rate, types);
  const tax = sent.TaxAmount === undefined ? computed : toCents(sent.TaxAmount);
  if (tax !== computed && books.actor === 'app') {
    const texts = `(${money(tax)}) does not match the tax calculated (${money(computed)})`;
    return { errors: [`The tax amount ${texts}`] };
  }
  const tracked = checkTracking(books, sent.Tracking ?? []);
  if ('error' in tracked) return { errors: [tracked.error] };
  return { accountId: account.id, taxType, taxCents: tax, tracking: tracked.tracking };
}

/** `NONE` is valid on every account, in every edition. */
function rateOf(books: Books, taxType: string) {
  if (taxType === 'NONE') return { rate: 0, classes: null };
  return taxRatesOf(books.organisation).find((rate) => rate.taxType === taxType);
}
