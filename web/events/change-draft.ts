/** The draft of a change in its form, and the body that follows from it. */
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { usualBalloonDue } from '../../domain/amortisation/stated-balloon.ts';
import type { Keep } from '../../domain/event-kinds/event-kind.ts';
import type { Frequency } from '../../domain/amortisation/frequency.ts';
import { type BalloonDraft, NO_BALLOON } from '../contract/balloon.ts';
import { emptyDraft, emptyRow, type Draft, type DraftRow } from '../contract/draft.ts';
import { readingsFrom } from '../contract/payment-dates.ts';
import { today } from '../ui/dates.ts';
import type { FormErrors } from '../ui/use-submit.ts';
import type { Schedule } from '../data/answers.ts';
import { ChangeReader } from './change-reader.ts';
import type { ChangeBody, ChangeKind } from './types.ts';

/** Texts as typed. Each kind uses some of the fields. */
export interface ChangeDraft extends BalloonDraft {
  readonly date: string;
  readonly note: string;
  readonly amount: string;
  readonly keep: Keep;
  readonly interestRate: string;
  readonly fromPayment: string;
  readonly qty: string;
  readonly administrationFee: string;
  readonly rows: readonly DraftRow[];
  /** The new payments are the lender's own table, as it was pasted, instead of the rows. */
  readonly usesTable: boolean;
  readonly tableText: string;
  readonly paymentFrequency: Frequency;
  readonly firstPaymentDate: string;
  readonly paymentsAtMonthEnd: boolean;
  /** `amount`: the rate stays and the amount is paid until the debt is repaid. `rows`: the rate follows from them. */
  readonly pricing: 'amount' | 'rows';
  readonly payoutFigure: string;
  readonly fees: readonly DraftFee[];
  /** The account that pays instead of the bank account; empty: the bank account. */
  readonly settledFrom: string;
  /** The account of the GST on charges saved or added; '' for none. */
  readonly gstAccountId: string;
  /** Empty while it isn't chosen. */
  readonly clearingAccountId: string;
  readonly newSchedule: Draft;
}

export interface DraftFee {
  readonly key: string;
  readonly amount: string;
  /** Empty: the schedule's administration fee account. */
  readonly accountId: string;
  readonly hasGst: boolean;
}

export function emptyFee(): DraftFee {
  return { key: crypto.randomUUID(), amount: '', accountId: '', hasGst: false };
}

/** The initial draft: dated today if the schedule allows it. */
export function startOfChange(kind: ChangeKind, schedule: Schedule): ChangeDraft {
  const date = today();
  const earliest = schedule.events.at(-1)?.date ?? schedule.startDate;
  const isOpen = date >= earliest && date < schedule.endDate;
  return {
    date: isOpen ? date : '',
    note: '',
    amount: '',
    // Lenders usually set a new payment with a new rate.
    keep: kind === 'rate-change' ? 'term' : 'payment',
    interestRate: '',
    fromPayment: String(firstOpenPayment(schedule, date) ?? ''),
    qty: kind === 'holiday' ? '1' : '',
    administrationFee: '',
    rows: [emptyRow()],
    ...NO_BALLOON,
    balloonDue: usualBalloonDue(schedule.firstPaymentOnStartDate),
    usesTable: schedule.interestRateImplied,
    tableText: '',
    paymentFrequency: schedule.paymentFrequency,
    firstPaymentDate: '',
    paymentsAtMonthEnd: schedule.paymentsAtMonthEnd,
    pricing: 'amount',
    payoutFigure: '',
    fees: [],
    settledFrom: '',
    gstAccountId: '',
    clearingAccountId: '',
    newSchedule: emptyDraft(),
  };
}

/** Returns the first payment that a change dated `date` can still replace. */
export function firstOpenPayment({ schedulePayments, events }: Schedule, date: string): number | undefined {
  const fixed = schedulePayments.findLast(
    ({ paymentDate, xeroSynchronized, parts, inOpeningBalances }) =>
      paymentDate <= date ||
      inOpeningBalances ||
      xeroSynchronized ||
      parts.some((part) => part.xeroSynchronized),
  );
  const after = Math.max(fixed?.number ?? 0, events.at(-1)?.k ?? 0);
  return schedulePayments.find(({ number }) => number > after)?.number;
}

/** A change that is ready to preview, or the errors of the fields that are missing or wrong. */
export type ReadChange = { readonly body: ChangeBody } | { readonly errors: FormErrors };

/** Reads the fields that the kind uses. Limits of amounts, rates and dates are the service's. */
export function readChange(kind: ChangeKind, draft: ChangeDraft): ReadChange {
  const read = new ChangeReader();
  const date = read.date('date', draft.date);
  const change = BODIES[kind](draft, read);
  if (change === undefined || Object.keys(read.errors).length > 0) return { errors: read.errors };
  const { gstAccountId } = draft;
  const gst = gstAccountId !== '' && { gstAccountId };
  return { body: { ...change, ...gst, date, note: draft.note.trim() } };
}

type BodyReader = (
  draft: ChangeDraft,
  read: ChangeReader,
) => DistributiveOmit<ChangeBody, 'date' | 'note'> | undefined;

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

const NO_PAYMENT = 'Please choose a payment.';

const BODIES: Readonly<Record<ChangeKind, BodyReader>> = {
  'extra-repayment': ({ amount, keep }, read) => ({
    kind: 'extra-repayment',
    amount: read.money('amount', amount),
    keep,
  }),
  'rate-change': ({ interestRate, keep }, read) => ({
    kind: 'rate-change',
    interestRate: read.rate('interestRate', interestRate),
    keep,
  }),
  'terms-change': (draft, read) => ({
    kind: 'terms-change',
    fromPayment: read.count('fromPayment', draft.fromPayment, NO_PAYMENT),
    ...(draft.usesTable
      ? { schedulePayments: read.table(draft.tableText) }
      : { schedulePaymentPlans: read.plans(draft) }),
    ...(draft.administrationFee !== '' && {
      administrationFee: read.money('administrationFee', draft.administrationFee),
    }),
  }),
  'frequency-change': (draft, read) => ({
    kind: 'frequency-change',
    paymentFrequency: draft.paymentFrequency,
    firstPaymentDate: read.date('firstPaymentDate', draft.firstPaymentDate),
    ...(draft.paymentsAtMonthEnd &&
      readingsFrom(draft.paymentFrequency, draft.firstPaymentDate) && { paymentsAtMonthEnd: true }),
    ...(draft.pricing === 'rows'
      ? { schedulePaymentPlans: read.plans(draft) }
      : { amount: read.money('amount', draft.amount) }),
  }),
  holiday: ({ fromPayment, qty }, read) => ({
    kind: 'holiday',
    fromPayment: read.count('fromPayment', fromPayment, NO_PAYMENT),
    qty: read.count('qty', qty, 'Please enter a number of payments, 1 or more.'),
  }),
  'fee-change': ({ fromPayment, administrationFee }, read) => ({
    kind: 'fee-change',
    fromPayment: read.count('fromPayment', fromPayment, NO_PAYMENT),
    administrationFee: read.money('administrationFee', administrationFee),
  }),
  payout: (draft, read) => ({
    kind: 'payout',
    ...payoutOf(draft, read),
    ...(draft.settledFrom !== '' && { settledFrom: { accountId: draft.settledFrom } }),
  }),
  refinance: (draft, read) => {
    const { clearingAccountId } = draft;
    const payout = payoutOf(draft, read);
    const newSchedule = read.schedule(draft.newSchedule);
    const clearing = clearingAccountId !== '' && { clearingAccountId };
    return newSchedule && { kind: 'refinance', ...payout, ...clearing, newSchedule };
  },
};

function payoutOf({ payoutFigure, fees }: ChangeDraft, read: ChangeReader) {
  return {
    payoutFigure: read.money('payoutFigure', payoutFigure),
    fees: fees.map(({ amount, accountId, hasGst }, index) => ({
      amount: read.money(`fees.${index}.amount`, amount),
      taxType: hasGst ? ('INPUT' as const) : NO_GST,
      ...(accountId !== '' && { accountId }),
    })),
  };
}
