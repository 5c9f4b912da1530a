import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { causeSummary, deviationText, withEffect } from '../../../domain/ledger/cause-text.ts';
import {
  type AccountCheck,
  agrees,
  checkLedger,
  type CheckInput,
  differsFromPosted,
} from '../../../domain/ledger/ledger-check.ts';
import { booksOfSchedule } from '../../../domain/ledger/ledger-books.ts';
import { sumByAccount } from '../../../domain/ledger/ledger-entry.ts';
import { postedBy } from '../../../domain/ledger/own-causes.ts';
import type { ScheduleBooks } from '../../../domain/ledger/schedule-books.ts';
import { cents, toCents } from '../../../domain/money.ts';
import { exampleTerms } from '../../support/example-terms.ts';
import { emptyBooks, paymentEntries, withOpening, withPayments } from '../../support/schedule-books.ts';
import { ACCOUNTS } from '../../support/journal-accounts.ts';
import { upTo } from '../../support/numbers.ts';

const date = calendarDate('2026-06-30');
const opening = calendarDate('2025-01-15');
/** A schedule with its opening journal and the first payments in Xero, of which 17 are due on the day. */
const posted = (count: number): ScheduleBooks =>
  withPayments(withOpening(emptyBooks(exampleTerms()), opening), upTo(count));

function check(schedules: readonly ScheduleBooks[], more: Partial<CheckInput> = {}): AccountCheck[] {
  const balances = sumByAccount(schedules.flatMap(({ entries }) => postedBy(entries, date)));
  const books = schedules.map(booksOfSchedule);
  return checkLedger({
    date,
    books,
    journals: [],
    balances,
    deviations: new Map(),
    items: [],
    foreign: [],
    ...more,
  });
}

const causesOf = (rows: readonly AccountCheck[]) =>
  rows.flatMap(({ account, causes }) => causes.map(({ kind, amount }) => [account, kind, amount / 100]));

describe('checkLedger', () => {
  it('finds no difference when everything due is posted', () => {
    const rows = check([posted(17)]);
    expect(rows.map(({ difference }) => difference)).toEqual([0, 0, 0, 0]);
    expect(rows.every(agrees)).toBe(true);
    expect(causesOf(rows)).toEqual([]);
  });

  it('names payment 17 on the accounts that it leaves wrong, and not on the one that it leaves right', () => {
    const books = posted(16);
    const rows = check([books]);
    expect(rows.map(({ account, difference }) => [account, difference / 100])).toEqual([
      ['hp', 0],
      ['hp-nc', -1000],
      ['charges', 58.54],
      ['charges-nc', 179.02],
    ]);
    expect(causesOf(rows)).toEqual([
      ['hp-nc', 'unsynced', -1000],
      ['charges', 'unsynced', 58.54],
      ['charges-nc', 'unsynced', 179.02],
    ]);
    expect(rows.map(agrees)).toEqual([true, false, false, false]);
    const [, nonCurrent, charges] = rows;
    const sentence = (row: AccountCheck | undefined) =>
      row?.causes.map((cause) =>
        withEffect(cause.kind, causeSummary(cause, booksOfSchedule(books)), deviationText(row, cause.amount)),
      );
    expect(sentence(nonCurrent)).toEqual([
      'Payment 17 of Truck (15 Jun 2026, $1,000.00) is not in Xero. This account is $1,000.00 too high.',
    ]);
    expect(sentence(charges)).toEqual([
      'Payment 17 of Truck (15 Jun 2026, $1,000.00) is not in Xero. This account is $58.54 too high.',
    ]);
  });

  it('adds schedules up that share an account, paid-out and archived ones included', () => {
    const archived = { ...posted(16), scheduleId: 'a', isArchived: true, isConnected: false };
    const rows = check([posted(17), archived]);
    expect(rows.map(({ difference }) => difference / 100)).toEqual([0, -1000, 58.54, 179.02]);
    expect(new Set(rows.flatMap(({ causes }) => causes.map(({ scheduleId }) => scheduleId)))).toEqual(
      new Set(['a']),
    );
  });

  it('says that a schedule is not connected when that keeps its payments out of Xero', () => {
    const rows = check([{ ...posted(16), isConnected: false }]);
    expect(new Set(rows.flatMap(({ causes }) => causes.map(({ kind }) => kind)))).toEqual(
      new Set(['not-linked']),
    );
  });

  it('explains balances without an opening journal by its absence', () => {
    const rows = check([withPayments(emptyBooks(exampleTerms()), upTo(17))]);
    expect(causesOf(rows)).toEqual([
      ['hp', 'opening-missing', 12_000],
      ['hp-nc', 'opening-missing', 48_000],
      ['charges', 'opening-missing', -3422.22],
      ['charges-nc', 'opening-missing', -6577.78],
    ]);
  });

  it('finds an opening journal that the schedule no longer follows', () => {
    const books = { ...posted(17), contract: emptyBooks(exampleTerms({ loan: 50_100 })).contract };
    const kinds = new Set(check([books]).flatMap(({ causes }) => causes.map(({ kind }) => kind)));
    expect(kinds).toContain('opening-out-of-date');
  });

  it('calls a future payment posted early, and judges by dates alone', () => {
    const early = paymentEntries(posted(17), 18).map((entry) => ({ ...entry, date }));
    const books = posted(17);
    const rows = check([{ ...books, entries: [...books.entries, ...early] }]);
    const effect = sumByAccount(early.flatMap(({ postings }) => postings));
    expect(causesOf(rows)).toEqual(
      ['hp-nc', 'charges', 'charges-nc'].map((account) => [
        account,
        'posted-early',
        (effect.get(account) ?? 0) / 100,
      ]),
    );
  });

  it('calls a payment that was paid late posted late, whether it is synced yet or not', () => {
    const variations = new Map([[17, { paidOn: calendarDate('2026-07-20'), parts: [] }]]);
    const late = { ...posted(16), variations };
    const kinds = (books: ScheduleBooks) => new Set(causesOf(check([books])).map(([, kind]) => kind));
    expect(kinds(late)).toEqual(new Set(['posted-late']));
    expect(kinds(withPayments(late, [17]))).toEqual(new Set(['posted-late']));
  });

  it('finds payments on accounts that the schedule used before', () => {
    const before = posted(17);
    const mapping = { ...ACCOUNTS, hirePurchaseCurrentId: 'hp-2' };
    const rows = check([
      { ...withOpening(emptyBooks(exampleTerms(), { mapping }), opening), entries: before.entries },
    ]);
    expect(causesOf(rows)).toEqual([['hp-2', 'remapped', 12_000]]);
  });

  it('explains a deleted, a changed and a voided document once they are looked up', () => {
    const books = posted(17);
    const lost = new Set(['s 5.0', 's opening']);
    const balances = sumByAccount([
      ...postedBy(
        books.entries.filter(({ documentId }) => !lost.has(documentId)),
        date,
      ),
      { account: 'hp', amount: toCents(-100) },
    ]);
    expect(check([books], { balances }).some(differsFromPosted)).toBe(true);
    const changed = books.entries.find(({ documentId }) => documentId === 's 9.0');
    const rows = check([books], {
      balances,
      deviations: new Map([
        ['s 5.0', { status: 'missing' }],
        ['s opening', { status: 'missing' }],
        [
          's 9.0',
          {
            status: 'changed',
            date,
            differences: ['The amount is $900.00 instead of $1,000.00.'],
            postings: [...(changed?.postings ?? []), { account: 'hp', amount: toCents(-100) }],
          },
        ],
      ]),
    });
    expect(rows.some(differsFromPosted)).toBe(false);
    expect(new Set(rows.flatMap(({ causes }) => causes.map(({ kind }) => kind)))).toEqual(
      new Set(['opening-voided', 'document-changed', 'document-missing']),
    );
  });

  it('agrees with a difference that reconciling items explain until their last day', () => {
    const books = posted(17);
    const balances = sumByAccount([
      ...postedBy(books.entries, date),
      { account: 'hp', amount: toCents(-250) },
    ]);
    const item = { account: 'hp', amount: toCents(-250), note: 'Loan kept by hand' };
    const until = (last: string) =>
      check([books], { balances, items: [{ ...item, until: calendarDate(last) }] }).every(agrees);
    expect(until('2026-06-30')).toBe(true);
    expect(until('2026-06-29')).toBe(false);
    expect(causesOf(check([books], { balances }))).toEqual([['hp', 'other', -250]]);
  });

  it('expects nothing before the contract starts', () => {
    const rows = checkLedger({
      date: calendarDate('2025-01-14'),
      books: [booksOfSchedule(posted(17))],
      journals: [],
      balances: new Map(),
      deviations: new Map(),
      items: [],
      foreign: [],
    });
    expect(rows.every(({ contract, causes }) => contract === 0 && causes.length === 0)).toBe(true);
  });
});

describe('deviationText', () => {
  it('reads the direction from the side on which the account normally is', () => {
    expect(deviationText({ isCredit: true }, cents(-100))).toBe('$1.00 too high');
    expect(deviationText({ isCredit: true }, cents(100))).toBe('$1.00 too low');
    expect(deviationText({ isCredit: false }, cents(100))).toBe('$1.00 too high');
  });
});
