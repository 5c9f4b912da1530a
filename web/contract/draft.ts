/** The draft of a schedule in its form, and the terms that follow from it. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { moneyInputProblem, parseMoneyInput } from '../../domain/money-input.ts';
import { cents, MAX_AMOUNT, ZERO, type Cents } from '../../domain/money.ts';
import { readPastedTable } from '../extraction/pasted-table.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Frequency } from '../../domain/amortisation/frequency.ts';
import { checkLenderTable, lenderTable } from '../../domain/amortisation/lender-table.ts';
import { checkTerms, EARLIEST_START, type Terms } from '../../domain/amortisation/terms.ts';
import type { LenderRow } from '../../domain/amortisation/timetable.ts';
import type { TermRow } from '../../domain/amortisation/term-rows.ts';
import { cutText, MAX_TEXT_LENGTH } from '../../domain/text.ts';
import type { ContractKind } from '../../domain/contract/contract-kinds.ts';
import type { Schedule } from '../data/answers.ts';
import { type BalloonDraft, isBalloonValid, NO_BALLOON, withBalloon } from './balloon.ts';
import { contractRateOf } from './rate-text.ts';
import { originalFrequency } from './original-frequency.ts';
import { datesOf } from './payment-dates.ts';

/** Amounts and counts are texts as typed. */
export interface Draft extends BalloonDraft {
  readonly description: string;
  readonly loanAmount: string;
  readonly paymentFrequency: Frequency | '';
  readonly startDate: string;
  readonly firstPaymentOnStartDate: boolean;
  /** Empty: the usual date. */
  readonly firstPaymentDate: string;
  readonly paymentsAtMonthEnd: boolean;
  readonly administrationFee: string;
  readonly autoSync: boolean;
  readonly rows: readonly DraftRow[];
  /** The payments are the lender's own table, as it was pasted, instead of the rows. */
  readonly usesTable: boolean;
  readonly tableText: string;
  readonly lender: string;
  readonly contractNumber: string;
  readonly asset: string;
  readonly kind: ContractKind | '';
  /** Of a hire purchase: GST on its charges is claimed at the opening. */
  readonly gstOnCharges: boolean;
  readonly notes: string;
  /** Percent a year, as typed. */
  readonly contractRate: string;
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
    firstPaymentDate: '',
    paymentsAtMonthEnd: false,
    administrationFee: '',
    autoSync: false,
    rows: [emptyRow()],
    ...NO_BALLOON,
    usesTable: false,
    tableText: '',
    lender: '',
    contractNumber: '',
    asset: '',
    kind: '',
    gstOnCharges: false,
    notes: '',
    contractRate: '',
  };
}

export function draftOf(schedule: Schedule): Draft {
  const plans = schedule.schedulePaymentPlans.toSorted((one, other) => one.number - other.number);
  return {
    description: schedule.description,
    loanAmount: plain(schedule.loanAmount),
    paymentFrequency: originalFrequency(schedule) ?? schedule.paymentFrequency,
    startDate: schedule.startDate,
    firstPaymentOnStartDate: schedule.firstPaymentOnStartDate,
    firstPaymentDate: schedule.firstPaymentDate ?? '',
    paymentsAtMonthEnd: schedule.paymentsAtMonthEnd,
    administrationFee: schedule.administrationFee === 0 ? '' : plain(schedule.administrationFee),
    autoSync: schedule.autoSync,
    rows: isTable(schedule)
      ? [{ key: 'first', qty: '', amount: '' }]
      : plans.map(({ id, qty, amount }) => ({ key: id, id, qty: String(qty), amount: plain(amount) })),
    ...NO_BALLOON,
    usesTable: isTable(schedule),
    tableText: isTable(schedule) ? textOf(schedule) : '',
    lender: schedule.lender,
    contractNumber: schedule.contractNumber,
    asset: schedule.asset,
    kind: schedule.kind,
    gstOnCharges: schedule.gstOnCharges,
    notes: schedule.notes,
    contractRate: schedule.contractRate === null ? '' : String(schedule.contractRate),
  };
}

/** A draft of another schedule like this one; names and contract numbers are one schedule's own. */
export function copyOf(schedule: Schedule): Draft {
  const { rows, ...draft } = draftOf(schedule);
  return {
    ...draft,
    description: cutText(`Copy of ${schedule.description}`, MAX_TEXT_LENGTH),
    contractNumber: '',
    autoSync: false,
    rows: rows.map(({ qty, amount }) => ({ ...emptyRow(), qty, amount })),
  };
}

/** Whether the contract was signed with the lender's own table. */
const isTable = ({ schedulePaymentPlans }: Schedule): boolean => schedulePaymentPlans.length === 0;

/** The lender's table as it would be pasted again. */
function textOf({ schedulePayments }: Schedule): string {
  const lines = schedulePayments.map(({ paymentDate, payments, interest, endingBalance }) =>
    [paymentDate, plain(payments), plain(interest), plain(endingBalance)].join('\t'),
  );
  return ['Date\tPayment\tInterest\tBalance', ...lines].join('\n');
}

const plain = (dollars: number): string => dollars.toFixed(2);

/** Whether the form can be submitted. */
export function isComplete(draft: Draft): boolean {
  const loan = parseMoneyInput(draft.loanAmount) ?? ZERO;
  return (
    draft.description.trim() !== '' &&
    loan > 0 &&
    loan <= MAX_AMOUNT &&
    moneyInputProblem(draft.administrationFee) === undefined &&
    (parseMoneyInput(draft.administrationFee) ?? ZERO) <= MAX_AMOUNT &&
    draft.paymentFrequency !== '' &&
    isCalendarDate(draft.startDate) &&
    (draft.usesTable
      ? tableOf(draft).table !== undefined
      : draft.rows.length > 0 && draft.rows.every(isRowComplete) && isBalloonValid(draft)) &&
    contractRateOf(draft.contractRate) !== undefined
  );
}

/** Returns Σ(payments × amount) − loan amount; undefined while amounts are missing or wrong. */
export function interestOf(draft: Draft): Cents | undefined {
  const payments = paymentsOf(draft);
  const loan = parseMoneyInput(draft.loanAmount);
  if (!payments || loan === undefined) return undefined;
  const rows = payments.table?.map(({ amount }) => ({ qty: 1, amount })) ?? payments.rows;
  const repaid = rows.reduce((sum, { qty, amount }) => sum + qty * amount, 0);
  return Number.isSafeInteger(repaid) ? cents(repaid - loan) : undefined;
}

/** Returns the terms of a complete draft; they may still be invalid. */
export function termsOf(draft: Draft): Terms | undefined {
  const loanAmount = parseMoneyInput(draft.loanAmount);
  const dates = datesOf(draft);
  if (loanAmount === undefined || !dates) return undefined;
  const payments = paymentsOf(draft);
  if (!payments) return undefined;
  return {
    loanAmount,
    ...dates,
    administrationFee: parseMoneyInput(draft.administrationFee) ?? ZERO,
    ...payments,
  };
}

function paymentsOf(draft: Draft): Pick<Terms, 'rows' | 'table'> | undefined {
  if (draft.usesTable) {
    const { table } = tableOf(draft);
    return table && { rows: [], table };
  }
  const rows = draft.rows.map(rowOf).filter((row) => row !== undefined);
  return rows.length === draft.rows.length && rows.length > 0
    ? { rows: withBalloon(rows, draft, draft.firstPaymentOnStartDate) }
    : undefined;
}

/** Returns the pasted table, or its problem. */
export function tableOf(draft: Draft): { readonly table?: readonly LenderRow[]; readonly problem?: string } {
  const { rows, problem } = readPastedTable(draft.tableText);
  if (!rows) return { problem };
  const { startDate, paymentFrequency } = draft;
  const loanAmount = parseMoneyInput(draft.loanAmount) ?? ZERO;
  const isAlone = rows.every(({ interest, balance }) => interest === undefined && balance === undefined);
  if (isAlone && (loanAmount === 0 || !isCalendarDate(startDate))) {
    return { problem: 'Enter the loan amount and the start date: the balances follow from them.' };
  }
  // Balances follow from dates, whatever the frequency.
  const loan = {
    loanAmount,
    frequency: paymentFrequency === '' ? ('monthly' as const) : paymentFrequency,
    startDate: isCalendarDate(startDate) ? startDate : EARLIEST_START,
  };
  try {
    return { table: lenderTable(loan, rows) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { problem: error.message };
  }
}

/** Returns why the terms are refused, by wire field; empty if they are valid. */
export function termErrors(terms: Terms): FieldErrors {
  try {
    if (terms.table) checkLenderTable(terms, terms.table);
    else checkTerms(terms);
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fields = Object.entries(error.fields ?? {});
    return Object.fromEntries(fields.map(([field, [message = error.message]]) => [field, message]));
  }
}

/** Whether a row has a whole number of payments and an amount, which may be 0.00. */
export const isRowComplete = (row: DraftRow): boolean => rowOf(row) !== undefined;

/** The row; undefined if it is incomplete. */
export function rowOf({ qty, amount }: DraftRow): TermRow | undefined {
  const count = /^\d{1,9}$/.test(qty.trim()) ? Number(qty) : 0;
  const payment = parseMoneyInput(amount);
  if (count < 1 || payment === undefined) return undefined;
  return { qty: count, amount: payment };
}
