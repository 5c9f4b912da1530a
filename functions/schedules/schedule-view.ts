/** A schedule as the wire shows it: dollars, dates as text, and what follows from its terms today. */
import type * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { isMappingComplete } from '../../domain/journal/account-mapping.ts';
import { toDollars } from '../../domain/money.ts';
import { amortise, type Amortisation } from '../../domain/schedule/amortise.ts';
import { datesOf } from '../../domain/schedule/due-dates.ts';
import type { Payment } from '../../domain/schedule/payment.ts';
import { nextPayment } from '../../domain/schedule/figures.ts';
import { coveredThrough, isFullySynced } from '../../domain/schedule/selection.ts';
import type { Entity } from '../entities/entity-store.ts';
import { digest } from '../lib/digest.ts';
import { journalLink, paymentLink } from '../services/xero/links.ts';
import type { TableReader } from '../store/table.ts';
import { readNotes } from './notes-store.ts';
import { paymentId, type PaymentState, readPaymentStates } from './payment-store.ts';
import type { Schedule, SchedulePayment, ScheduleSummary } from './routes.ts';
import { type OwnedSchedule, syncedNumbersOf } from './stored-schedule.ts';

/** The inputs of a view besides the schedule itself. */
export interface ViewContext {
  readonly entity: Entity;
  readonly today: CalendarDate;
  /** The origin of links into Xero. */
  readonly xeroWeb: string;
}

type SummaryView = z.input<typeof ScheduleSummary>;
type PaymentView = z.input<typeof SchedulePayment>;

/** The last payment that the opening journal of the Xero organisation linked now contains; 0 for none. */
export function coveredNow({ terms, opening }: OwnedSchedule, { xero }: Entity): number {
  const counts = opening !== null && opening.xeroTenantId === xero?.tenantId;
  return counts ? coveredThrough(datesOf(terms), opening.date) : 0;
}

/** The numbers of the payments in Xero. */
export const syncedNumbers = (states: ReadonlyMap<number, PaymentState>): Set<number> =>
  new Set([...states.values()].flatMap(({ state, number }) => (state === 'synced' ? [number] : [])));

/** The same from the schedule's own item. Reads the payments only if the item doesn't hold their numbers. */
export async function syncedOf(table: TableReader, schedule: OwnedSchedule): Promise<ReadonlySet<number>> {
  const numbers = syncedNumbersOf(schedule);
  return numbers ? new Set(numbers) : syncedNumbers(await readPaymentStates(table, schedule.scheduleId));
}

type XeroSetup = SummaryView['xeroSetup'];

function xeroSetupOf({ xeroConnected, accounts, autoSync }: OwnedSchedule): XeroSetup {
  if (!xeroConnected) return 'not-connected';
  if (!isMappingComplete(accounts)) return 'incomplete';
  return autoSync ? 'auto' : 'manual';
}

/** The payments before today that are neither in Xero nor in its opening balances; none for a schedule that can't sync. */
export function overdueNumbers(
  schedule: OwnedSchedule,
  synced: ReadonlySet<number>,
  { entity, today }: Pick<ViewContext, 'entity' | 'today'>,
): number[] {
  const setup = xeroSetupOf(schedule);
  if (schedule.archived || setup === 'not-connected' || setup === 'incomplete') return [];
  const first = coveredNow(schedule, entity) + 1;
  const last = datesOf(schedule.terms).before(today);
  const due = Array.from({ length: Math.max(0, last - first + 1) }, (_each, index) => first + index);
  return due.filter((number) => !synced.has(number));
}

/** @param synced numbers of the payments in Xero. */
export function summaryView(
  schedule: OwnedSchedule,
  synced: ReadonlySet<number>,
  context: ViewContext,
  amortisation: Amortisation = amortise(schedule.terms),
): SummaryView {
  const { scheduleId, terms, accounts, opening } = schedule;
  const { entity, today, xeroWeb } = context;
  const next = nextPayment(amortisation, today);
  const current = opening?.xeroTenantId === entity.xero?.tenantId ? opening : null;
  const account = (field: string): string | null => accounts[field] ?? null;
  return {
    id: scheduleId,
    description: schedule.name,
    lender: schedule.lender,
    contractNumber: schedule.contractNumber,
    asset: schedule.asset,
    kind: schedule.kind,
    loanAmount: toDollars(terms.loanAmount),
    paymentFrequency: terms.frequency,
    startDate: terms.startDate,
    endDate: amortisation.endDate,
    firstPaymentOnStartDate: terms.firstPaymentOnStartDate,
    administrationFee: toDollars(terms.administrationFee),
    interestRate: amortisation.rate.annualPercent,
    interestRateImplied: terms.table !== undefined,
    totalInterest: toDollars(amortisation.totalInterest),
    outstanding: toDollars(amortisation.balanceAt(today)),
    nextPayment: next && {
      id: paymentId(scheduleId, next.number),
      number: next.number,
      paymentDate: next.date,
      payments: toDollars(next.amount),
    },
    active: !schedule.archived,
    archived: schedule.archived,
    autoSync: schedule.autoSync,
    xeroConnected: schedule.xeroConnected,
    xeroSyncReady: schedule.xeroConnected && isMappingComplete(accounts),
    xeroSetup: xeroSetupOf(schedule),
    overdueCount: overdueNumbers(schedule, synced, context).length,
    xeroSynchronized: isFullySynced(amortisation.count, {
      synced,
      coveredThrough: coveredNow(schedule, entity),
    }),
    xeroDocuments: schedule.syncedCount + (opening === null ? 0 : 1),
    openingBalanceJournalId: current?.journalId ?? null,
    openingBalanceJournalXeroUrl: current && journalLink(xeroWeb, current.shortCode, current.journalId),
    openingBalanceJournalDate: current?.date ?? null,
    openingBalanceJournalOutOfDate: current?.outOfDate ?? false,
    schedulePaymentPlans: terms.rows.map(({ id, qty, amount }, index) => ({
      id,
      number: index + 1,
      qty,
      amount: toDollars(amount),
    })),
    xeroAccount: {
      interestExpenseAccountId: account('interestExpenseAccountId'),
      hirePurchaseCurrentId: account('hirePurchaseCurrentId'),
      hirePurchaseNonCurrentId: account('hirePurchaseNonCurrentId'),
      unexpiredChargesCurrentId: account('unexpiredChargesCurrentId'),
      unexpiredChargesNonCurrentId: account('unexpiredChargesNonCurrentId'),
      bankAccountId: account('bankAccountId'),
      administrationFeeId: account('administrationFeeId'),
    },
  };
}

/** One payment of a schedule, with what happened to it. A link leads only into the organisation linked now. */
export function paymentView(
  schedule: OwnedSchedule,
  payment: Payment,
  state: PaymentState | undefined,
  { entity, xeroWeb }: ViewContext,
): PaymentView {
  const synced = state?.state === 'synced';
  const linked = synced && state.documentId !== null && state.xeroTenantId === entity.xero?.tenantId;
  return {
    id: paymentId(schedule.scheduleId, payment.number),
    number: payment.number,
    paymentDate: payment.date,
    payments: toDollars(payment.amount),
    interest: toDollars(payment.interest),
    principal: toDollars(payment.principal),
    endingBalance: toDollars(payment.balance),
    xeroSynchronized: synced,
    xeroUrl: linked ? paymentLink(xeroWeb, state.shortCode, state.documentId ?? '') : null,
    inOpeningBalances: !synced && payment.number <= coveredNow(schedule, entity),
  };
}

/** Identifies a version of what users edit as a whole; posting payments doesn't change it. */
export function revisionOf(schedule: OwnedSchedule): string {
  const { name, autoSync, terms, lender, contractNumber, asset, kind } = schedule;
  const { loanAmount, frequency, startDate, firstPaymentOnStartDate, administrationFee, rows, table } = terms;
  const plans = rows.map(({ qty, amount }) => [qty, amount]);
  const changed = [
    loanAmount,
    frequency,
    startDate,
    firstPaymentOnStartDate,
    administrationFee,
    plans,
    table,
  ];
  return digest(JSON.stringify([name, autoSync, lender, contractNumber, asset, kind, ...changed]));
}

/** The items beside a schedule's own: the states of its payments, and its notes. */
export interface ScheduleDetails {
  readonly states: ReadonlyMap<number, PaymentState>;
  readonly notes: string;
}

export async function readDetails(table: TableReader, scheduleId: string): Promise<ScheduleDetails> {
  const [states, notes] = await Promise.all([
    readPaymentStates(table, scheduleId),
    readNotes(table, scheduleId),
  ]);
  return { states, notes };
}

export function scheduleView(
  schedule: OwnedSchedule,
  { states, notes }: ScheduleDetails,
  context: ViewContext,
): z.input<typeof Schedule> {
  const amortisation = amortise(schedule.terms);
  return {
    ...summaryView(schedule, syncedNumbers(states), context, amortisation),
    notes,
    revision: revisionOf(schedule),
    schedulePayments: amortisation.payments.map((payment) =>
      paymentView(schedule, payment, states.get(payment.number), context),
    ),
  };
}
