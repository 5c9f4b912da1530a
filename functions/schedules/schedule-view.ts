/** A schedule as the wire shows it: dollars, dates as text, and what follows from its terms today. */
import type * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { isMappingComplete } from '../../domain/journal/account-mapping.ts';
import { toDollars } from '../../domain/money.ts';
import type { Contract, ContractPayment } from '../../domain/schedule/contract.ts';
import { nextPayment } from '../../domain/schedule/figures.ts';
import type { PaymentDates } from '../../domain/schedule/payment-plan.ts';
import { coveredThrough, isFullySynced } from '../../domain/schedule/selection.ts';
import type { Entity } from '../entities/entity-store.ts';
import {
  type ContractState,
  isContained,
  readContractState,
  type StoredEvent,
} from '../events/event-store.ts';
import { eventViews } from '../events/event-view.ts';
import { digest } from '../lib/digest.ts';
import { journalLink, paymentLink } from '../services/xero/links.ts';
import type { TableReader } from '../store/table.ts';
import {
  type PaymentDocumentState,
  paymentId,
  type PaymentState,
  readPaymentStates,
} from './payment-store.ts';
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
export function coveredNow(
  { opening }: Pick<OwnedSchedule, 'opening'>,
  { xero }: Pick<Entity, 'xero'>,
  contract: Pick<PaymentDates, 'before'>,
): number {
  const counts = opening !== null && opening.xeroTenantId === xero?.tenantId;
  return counts ? coveredThrough(contract, opening.date) : 0;
}

/** The numbers of the payments in Xero. */
export const syncedNumbers = (states: ReadonlyMap<number, PaymentState>): Set<number> =>
  new Set([...states.values()].flatMap(({ state, number }) => (state === 'synced' ? [number] : [])));

/**
 * Whether a schedule may be wholly synced, told without reading its payments: fewer can't be. After a change of the
 * Xero organisation a payment may be both synced and covered, so only reading them tells for sure.
 */
export function mayBeSynchronised(schedule: OwnedSchedule, entity: Entity, contract: Contract): boolean {
  return schedule.syncedCount + coveredNow(schedule, entity, contract) >= contract.count;
}

/** Whether every payment and event is in Xero or in the opening balances. */
function isSynchronised(
  schedule: OwnedSchedule,
  { contract, events }: ContractState,
  states: ReadonlyMap<number, PaymentState>,
  entity: Entity,
): boolean {
  const isEventOver = ({ number, state }: StoredEvent): boolean =>
    state === 'synced' || isContained(schedule, entity.xero?.tenantId, number);
  const facts = {
    synced: syncedNumbers(states),
    coveredThrough: coveredNow(schedule, entity, contract),
  };
  return isFullySynced(contract.count, facts) && events.every(isEventOver);
}

/** How many events have documents in Xero. */
const documentsOf = (events: readonly StoredEvent[]): number =>
  events.filter(({ documentId }) => documentId !== null).length;

/** `states` may be empty where `mayBeSynchronised` says no. */
export function summaryView(
  schedule: OwnedSchedule,
  state: ContractState,
  states: ReadonlyMap<number, PaymentState>,
  context: ViewContext,
): SummaryView {
  const { scheduleId, terms, accounts, opening } = schedule;
  const { contract } = state;
  const { entity, today, xeroWeb } = context;
  const next = contract.status === 'paid-out' ? null : nextPayment(contract, today);
  const plan = contract.planAt(today);
  const current = opening?.xeroTenantId === entity.xero?.tenantId ? opening : null;
  const account = (field: string): string | null => accounts[field] ?? null;
  return {
    id: scheduleId,
    description: schedule.name,
    loanAmount: toDollars(terms.loanAmount),
    paymentFrequency: terms.frequency,
    startDate: terms.startDate,
    endDate: contract.endDate,
    firstPaymentOnStartDate: terms.firstPaymentOnStartDate,
    administrationFee: toDollars(plan.administrationFee),
    interestRate: plan.rate.annualPercent,
    totalInterest: toDollars(contract.totalInterest),
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
    xeroSynchronized: isSynchronised(schedule, state, states, entity),
    xeroDocuments: schedule.syncedCount + documentsOf(state.events) + (opening === null ? 0 : 1),
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
  contract: Contract,
  payment: ContractPayment,
  state: PaymentState | undefined,
  context: ViewContext,
): PaymentView {
  const { number } = payment;
  const whole = state?.documents.find(({ part }) => part === 0);
  const parts = (state?.parts ?? []).map(({ date, amount }, index) => {
    const document = state?.documents.find(({ part }) => part === index + 1);
    return {
      date,
      amount: toDollars(amount),
      xeroSynchronized: document?.state === 'synced',
      xeroUrl: document ? documentUrl(document, context) : null,
    };
  });
  const isBegun = state !== undefined && state.state !== 'unsynced';
  return {
    id: paymentId(schedule.scheduleId, number),
    number,
    paymentDate: payment.date,
    payments: toDollars(payment.amount),
    interest: toDollars(payment.interest),
    principal: toDollars(payment.principal),
    endingBalance: toDollars(payment.balance),
    xeroSynchronized: state?.state === 'synced',
    xeroUrl: whole && parts.length === 0 ? documentUrl(whole, context) : null,
    inOpeningBalances: !isBegun && number <= coveredNow(schedule, context.entity, contract),
    administrationFee: toDollars(payment.administrationFee),
    segment: payment.segment,
    paidOn: state?.paidOn ?? null,
    parts,
    attempt: state?.attempt ?? 1,
  };
}

/** The page of a document that is in the Xero organisation linked now. */
function documentUrl(
  { state, documentId, document, xeroTenantId, shortCode }: PaymentDocumentState,
  { entity, xeroWeb }: ViewContext,
): string | null {
  if (state !== 'synced' || documentId === null || xeroTenantId !== entity.xero?.tenantId) return null;
  const link = document?.type === 'MANUAL-JOURNAL' ? journalLink : paymentLink;
  return link(xeroWeb, shortCode, documentId);
}

/** Tells what a person changes as a whole from what it was before; not what happens to payments. */
export function revisionOf({ name, autoSync, terms }: OwnedSchedule): string {
  const { loanAmount, frequency, startDate, firstPaymentOnStartDate, administrationFee, rows } = terms;
  const plans = rows.map(({ qty, amount }) => [qty, amount]);
  const changed = [loanAmount, frequency, startDate, firstPaymentOnStartDate, administrationFee, plans];
  return digest(JSON.stringify([name, autoSync, ...changed]));
}

/** A schedule with its payments and events, as they are stored now. */
export async function scheduleView(
  table: TableReader,
  schedule: OwnedSchedule,
  context: ViewContext,
): Promise<z.input<typeof Schedule>> {
  const states = await readPaymentStates(table, schedule.scheduleId);
  const state = await readContractState(table, schedule);
  const { contract } = state;
  return {
    ...summaryView(schedule, state, states, context),
    revision: revisionOf(schedule),
    status: contract.status,
    events: eventViews(schedule, state, states, context),
    schedulePayments: contract.payments.map((payment) =>
      paymentView(schedule, contract, payment, states.get(payment.number), context),
    ),
  };
}
