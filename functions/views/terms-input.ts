import type * as z from 'zod';
import { calendarDate } from '../../domain/calendar.ts';
import { toCents } from '../../domain/money.ts';
import { invalid } from '../../domain/refusal.ts';
import { amortise } from '../../domain/amortisation/amortise.ts';
import { lenderTable } from '../../domain/amortisation/lender-table.ts';
import { keptFirstPayment } from '../../domain/amortisation/terms.ts';
import type { DateTerms } from '../../domain/amortisation/timetable.ts';
import { statedFromWire } from '../../domain/event-kinds/wire.ts';
import type { Ids } from '../lib/ids.ts';
import type { ContractFields, StoredTerms } from '../records/schedules/schedule-item.ts';
import type { ChangedTerms } from '../api/terms.ts';

type Sent = z.output<typeof ChangedTerms>;

/**
 * The terms that were sent: payment plans in the order of their numbers, each with the id it came with, or the
 * lender's own table.
 * @param before what stays where it is not sent.
 * @throws Refusal `invalid` for terms that can't be a schedule.
 */
export function termsFrom(sent: Sent, ids: Ids, before: TermsBefore = {}): StoredTerms {
  const { gstOnCharges = before.terms?.gstOnCharges, kind = before.kind } = sent;
  checkGst(gstOnCharges, kind);
  const terms: StoredTerms = {
    loanAmount: toCents(sent.loanAmount),
    administrationFee: toCents(sent.administrationFee),
    ...datesFrom(sent, before.terms),
    ...paymentsFrom(sent, ids),
    ...(gstOnCharges === true && { gstOnCharges }),
  };
  amortise(terms);
  return terms;
}

interface TermsBefore {
  readonly terms?: StoredTerms;
  readonly kind?: string;
}

/** The usual first payment date is kept as none, so that later dates follow from the start date. */
function datesFrom(sent: Sent, before: TermsBefore['terms']): Omit<DateTerms, 'table'> {
  const { paymentsAtMonthEnd = before?.paymentsAtMonthEnd } = sent;
  const stated = sent.firstPaymentDate === undefined ? before?.firstPaymentDate : sent.firstPaymentDate;
  const dates = {
    frequency: sent.paymentFrequency,
    startDate: calendarDate(sent.startDate),
    firstPaymentOnStartDate: sent.firstPaymentOnStartDate,
    ...(paymentsAtMonthEnd === true && { paymentsAtMonthEnd }),
  };
  if (typeof stated !== 'string') return dates;
  const firstPaymentDate = keptFirstPayment(dates, calendarDate(stated, 'firstPaymentDate'));
  return firstPaymentDate === undefined ? dates : { ...dates, firstPaymentDate };
}

/** @throws Refusal `invalid` `gstOnCharges` unless the contract is a hire purchase. */
export function checkGst(gstOnCharges: boolean | undefined, kind: string | undefined): void {
  if (gstOnCharges !== true || kind === 'hire-purchase') return;
  throw invalid('gstOnCharges', 'schedule/gst-on-charges', 'Only a hire purchase has GST on its charges.');
}

function paymentsFrom(sent: Sent, ids: Ids): Pick<StoredTerms, 'rows' | 'table'> {
  const { schedulePaymentPlans: plans, schedulePayments: stated } = sent;
  if (plans === undefined && stated === undefined) throw payments('Please provide the payments.');
  const isAnswered = plans !== undefined && plans.length > 0 && stated?.every(({ id }) => id !== undefined);
  if (stated === undefined || isAnswered) return { rows: rowsFrom(plans ?? [], ids) };
  if (plans && plans.length > 0) {
    throw payments('Please provide either payment plans or the lender’s payments, not both.');
  }
  const loan = {
    loanAmount: toCents(sent.loanAmount),
    frequency: sent.paymentFrequency,
    startDate: calendarDate(sent.startDate),
  };
  return { rows: [], table: lenderTable(loan, statedFromWire(stated)) };
}

function rowsFrom(plans: NonNullable<Sent['schedulePaymentPlans']>, ids: Ids): StoredTerms['rows'] {
  return plans
    .toSorted((a, b) => a.number - b.number)
    .map(({ id, qty, amount }) => ({ id: id ?? ids.uuid(), qty, amount: toCents(amount) }));
}

const payments = (message: string) => invalid('schedulePaymentPlans', 'schedule/payment-terms', message);

export function contractFieldsFrom(sent: Pick<Sent, keyof ContractFields>): Partial<ContractFields> {
  const { lender, contractNumber, asset, kind, contractRate } = sent;
  const rate = contractRate === undefined ? undefined : String(contractRate ?? '');
  return definedFields({ lender, contractNumber, asset, kind, contractRate: rate });
}

function definedFields<Fields extends Readonly<Record<string, unknown>>>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}
