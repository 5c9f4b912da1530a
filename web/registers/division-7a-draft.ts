/** The form of a Division 7A loan as typed, and what it sends. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { INCOME_YEARS } from '../../domain/years.ts';
import { today } from '../ui/dates.ts';
import type { RegisterDraft } from './register-draft.ts';
import type { Division7aRegister, NewDivision7a } from './types.ts';

type Facts = NewDivision7a['facts'];

export interface LentRow {
  readonly date: string;
  readonly amount: string;
  /** Repaid within the year of the loan: sent as a negative amount. */
  readonly isRepaid: boolean;
  readonly note: string;
}

export interface Division7aDraft extends RegisterDraft {
  readonly borrower: string;
  readonly loanYear: string;
  readonly term: string;
  readonly isSecured: boolean;
  readonly registeredOn: string;
  readonly propertyValue: string;
  readonly priorDebts: string;
  readonly agreementDate: string;
  readonly lodgmentDay: string;
  /** Whether a later year begins the register, and its balance replaces the amounts. */
  readonly hasOpening: boolean;
  readonly openingYear: string;
  readonly openingBalance: string;
  readonly amounts: readonly LentRow[];
}

export const emptyLentRow = (): LentRow => ({ date: '', amount: '', isRepaid: false, note: '' });

export const emptyLoan = (): Division7aDraft => ({
  name: '',
  borrower: '',
  loanYear: String(INCOME_YEARS.yearOf(today()) - 1),
  term: '7',
  isSecured: false,
  registeredOn: '',
  propertyValue: '',
  priorDebts: '',
  agreementDate: '',
  lodgmentDay: '',
  hasOpening: false,
  openingYear: '',
  openingBalance: '',
  amounts: [emptyLentRow()],
  accounts: {},
  postFrom: '',
  autoPost: false,
});

export function loanDraftOf({
  name,
  facts,
  accounts,
  postFrom,
  autoPost,
}: Division7aRegister): Division7aDraft {
  const { secured, opening, amounts } = facts;
  return {
    ...emptyLoan(),
    name,
    borrower: facts.borrower,
    loanYear: String(facts.loanYear),
    term: String(facts.term),
    isSecured: secured !== null,
    registeredOn: secured?.registeredOn ?? '',
    propertyValue: secured ? secured.propertyValue.toFixed(2) : '',
    priorDebts: secured ? secured.priorDebts.toFixed(2) : '',
    agreementDate: facts.agreementDate ?? '',
    lodgmentDay: facts.lodgmentDay ?? '',
    hasOpening: opening !== undefined,
    openingYear: opening ? String(opening.year) : '',
    openingBalance: opening ? opening.balance.toFixed(2) : '',
    amounts: amounts?.map(({ date, amount, note }) => ({
      date,
      amount: Math.abs(amount).toFixed(2),
      isRepaid: amount < 0,
      note,
    })) ?? [emptyLentRow()],
    accounts,
    postFrom: postFrom ?? '',
    autoPost,
  };
}

const yearOf = (text: string): number | null => (/^\d{4}$/.test(text.trim()) ? Number(text) : null);
const termOf = (text: string): number | null => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : null);

export function missingInLoan(draft: Division7aDraft): string[] {
  const lacksAmount = draft.amounts.some(
    ({ date, amount }) => !isCalendarDate(date) || parseMoneyInput(amount) === undefined,
  );
  return [
    draft.borrower.trim() === '' && 'Borrower',
    yearOf(draft.loanYear) === null && 'Year of the loan',
    termOf(draft.term) === null && 'Term in years',
    draft.isSecured && !isCalendarDate(draft.registeredOn) && 'Mortgage registered on',
    draft.isSecured && parseMoneyInput(draft.propertyValue) === undefined && 'Value of the property',
    draft.hasOpening && yearOf(draft.openingYear) === null && 'First year shown',
    draft.hasOpening && parseMoneyInput(draft.openingBalance) === undefined && 'Opening balance',
    !draft.hasOpening && lacksAmount && 'Date and amount of each loan',
  ].filter((label) => label !== false);
}

/** Null while a field is missing. */
export function loanFactsOf(draft: Division7aDraft): Facts | null {
  const [loanYear, term] = [yearOf(draft.loanYear), termOf(draft.term)];
  if (missingInLoan(draft).length > 0 || loanYear === null || term === null) return null;
  return {
    borrower: draft.borrower.trim(),
    loanYear,
    term,
    secured: draft.isSecured
      ? {
          registeredOn: draft.registeredOn,
          propertyValue: dollarsOf(draft.propertyValue),
          priorDebts: dollarsOf(draft.priorDebts),
        }
      : null,
    agreementDate: draft.agreementDate || null,
    lodgmentDay: draft.lodgmentDay || null,
    ...(draft.hasOpening
      ? { opening: { year: Number(draft.openingYear), balance: dollarsOf(draft.openingBalance) } }
      : {
          amounts: draft.amounts.map(({ date, amount, isRepaid, note }) => ({
            date,
            amount: isRepaid ? -dollarsOf(amount) : dollarsOf(amount),
            note: note.trim(),
          })),
        }),
  };
}

/** An empty text is 0. */
export function dollarsOf(text: string): number {
  const amount = parseMoneyInput(text);
  return amount === undefined ? 0 : toDollars(amount);
}
