/** A schedule as the wire shows it: dollars, dates as text, and what follows from its terms today. */
import type * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { isMappingComplete } from '../../domain/journal/account-mapping.ts';
import { toDollars } from '../../domain/money.ts';
import { amortise, type Amortisation } from '../../domain/schedule/amortise.ts';
import type { Payment } from '../../domain/schedule/payment.ts';
import { datesOf } from '../../domain/schedule/due-dates.ts';
import { nextPayment } from '../../domain/schedule/figures.ts';
import { coveredThrough, isFullySynced } from '../../domain/schedule/selection.ts';
import { paymentCount } from '../../domain/schedule/terms.ts';
import type { Entity } from '../entities/entity-store.ts';
import { digest } from '../lib/digest.ts';
import { journalLink, paymentLink } from '../services/xero/links.ts';
import { paymentId, type PaymentState } from './payment-store.ts';
import type { Schedule, SchedulePayment, ScheduleSummary } from './routes.ts';
import type { OwnedSchedule } from './schedule-store.ts';

/** What a view depends on besides the schedule itself. */
export interface ViewContext {
  readonly entity: Entity;
  readonly today: CalendarDate;
  /** What links into Xero begin with. */
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

/**
 * Whether a schedule may be wholly synced, told without reading its payments: fewer can't be. After a change of the
 * Xero organisation a payment may be both synced and covered, so only reading them tells for sure.
 */
export function mayBeSynchronised(schedule: OwnedSchedule, entity: Entity): boolean {
  return schedule.syncedCount + coveredNow(schedule, entity) >= paymentCount(schedule.terms);
}

/** `states` may be empty where `mayBeSynchronised` says no. */
export function summaryView(
  schedule: OwnedSchedule,
  states: ReadonlyMap<number, PaymentState>,
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
    loanAmount: toDollars(terms.loanAmount),
    paymentFrequency: terms.frequency,
    startDate: terms.startDate,
    endDate: amortisation.endDate,
    firstPaymentOnStartDate: terms.firstPaymentOnStartDate,
    administrationFee: toDollars(terms.administrationFee),
    interestRate: amortisation.rate.annualPercent,
    totalInterest: toDollars(amortisation.totalInterest),
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
    xeroSynchronized: isFullySynced(amortisation.count, {
      synced: syncedNumbers(states),
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

/** Tells what a person changes as a whole from what it was before; not what happens to payments. */
export function revisionOf({ name, autoSync, terms }: OwnedSchedule): string {
  const { loanAmount, frequency, startDate, firstPaymentOnStartDate, administrationFee, rows } = terms;
  const plans = rows.map(({ qty, amount }) => [qty, amount]);
  const changed = [loanAmount, frequency, startDate, firstPaymentOnStartDate, administrationFee, plans];
  return digest(JSON.stringify([name, autoSync, ...changed]));
}

export function scheduleView(
  schedule: OwnedSchedule,
  states: ReadonlyMap<number, PaymentState>,
  context: ViewContext,
): z.input<typeof Schedule> {
  const amortisation = amortise(schedule.terms);
  return {
    ...summaryView(schedule, states, context, amortisation),
    revision: revisionOf(schedule),
    schedulePayments: amortisation.payments.map((payment) =>
      paymentView(schedule, payment, states.get(payment.number), context),
    ),
  };
}
