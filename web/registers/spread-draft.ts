/** The form of a spread as typed, and what it sends. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import type { SpreadMethod } from '../../domain/registers/spread.ts';
import { endOfYearsFrom } from '../../domain/years.ts';
import type { RegisterDraft } from './register-draft.ts';
import type { NewSpread, SpreadRegister } from './types.ts';

export type SpreadFacts = NewSpread['facts'];
export type SpreadFrequency = SpreadFacts['frequency'];

/** Prepaid expense, borrowing costs of a loan, or income in advance. */
export type SpreadPurpose = 'prepayment' | 'borrowing-costs' | 'income';

export interface SpreadDraft extends RegisterDraft {
  readonly purpose: SpreadPurpose;
  readonly amount: string;
  readonly from: string;
  /** Empty for borrowing costs: as section 25-25 says. */
  readonly to: string;
  /** Empty: the purpose's own. */
  readonly method: SpreadMethod | '';
  readonly frequency: SpreadFrequency;
  /** A schedule of the entity; empty without one. */
  readonly scheduleId: string;
  readonly deductibleShare: string;
  readonly supplier: string;
  readonly reference: string;
}

export const emptySpread = (): SpreadDraft => ({
  name: '',
  purpose: 'prepayment',
  amount: '',
  from: '',
  to: '',
  method: '',
  frequency: 'monthly',
  scheduleId: '',
  deductibleShare: '',
  supplier: '',
  reference: '',
  accounts: {},
  postFrom: '',
  autoPost: true,
});

/** The fields of facts as typed. An amount of 0 is to be typed. */
function draftOfFacts(facts: SpreadFacts): Partial<SpreadDraft> {
  return {
    purpose: facts.direction === 'income' ? 'income' : facts.purpose,
    amount: facts.amount === 0 ? '' : facts.amount.toFixed(2),
    from: facts.from,
    to: facts.to ?? '',
    method: facts.method ?? '',
    frequency: facts.frequency,
    scheduleId: facts.scheduleId ?? '',
    deductibleShare: facts.deductibleShare == null ? '' : String(facts.deductibleShare),
    supplier: facts.supplier ?? '',
    reference: facts.reference ?? '',
  };
}

export const spreadDraftOf = ({
  name,
  facts,
  accounts,
  postFrom,
  autoPost,
}: SpreadRegister): SpreadDraft => ({
  ...emptySpread(),
  ...draftOfFacts(facts),
  name,
  accounts,
  postFrom: postFrom ?? '',
  autoPost,
});

/**
 * The spread that a loan offers: its insurance, which premium funding pays, or its borrowing costs.
 * @param proposed as the service proposes it; undefined where it offers none
 */
export const spreadOfLoan = (
  scheduleId: string,
  proposed: { readonly name: string; readonly facts: SpreadFacts } | undefined,
): SpreadDraft => ({
  ...emptySpread(),
  scheduleId,
  ...(proposed && { ...draftOfFacts(proposed.facts), name: proposed.name }),
});

/** The labels of the fields that are missing, in their order. */
export function missingInSpread(draft: SpreadDraft): string[] {
  const { amount, from, to, purpose } = draft;
  return [
    (parseMoneyInput(amount) ?? 0) === 0 && 'Amount',
    !isCalendarDate(from) && 'First day',
    purpose !== 'borrowing-costs' && !isCalendarDate(to) && 'Last day',
  ].filter((label) => label !== false);
}

/** Errors of fields that can't be read, by their names on the wire. */
export function wrongInSpread({ deductibleShare }: SpreadDraft): Readonly<Record<string, string>> {
  if (percentOf(deductibleShare) !== undefined) return {};
  return { 'facts.deductibleShare': 'Enter a percentage from 0 to 100, such as 81.339713.' };
}

/** Null for an empty text, undefined for one that is no percentage. */
function percentOf(text: string): number | null | undefined {
  const typed = text.trim().replace(/ ?%$/, '');
  if (typed === '') return null;
  const percent = Number(typed);
  return /^\d+(\.\d{1,6})?$/.test(typed) && percent <= 100 ? percent : undefined;
}

/** Null while a field is missing or wrong. */
export function spreadFactsOf(draft: SpreadDraft): SpreadFacts | null {
  const { purpose, amount, from, to, method, frequency, scheduleId, supplier, reference } = draft;
  const cents = parseMoneyInput(amount);
  const deductibleShare = percentOf(draft.deductibleShare);
  if (missingInSpread(draft).length > 0) return null;
  if (cents === undefined || deductibleShare === undefined) return null;
  return {
    direction: purpose === 'income' ? 'income' : 'expense',
    purpose: purpose === 'income' ? 'prepayment' : purpose,
    amount: toDollars(cents),
    from,
    to: to === '' ? null : to,
    ...(method !== '' && { method }),
    frequency,
    scheduleId: scheduleId === '' ? null : scheduleId,
    deductibleShare,
    supplier: supplier.trim(),
    reference: reference.trim(),
  };
}

/** Twelve months less a day: the usual cover. */
export const yearFrom = (from: string): string => (isCalendarDate(from) ? endOfYearsFrom(from, 1) : '');
