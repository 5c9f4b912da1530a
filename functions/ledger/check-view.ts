/** A ledger check as the wire shows it, with its causes in words. */
import type * as z from 'zod';
import { type CalendarDate, formatShortDay } from '../../domain/calendar.ts';
import { causeSummary, deviationText, severalText, withEffect } from '../../domain/ledger/cause-text.ts';
import { type AccountCheck, agrees, type Cause, unreconciled } from '../../domain/ledger/ledger-check.ts';
import { booksOfSchedule, ROLE_NAMES } from '../../domain/ledger/ledger-books.ts';
import { booksOfRegister } from '../../domain/ledger/register-books.ts';
import { accountOfRole, LIABILITY_ROLES } from '../../domain/ledger/schedule-books.ts';
import { cents, formatMoney, sumCents, toDollars } from '../../domain/money.ts';
import type { XeroLink } from '../records/entities/entity.ts';
import { eventId } from '../records/schedules/events.ts';
import { paymentId } from '../records/schedules/payments.ts';
import { billLink, journalLink, paymentLink } from '../services/xero/links.ts';
import type { LedgerCheck as Wire } from '../api/ledger-check.ts';
import type { Foreign } from './foreign-documents.ts';
import type { ExpenseRole } from './read-expenses.ts';
import type { LedgerCheck, CheckObstacle } from './run-check.ts';

type WireCheck = z.input<typeof Wire>;
type WireRow = WireCheck['accounts'][number];
type WireCause = WireRow['causes'][number];

export interface CheckView {
  readonly date: CalendarDate;
  /** An instant, ISO 8601. */
  readonly checkedAt: string;
  readonly link: XeroLink | null;
  readonly xeroWeb: string;
}

/** Payments of a schedule with the same cause that are listed one by one; the others are counted. */
const LISTED = 12;
const MAX_TRANSACTIONS = 20;

const EXPENSE_NAMES: Readonly<Record<ExpenseRole, string>> = {
  interestExpense: 'Interest expense',
  administrationFee: 'Administration fee',
};

export function checkView(check: LedgerCheck, view: CheckView): WireCheck {
  const { date, checkedAt } = view;
  const { status, obstacle, rows } = check;
  return {
    date,
    checkedAt,
    status,
    message: obstacle && obstacleText(obstacle, view.link),
    accounts:
      rows.length === 0 && obstacle ? unmapped(obstacle) : rows.map((row) => rowView(check, row, view)),
    expenses: check.expenses.map(({ account, role, xero }) => ({
      accountId: account,
      ...nameOf(check, account, EXPENSE_NAMES[role]),
      role,
      xero: toDollars(xero),
    })),
  };
}

function obstacleText(obstacle: CheckObstacle, link: XeroLink | null): string {
  if (obstacle.kind === 'unavailable') return obstacle.message;
  if (obstacle.kind === 'scope-missing') {
    return 'Paydown may not read the trial balance yet. Reconnect to Xero to allow it; everything else goes on working.';
  }
  return link === null
    ? 'This entity is not linked to Xero, so there is no ledger to check.'
    : 'No schedule or register of this entity has its Xero accounts chosen yet, so there is nothing to check.';
}

/** Rows by role for an entity none of whose schedules is mapped. */
const unmapped = (obstacle: CheckObstacle): WireRow[] =>
  LIABILITY_ROLES.map((role) => ({
    accountId: null,
    code: '',
    name: ROLE_NAMES[role],
    role,
    xero: null,
    posted: 0,
    contract: 0,
    difference: null,
    text: '',
    causes: obstacleCauses(obstacle),
    scheduleIds: [],
    registerIds: [],
  }));

const OBSTACLE_TEXTS = {
  'scope-missing': 'Reconnect to Xero.',
  'not-linked': 'Not linked to Xero.',
} as const;

const obstacleCauses = (obstacle: CheckObstacle): WireCause[] =>
  obstacle.kind === 'unavailable'
    ? []
    : [
        {
          kind: obstacle.kind,
          amount: 0,
          text: OBSTACLE_TEXTS[obstacle.kind],
          summary: OBSTACLE_TEXTS[obstacle.kind],
          effect: '',
        },
      ];

function rowView(check: LedgerCheck, row: AccountCheck, view: CheckView): WireRow {
  const { account, role, posted, contract } = row;
  const { obstacle } = check;
  const scheduleIds = check.loaded
    .filter(({ schedule }) =>
      LIABILITY_ROLES.some((each) => accountOfRole(schedule.accounts, each) === account),
    )
    .map(({ schedule }) => schedule.scheduleId);
  const registerIds = check.registers
    .filter(({ books }) =>
      booksOfRegister(books)
        .accounts()
        .some((one) => one.account === account),
    )
    .map(({ register }) => register.registerId);
  const name = nameOf(check, account, row.purpose);
  const named = { accountId: account, ...name, role, scheduleIds, registerIds };
  const ours = { posted: toDollars(posted), contract: toDollars(contract) };
  if (obstacle) {
    return { ...named, ...ours, xero: null, difference: null, text: '', causes: obstacleCauses(obstacle) };
  }
  return {
    ...named,
    ...ours,
    xero: toDollars(row.xero),
    difference: toDollars(row.difference),
    text: agrees(row) ? '' : deviationText(row, unreconciled(row)),
    causes: grouped(row.causes).map((causes) => causeView(check, row, causes, view)),
  };
}

/** `Loan (900)` as name and code. Names come from the trial balance, or else from the chart. */
function nameOf({ labels, chart }: LedgerCheck, account: string, purpose: string) {
  const known = chart?.find(({ id }) => id === account);
  if (known)
    return { code: known.code, name: known.status === 'ACTIVE' ? known.name : `${known.name} (archived)` };
  if (chart) return { code: '', name: `${purpose} (no longer in Xero)` };
  const [, name = purpose, code = ''] = /^(.*?)(?: \(([^()]+)\))?$/.exec(labels.get(account) ?? '') ?? [];
  return { code, name: name || purpose };
}

/** Causes one by one; of many payments with the same cause, the last ones together. */
function grouped(causes: readonly Cause[]): (readonly [Cause, ...Cause[]])[] {
  const counts = new Map<string, number>();
  const groups = new Map<string, [Cause, ...Cause[]]>();
  for (const [index, cause] of causes.entries()) {
    const kind = `${cause.kind} ${cause.scheduleId ?? cause.registerId}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const isNumbered = cause.owner?.kind === 'payment' || cause.owner?.kind === 'entry';
    const isGrouped = isNumbered && count > LISTED;
    const key = isGrouped ? kind : String(index);
    const group = groups.get(key);
    if (group) group.push(cause);
    else groups.set(key, [cause]);
  }
  return [...groups.values()];
}

/** The part that our own documents may explain once Xero shows them again. */
const UNREAD = 'Xero did not show its documents, so the cause is not known. Please check again in a minute.';

const UNSCOPED = 'Paydown may not read payments of bills. Reconnect to Xero to see them here.';

function causeView(
  { loaded, registers, foreign, areDocumentsRead }: LedgerCheck,
  row: AccountCheck,
  causes: readonly [Cause, ...Cause[]],
  { link, xeroWeb }: CheckView,
): WireCause {
  const [first] = causes;
  const { kind, scheduleId, registerId } = first;
  const loan = loaded.find(({ schedule }) => schedule.scheduleId === scheduleId);
  const kept = registers.find(({ register }) => register.registerId === registerId);
  const books = loan ? booksOfSchedule(loan.books) : kept ? booksOfRegister(kept.books) : null;
  const amount = sumCents(causes.map((cause) => cause.amount));
  const numbers = (wanted: 'payment' | 'event' | 'entry') =>
    causes.flatMap(({ owner }) => (owner?.kind === wanted ? [owner.number] : []));
  const payments = numbers('payment');
  const events = numbers('event');
  const entries = numbers('entry');
  const inWords =
    causes.length > 1 && books
      ? severalText(kind, loan ? 'payments' : 'entries', loan ? payments : entries, books.name)
      : causeSummary(first, books);
  const summary = kind === 'other' ? otherSummary(inWords, foreign, areDocumentsRead) : inWords;
  const effect = deviationText(row, amount);
  return {
    kind,
    amount: toDollars(amount),
    text: withEffect(kind, summary, effect),
    summary,
    effect,
    ...(scheduleId !== null && {
      scheduleId,
      ...(payments.length > 0 && {
        paymentIds: payments.map((number) => paymentId(scheduleId, number)),
        paymentNumbers: payments,
      }),
      ...(events.length > 0 && { eventIds: events.map((number) => eventId(scheduleId, number)) }),
    }),
    ...(registerId !== null && { registerId, ...(entries.length > 0 && { entryNumbers: entries }) }),
    ...(kind === 'other' && link && { transactions: transactionsOn(row.account, foreign, link, xeroWeb) }),
  };
}

/** Returns the sentences of an unexplained difference, with the transactions and lists that could not be read. */
function otherSummary(
  inWords: string,
  { documents, bills, unread, isUnscoped }: Foreign,
  areDocumentsRead: boolean,
): string {
  const nothing = documents.length + bills.length === 0;
  const sentences = [!areDocumentsRead && nothing ? UNREAD : inWords];
  if (unread.length > 0) sentences.push(unreadText(unread));
  if (isUnscoped) sentences.push(UNSCOPED);
  return sentences.join(' ');
}

/** Documents that can't be read and are named; the others are counted. */
const NAMED_UNREAD = 5;

/** `1 transaction can’t be read: 20 Jun 2026, Corner Store, no total.` */
function unreadText(unread: Foreign['unread']): string {
  const named = unread.slice(0, NAMED_UNREAD).map(({ date, text, total, xeroType }) => {
    const isJournal = xeroType === null;
    const amount = total === null ? (isJournal ? '' : 'no total') : formatMoney(cents(total));
    const name = text || (isJournal ? 'a journal' : 'no reference');
    return [date === null ? 'no date' : formatShortDay(date), name, amount].filter(Boolean).join(', ');
  });
  const others = unread.length - named.length;
  const all = others > 0 ? [...named, `${others} more`] : named;
  const things = unread.length === 1 ? '1 transaction' : `${unread.length} transactions`;
  return `${things} can’t be read: ${all.join('; ')}.`;
}

function transactionsOn(
  account: string,
  { documents, bills }: Foreign,
  { shortCode }: XeroLink,
  xeroWeb: string,
) {
  const onAccount = documents.flatMap(({ documentId, type, date, text, postings }) => {
    const amounts = postings.filter((posting) => posting.account === account).map(({ amount }) => amount);
    const linkOf = type === 'MANUAL-JOURNAL' ? journalLink : paymentLink;
    const url = linkOf(xeroWeb, shortCode, documentId);
    return amounts.length === 0 ? [] : [{ date, text, type, amount: toDollars(sumCents(amounts)), url }];
  });
  const maybe = bills.flatMap(({ invoiceId, date, text, accounts }) =>
    accounts.has(account)
      ? [{ date, text, type: 'BILL', amount: null, url: billLink(xeroWeb, shortCode, invoiceId) }]
      : [],
  );
  return [...onAccount, ...maybe].toSorted((a, b) => b.date.localeCompare(a.date)).slice(0, MAX_TRANSACTIONS);
}
