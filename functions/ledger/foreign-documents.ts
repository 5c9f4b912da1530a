/**
 * Searches what happened outside Paydown on the accounts that differ: transactions of every type and journals by their
 * lines. Bills, whose accounts Paydown can't read, are named where a difference is still unexplained.
 */
import { addDays, type CalendarDate, daysBetween, formatShortDay } from '../../domain/calendar.ts';
import { type Posting, postingsOf, sumByAccount } from '../../domain/ledger/ledger-entry.ts';
import { accountOfRole, LIABILITY_ROLES } from '../../domain/ledger/schedule-books.ts';
import type { Cents } from '../../domain/money.ts';
import { MATCH_DAYS } from '../../domain/posting/coded-payments.ts';
import type { BooksOfSchedule } from '../books/schedule-books.ts';
import { contactNameOf } from '../xero/contact.ts';
import type { XeroServices } from '../services/context.ts';
import type { XeroSession } from '../xero/session.ts';
import { XeroError } from '../services/xero/error.ts';
import type { BillPayment, ContentPage, DocumentContent, UnreadableDocument } from '../services/xero/port.ts';
import { accountIds, contentOf } from './read-documents.ts';

/** A transaction or journal from outside Paydown. */
export interface ForeignDocument {
  readonly documentId: string;
  /** Xero's type, or `MANUAL-JOURNAL`. */
  readonly type: string;
  readonly date: CalendarDate;
  /** Its reference or narration; without one the name of its contact. */
  readonly text: string;
  readonly postings: readonly Posting[];
}

/** The payment of a bill that may be on accounts. */
export interface ForeignBill {
  readonly invoiceId: string;
  readonly date: CalendarDate;
  readonly text: string;
  readonly accounts: ReadonlySet<string>;
}

export interface Foreign {
  readonly documents: readonly ForeignDocument[];
  readonly bills: readonly ForeignBill[];
  /** Transactions and journals that can't be read. */
  readonly unread: readonly UnreadableDocument[];
  /** Whether the consent lacks the payments of bills. */
  readonly isUnscoped: boolean;
}

export const NOTHING_FOREIGN: Foreign = { documents: [], bills: [], unread: [], isUnscoped: false };

/** Days before the date of the check, from one search to the next. */
const WINDOWS = [31, 92, 366] as const;
const MAX_PAGES = 3;

interface Asked {
  readonly date: CalendarDate;
  /** The unexplained amount of each account. */
  readonly rest: ReadonlyMap<string, Cents>;
  readonly own: ReadonlySet<string>;
  readonly loaded: readonly BooksOfSchedule[];
}

/** A draft of a person changes no balance, so it explains none. */
const journals = { type: 'MANUAL-JOURNAL', contactId: null, isStanding: true } as const;

/** Returns what is on accounts that differ, newest searches first, until it explains the differences. */
export async function findForeign(
  { xero }: Pick<XeroServices, 'xero'>,
  session: XeroSession,
  asked: Asked,
): Promise<Foreign> {
  const { date, rest, own } = asked;
  const documents: ForeignDocument[] = [];
  const unreadable = new Map<string, UnreadableDocument>();
  const found = (more: Partial<Foreign> = {}): Foreign => ({
    ...NOTHING_FOREIGN,
    documents,
    unread: [...unreadable.values()],
    ...more,
  });
  let to = date;
  try {
    for (const days of WINDOWS) {
      const from = addDays(date, -days);
      const range = { from, to };
      for (const list of listsIn(xero, session, range)) {
        const contents = await search(list, unreadable, MAX_PAGES);
        const idOf = await accountIds(xero, session, contents);
        documents.push(...contents.flatMap((content) => foreignOf(content, idOf, rest, own)));
        if (isExplained(documents, rest)) return found();
      }
      to = addDays(from, -1);
    }
    const range = { from: addDays(date, -WINDOWS[2]), to: date };
    const { payments } = await session.call((access) => xero.billPayments(access, { ...range, page: 1 }));
    return found({ bills: billsOf(payments, asked) });
  } catch (error) {
    // The list is a help; the difference stands without it.
    if (!(error instanceof XeroError)) throw error;
    return found({ isUnscoped: error.kind === 'unscoped' });
  }
}

interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

type ReadPage = (page: number) => Promise<ContentPage>;

const listsIn = (xero: XeroServices['xero'], session: XeroSession, range: DateRange): ReadPage[] => [
  (page) => session.call((access) => xero.readDocuments(access, { ...journals, ...range, page })),
  (page) => session.call((access) => xero.standingTransactions(access, { ...range, page })),
];

/** Pages of each list of {@link findInRange}. */
const MAX_PAGES_IN_RANGE = 10;

/**
 * Returns the transactions and journals of others on accounts between two days, both included, in the order of their dates.
 * @throws XeroError when Xero can't be read
 */
export async function findInRange(
  { xero }: Pick<XeroServices, 'xero'>,
  session: XeroSession,
  { accounts, own, ...range }: DateRange & Pick<Asked, 'own'> & { readonly accounts: ReadonlySet<string> },
): Promise<ForeignDocument[]> {
  const documents: ForeignDocument[] = [];
  for (const list of listsIn(xero, session, range)) {
    const contents = await search(list, new Map(), MAX_PAGES_IN_RANGE);
    const idOf = await accountIds(xero, session, contents);
    documents.push(...contents.flatMap((content) => foreignOf(content, idOf, accounts, own)));
  }
  return documents.toSorted((one, other) => one.date.localeCompare(other.date));
}

async function search(
  read: ReadPage,
  unreadable: Map<string, UnreadableDocument>,
  maxPages: number,
): Promise<DocumentContent[]> {
  const contents: DocumentContent[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const answer = await read(page);
    contents.push(...answer.documents);
    for (const one of answer.unreadable) unreadable.set(one.id, one);
    if (answer.isLast) break;
  }
  return contents;
}

function foreignOf(
  content: DocumentContent,
  idOf: ReadonlyMap<string, string>,
  accounts: { has(account: string): boolean },
  own: ReadonlySet<string>,
): ForeignDocument[] {
  const { id, deleted, text, contact, xeroType: type } = content;
  if (deleted || own.has(id)) return [];
  const { date, lines, lineAmountTypes } = contentOf(
    content,
    type.startsWith('RECEIVE') ? 'RECEIVE' : 'SPEND',
    idOf,
  );
  const postings = postingsOf(lines, lineAmountTypes).filter(({ account }) => accounts.has(account));
  return postings.length === 0 ? [] : [{ documentId: id, type, date, text: text || contact, postings }];
}

function isExplained(found: readonly ForeignDocument[], rest: ReadonlyMap<string, Cents>): boolean {
  const sums = sumByAccount(found.flatMap(({ postings }) => postings));
  return rest.entries().every(([account, amount]) => sums.get(account) === amount);
}

/** Returns the bills of the lenders of loans on those accounts, and those paid like a due payment of such a loan. */
function billsOf(payments: readonly BillPayment[], { date, rest, loaded }: Asked): ForeignBill[] {
  const loans = loaded.map(({ schedule, books: { contract } }) => ({
    accounts: LIABILITY_ROLES.flatMap((role) => accountOfRole(schedule.accounts, role) ?? []).filter(
      (account) => rest.has(account),
    ),
    lender: contactNameOf(schedule).toLowerCase(),
    bankAccountId: schedule.accounts['bankAccountId'],
    due: Array.from({ length: contract.count }, (_each, index) => index + 1).flatMap((number) => {
      const payment = contract.payment(number);
      return payment.date > date ? [] : [{ date: payment.date, amount: contract.amountDue(number) }];
    }),
  }));
  return payments.flatMap((payment): ForeignBill[] => {
    const accounts = loans
      .filter(
        ({ lender, bankAccountId, due }) =>
          payment.contact.toLowerCase() === lender ||
          (payment.bankAccountId === bankAccountId &&
            due.some((one) => one.amount === payment.total && isNear(one.date, payment.date))),
      )
      .flatMap((loan) => loan.accounts);
    if (accounts.length === 0) return [];
    const { invoiceId } = payment;
    return [{ invoiceId, date: payment.date, text: billText(payment), accounts: new Set(accounts) }];
  });
}

const isNear = (a: CalendarDate, b: CalendarDate): boolean => Math.abs(daysBetween(a, b)) <= MATCH_DAYS;

const billText = ({ number, contact, date }: BillPayment): string =>
  `Bill${number === '' ? '' : ` ${number}`}${contact === '' ? '' : ` of ${contact}`}, paid on ${formatShortDay(date)}; Paydown can’t read which account it uses`;
