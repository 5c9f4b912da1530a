/** `GET /Reports/TrialBalance`. */
import { money } from './amounts.ts';
import { list, type Books } from './books.ts';
import { calendarDate, longDate, msDate, today } from './dates.ts';
import { badBody, listed } from './elements.ts';
import type { CoreRequest, CoreResponse } from './http.ts';
import { movementsOf, sumByAccount, type Movement } from './ledger.ts';
import type { AccountClass, AccountRecord } from './records.ts';
import type { Json } from './render.ts';
import type { OrganisationRecord } from './state.ts';

const SECTIONS: readonly (readonly [AccountClass, string])[] = [
  ['REVENUE', 'Revenue'],
  ['EXPENSE', 'Expenses'],
  ['ASSET', 'Assets'],
  ['LIABILITY', 'Liabilities'],
  ['EQUITY', 'Equity'],
];

/**
 * Answers the report at `date`, today by default. Debit and Credit hold the movement of the date's month, the YTD
 * columns the balance. `paymentsOnly=true` leaves manual journals out.
 */
export function trialBalance(books: Books, request: CoreRequest): CoreResponse {
  const query = new URLSearchParams(request.query);
  const sent = query.get('date');
  const date = sent === null ? today(books.now) : calendarDate(sent);
  if (date === null) return badBody(10, 'ValidationException', `The date ${sent} is not valid.`);
  const paymentsOnly = query.get('paymentsOnly')?.toLowerCase() === 'true';
  const movements = movementsOf(books).filter(
    (movement) => movement.date <= date && (!paymentsOnly || movement.source !== 'manualJournal'),
  );
  const name = 'Trial Balance';
  const report = {
    ReportID: 'TrialBalance',
    ReportName: name,
    ReportType: 'TrialBalance',
    ReportTitles: [name, books.organisation.name, `As at ${longDate(date)}`],
    ReportDate: longDate(date),
    UpdatedDateUTC: msDate(books.now),
    Fields: [],
    Rows: rowsOf(books, movements, date),
  };
  return listed(books, 'Reports', [report]);
}

/** An account's cents: the month's movement and the balance. */
interface Balance {
  readonly account: AccountRecord;
  readonly month: number;
  readonly yearToDate: number;
}

function rowsOf(books: Books, movements: readonly Movement[], date: string): Json[] {
  const balances = balancesAt(books, movements, date);
  const sections = SECTIONS.map(([accountClass, title]) => ({
    title,
    rows: balances.filter(({ account }) => account.class === accountClass),
  }));
  const header = ['Account', 'Debit', 'Credit', 'YTD Debit', 'YTD Credit'];
  return [
    { RowType: 'Header', Cells: header.map((Value) => ({ Value })) },
    ...sections
      .filter(({ rows }) => rows.length > 0)
      .map(({ title, rows }) => ({ RowType: 'Section', Title: title, Rows: rows.map(accountRow) })),
    { RowType: 'Section', Title: '', Rows: [totalRow(balances)] },
  ];
}

/** Accounts with neither a movement in the month nor a balance are left out. */
function balancesAt(books: Books, movements: readonly Movement[], date: string): Balance[] {
  const month = sumByAccount(movements.filter((movement) => movement.date.slice(0, 7) === date.slice(0, 7)));
  const yearToDate = sumByAccount(closed(books, movements, yearStart(date, books.organisation)));
  return list(books, 'accounts')
    .map((account) => ({
      account,
      month: month.get(account.id) ?? 0,
      yearToDate: yearToDate.get(account.id) ?? 0,
    }))
    .filter((balance) => balance.month !== 0 || balance.yearToDate !== 0);
}

/** Moves income and expenses of earlier financial years to retained earnings. */
function closed(books: Books, movements: readonly Movement[], from: string): readonly Movement[] {
  const accounts = new Map(list(books, 'accounts').map((account) => [account.id, account]));
  const retained = [...accounts.values()].find(({ systemAccount }) => systemAccount === 'RETAINEDEARNINGS');
  return movements.map((movement) => {
    const accountClass = accounts.get(movement.accountId)?.class;
    const isResult = accountClass === 'REVENUE' || accountClass === 'EXPENSE';
    if (!isResult || movement.date >= from || retained === undefined) return movement;
    return { ...movement, accountId: retained.id };
  });
}

function yearStart(date: string, { yearEndMonth = 6 }: OrganisationRecord): string {
  const [year = 0, month = 0] = date.split('-').map(Number);
  const firstMonth = (yearEndMonth % 12) + 1;
  const first = month >= firstMonth ? year : year - 1;
  return `${first}-${String(firstMonth).padStart(2, '0')}-01`;
}

function accountRow({ account, month, yearToDate }: Balance): Json {
  const Attributes = [{ Value: account.id, Id: 'account' }];
  const name = account.code === null ? account.name : `${account.name} (${account.code})`;
  const values = [name, ...sides(month), ...sides(yearToDate)];
  return { RowType: 'Row', Cells: values.map((Value) => ({ Value, Attributes })) };
}

/** The debit and the credit column of a net amount: one of them, or both for 0, are empty. */
function sides(cents: number): readonly [debit: string, credit: string] {
  if (cents === 0) return ['', ''];
  return cents > 0 ? [money(cents), ''] : ['', money(-cents)];
}

function totalRow(balances: readonly Balance[]): Json {
  const sum = (amounts: number[]) => money(amounts.reduce((total, cents) => total + Math.max(cents, 0), 0));
  const months = balances.map(({ month }) => month);
  const years = balances.map(({ yearToDate }) => yearToDate);
  const negated = (amounts: number[]) => amounts.map((cents) => -cents);
  const values = ['Total', sum(months), sum(negated(months)), sum(years), sum(negated(years))];
  return { RowType: 'SummaryRow', Cells: values.map((Value) => ({ Value })) };
}
