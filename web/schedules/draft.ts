/** The draft of a schedule in its form, and the terms that follow from it. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { cents, MAX_AMOUNT, parseMoneyInput, toDollars, ZERO, type Cents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Frequency } from '../../domain/schedule/frequency.ts';
import { checkTerms, type Terms } from '../../domain/schedule/terms.ts';
import type { TermRow } from '../../domain/schedule/term-rows.ts';
import type { Answer, Body } from '../api.ts';

export type Schedule = Answer<'GET /v1/entities/{entityId}/schedules/{scheduleId}'>;

/** Amounts and counts are texts as typed. */
export interface Draft {
  readonly description: string;
  readonly loanAmount: string;
  readonly paymentFrequency: Frequency | '';
  readonly startDate: string;
  readonly firstPaymentOnStartDate: boolean;
  readonly administrationFee: string;
  readonly autoSync: boolean;
  readonly rows: readonly DraftRow[];
}

export interface DraftRow {
  /** Identifies the row while it moves and after the draft is restored. */
  readonly key: string;
  /** The id that the service gave the row. */
  readonly id?: string;
  readonly qty: string;
  readonly amount: string;
}

export type FieldErrors = Readonly<Record<string, string>>;

export function emptyRow(): DraftRow {
  return { key: crypto.randomUUID(), qty: '', amount: '' };
}

export function emptyDraft(): Draft {
  return {
    description: '',
    loanAmount: '',
    paymentFrequency: '',
    startDate: '',
    firstPaymentOnStartDate: false,
    administrationFee: '',
    autoSync: false,
    rows: [emptyRow()],
  };
}

export function draftOf(schedule: Schedule): Draft {
  const plans = schedule.schedulePaymentPlans.toSorted((one, other) => one.number - other.number);
  return {
    description: schedule.description,
    loanAmount: plain(schedule.loanAmount),
    paymentFrequency: schedule.paymentFrequency,
    startDate: schedule.startDate,
    firstPaymentOnStartDate: schedule.firstPaymentOnStartDate,
    administrationFee: schedule.administrationFee === 0 ? '' : plain(schedule.administrationFee),
    autoSync: schedule.autoSync,
    rows: plans.map(({ id, qty, amount }) => ({ key: id, id, qty: String(qty), amount: plain(amount) })),
  };
}

const plain = (dollars: number): string => dollars.toFixed(2);

/** Whether the form can be submitted. */
export function isComplete(draft: Draft): boolean {
  const loan = parseMoneyInput(draft.loanAmount) ?? ZERO;
  return (
    draft.description.trim() !== '' &&
    loan > 0 &&
    loan <= MAX_AMOUNT &&
    draft.paymentFrequency !== '' &&
    isCalendarDate(draft.startDate) &&
    draft.rows.length > 0 &&
    draft.rows.every((row) => rowOf(row) !== undefined)
  );
}

/** Returns Σ(payments × amount) − loan amount of the fields that are filled in. */
export function interestOf(draft: Draft): Cents {
  const rows = draft.rows.map(rowOf).filter((row) => row !== undefined);
  const loan = parseMoneyInput(draft.loanAmount) ?? ZERO;
  const repaid = rows.reduce((sum, { qty, amount }) => sum + qty * amount, 0);
  return Number.isSafeInteger(repaid) ? cents(repaid - loan) : ZERO;
}

/** Returns the terms of a complete draft; they may still be invalid. */
export function termsOf(draft: Draft): Terms | undefined {
  const { paymentFrequency, startDate } = draft;
  const loanAmount = parseMoneyInput(draft.loanAmount);
  const rows = draft.rows.map(rowOf).filter((row) => row !== undefined);
  if (loanAmount === undefined || paymentFrequency === '' || !isCalendarDate(startDate)) return undefined;
  if (rows.length < draft.rows.length || rows.length === 0) return undefined;
  return {
    loanAmount,
    frequency: paymentFrequency,
    startDate,
    firstPaymentOnStartDate: draft.firstPaymentOnStartDate,
    administrationFee: parseMoneyInput(draft.administrationFee) ?? ZERO,
    rows,
  };
}

/** Returns why the terms are refused, by wire field; empty if they are valid. */
export function termErrors(terms: Terms): FieldErrors {
  try {
    checkTerms(terms);
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fields = Object.entries(error.fields ?? {});
    return Object.fromEntries(fields.map(([field, [message = error.message]]) => [field, message]));
  }
}

/** Returns the body that creates or changes the schedule from a complete draft. */
export function bodyOf(draft: Draft): Body<'POST /v1/entities/{entityId}/schedules'> {
  const terms = termsOf(draft);
  if (!terms) throw new RangeError('The schedule is not complete');
  return {
    description: draft.description.trim(),
    paymentFrequency: terms.frequency,
    loanAmount: toDollars(terms.loanAmount),
    startDate: terms.startDate,
    firstPaymentOnStartDate: terms.firstPaymentOnStartDate,
    administrationFee: toDollars(terms.administrationFee),
    autoSync: draft.autoSync,
    schedulePaymentPlans: terms.rows.map(({ qty, amount }, index) => {
      const id = draft.rows[index]?.id;
      return { number: index + 1, qty, amount: toDollars(amount), ...(id !== undefined && { id }) };
    }),
  };
}

/** Returns whether anything, or only the name, differs from the stored schedule. */
export function changeOf(draft: Draft, before: Draft): 'nothing' | 'name' | 'terms' {
  const meaning = ({ description: _, rows, ...rest }: Draft): string =>
    JSON.stringify({
      ...rest,
      loanAmount: parseMoneyInput(rest.loanAmount),
      administrationFee: parseMoneyInput(rest.administrationFee) ?? 0,
      rows: rows.map((row) => rowOf(row) ?? [row.qty, row.amount]),
    });
  if (meaning(draft) !== meaning(before)) return 'terms';
  return draft.description.trim() === before.description ? 'nothing' : 'name';
}

/** Rebases the draft on a schedule that has changed: typed fields stay, all others take the new values. */
export function rebased(draft: Draft, before: Draft, now: Draft): Draft {
  const isTyped = ([field, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(before[field as keyof Draft]);
  return { ...now, ...Object.fromEntries(Object.entries(draft).filter(isTyped)) };
}

function rowOf({ qty, amount }: DraftRow): TermRow | undefined {
  const count = Number(qty);
  const payment = parseMoneyInput(amount);
  if (!Number.isSafeInteger(count) || count < 1 || payment === undefined || payment === 0) return undefined;
  return { qty: count, amount: payment };
}
