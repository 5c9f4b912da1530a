/** A schedule as the wire shows it: dollars, dates as text, and what follows from its terms today. */
import type * as z from 'zod';
import { isMappingComplete } from '../../domain/accounts/account-mapping.ts';
import { toDollars } from '../../domain/money.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { nextPayment } from '../../domain/contract/payments-due.ts';
import { contractsOf } from '../../domain/reports/contract.ts';
import { expensedInterest } from '../../domain/reports/expensed-interest.ts';
import { financialYearsOf } from '../../domain/reports/financial-years.ts';
import { yearsEnding } from '../../domain/years.ts';
import { isFullySynced } from '../../domain/contract/selection.ts';
import type { Entity } from '../records/entities/entity.ts';
import {
  type ContractState,
  eventId,
  isContained,
  readContractState,
  type StoredEvent,
} from '../records/schedules/events.ts';
import { eventViews } from './event.ts';
import { readFindings } from '../records/schedules/findings.ts';
import { stateView } from './xero-state.ts';
import { digest } from '../lib/digest.ts';
import { journalLink } from '../services/xero/links.ts';
import type { TableReader } from '../store/table.ts';
import {
  coveredNow,
  overdueNumbers,
  type SyncState,
  syncStateFrom,
  xeroSetupOf,
  openingNow,
} from '../records/schedules/sync-state.ts';
import { readNotes } from '../records/schedules/notes.ts';
import { paymentId, readPaymentStates } from '../records/schedules/payments.ts';
import type { ChangedSchedule, Schedule, ScheduleSummary } from '../api/schedules.ts';
import type { OwnedSchedule } from '../records/schedules/schedule-item.ts';
import { ownTrackingView } from './tracking.ts';
import { paymentView, type ViewContext } from './payment.ts';

type SummaryView = z.input<typeof ScheduleSummary>;

/** Whether every payment and event is in Xero or in the opening balances. */
function isSynchronised(
  schedule: OwnedSchedule,
  { contract, events }: ContractState,
  synced: ReadonlySet<number>,
  entity: Entity,
): boolean {
  const isEventOver = ({ number, state }: StoredEvent): boolean =>
    state === 'synced' || isContained(schedule, entity.xero?.tenantId, number);
  const facts = { synced, coveredThrough: coveredNow(schedule, entity, contract) };
  return isFullySynced(contract.count, facts) && events.every(isEventOver);
}

/** How many events have documents in Xero. */
const documentsOf = (events: readonly StoredEvent[]): number =>
  events.filter(({ documentId }) => documentId !== null).length;

export function summaryView(
  schedule: OwnedSchedule,
  state: ContractState,
  sync: SyncState,
  context: ViewContext,
): SummaryView {
  const { scheduleId, terms, accounts, opening } = schedule;
  const { contract } = state;
  const { entity, today, xeroWeb } = context;
  const unposted = overdueNumbers(schedule, contract, sync, context);
  const next = nextPayment(contract, today, unposted);
  const plan = contract.planAt(today);
  const current = openingNow(schedule, entity);
  const account = (field: string): string | null => accounts[field] ?? null;
  return {
    id: scheduleId,
    description: schedule.name,
    lender: schedule.lender,
    contractNumber: schedule.contractNumber,
    asset: schedule.asset,
    kind: schedule.kind,
    contractRate: schedule.contractRate === '' ? null : Number(schedule.contractRate),
    status: contract.status,
    loanAmount: toDollars(terms.loanAmount),
    paymentFrequency: plan.timetable.frequency,
    startDate: terms.startDate,
    endDate: contract.endDate,
    firstPaymentOnStartDate: terms.firstPaymentOnStartDate,
    firstPaymentDate: terms.firstPaymentDate ?? null,
    paymentsAtMonthEnd: terms.paymentsAtMonthEnd === true,
    administrationFee: toDollars(plan.administrationFee),
    interestRate: plan.rate.annualPercent,
    interestRateImplied: plan.timetable.table !== undefined,
    totalInterest: toDollars(expensedInterest(contract)),
    gstOnCharges: terms.gstOnCharges === true,
    outstanding: toDollars(contract.balanceAt(today)),
    nextPayment: next && {
      id: next.number > contract.count ? payoutId(schedule, state) : paymentId(scheduleId, next.number),
      number: next.number,
      paymentDate: next.date,
      payments: toDollars(next.amount),
      administrationFee: toDollars(next.fee),
    },
    active: !schedule.archived,
    archived: schedule.archived,
    autoSync: schedule.autoSync && (contract.status === 'active' || next !== null),
    noTax: schedule.noTax,
    tracking: ownTrackingView(schedule.tracking, entity),
    xeroConnected: schedule.xeroConnected,
    xeroSyncReady: schedule.xeroConnected && isMappingComplete(accounts),
    xeroSetup: xeroSetupOf(schedule),
    overdueCount: unposted.length,
    xeroSynchronized: isSynchronised(schedule, state, sync.synced, entity),
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
    hasPurchase: schedule.hasPurchase,
    clearingAccountId: schedule.refinances?.clearingAccountId ?? null,
  };
}

const payoutId = ({ scheduleId }: OwnedSchedule, { events }: ContractState): string =>
  eventId(scheduleId, events.at(-1)?.number ?? 0);

function openingState({ opening }: OwnedSchedule, { entity, findings = new Map() }: ViewContext) {
  const documents = opening ? [{ documentId: opening.journalId, xeroTenantId: opening.xeroTenantId }] : [];
  return stateView(documents, findings, entity.xero?.tenantId);
}

type Replaced = Exclude<keyof z.output<typeof ChangedSchedule>, 'revision'>;

/** The fields that a PUT replaces, as they are stored. A field of the body that is missing here does not compile. */
const REPLACED: { readonly [Field in Replaced]: (schedule: OwnedSchedule, notes: string) => unknown } = {
  description: ({ name }) => name,
  paymentFrequency: ({ terms }) => terms.frequency,
  loanAmount: ({ terms }) => terms.loanAmount,
  startDate: ({ terms }) => terms.startDate,
  firstPaymentOnStartDate: ({ terms }) => terms.firstPaymentOnStartDate,
  firstPaymentDate: ({ terms }) => terms.firstPaymentDate,
  paymentsAtMonthEnd: ({ terms }) => terms.paymentsAtMonthEnd,
  administrationFee: ({ terms }) => terms.administrationFee,
  autoSync: ({ autoSync }) => autoSync,
  gstOnCharges: ({ terms }) => terms.gstOnCharges,
  lender: ({ lender }) => lender,
  contractNumber: ({ contractNumber }) => contractNumber,
  asset: ({ asset }) => asset,
  kind: ({ kind }) => kind,
  contractRate: ({ contractRate }) => contractRate,
  notes: (_schedule, notes) => notes,
  schedulePaymentPlans: ({ terms }) => terms.rows.map(({ qty, amount }) => [qty, amount]),
  schedulePayments: ({ terms }) => terms.table,
  xeroAccount: ({ accounts }) => accounts,
};

/** Identifies a version of what users edit as a whole; posting payments doesn't change it. */
export const scheduleRevision = (schedule: OwnedSchedule, notes: string): string =>
  digest(JSON.stringify(Object.values(REPLACED).map((read) => read(schedule, notes) ?? null)));

/** The financial years of a contract, each as it stood on its last day. */
function yearViews(contract: Contract, { entity }: ViewContext): z.input<typeof Schedule>['financialYears'] {
  const years = financialYearsOf(contractsOf(contract), yearsEnding(entity.financialYearEnd));
  return years.map(({ year, end, totals, closingBalance, split }) => ({
    year,
    end,
    payments: toDollars(totals.amount),
    fees: toDollars(totals.administrationFee),
    interest: toDollars(totals.interest),
    principal: toDollars(totals.principal),
    closingBalance: toDollars(closingBalance),
    current: toDollars(split.current.net),
    nonCurrent: toDollars(split.nonCurrent.net),
  }));
}

/** A schedule with its payments, events and notes, as they are stored now. */
export async function scheduleView(
  table: TableReader,
  schedule: OwnedSchedule,
  given: ViewContext,
): Promise<z.input<typeof Schedule>> {
  const [states, notes, state, findings] = await Promise.all([
    readPaymentStates(table, schedule.scheduleId),
    readNotes(table, schedule.scheduleId),
    readContractState(table, schedule),
    readFindings(table, schedule.scheduleId),
  ]);
  const { contract } = state;
  const context = { ...given, findings };
  return {
    ...summaryView(schedule, state, syncStateFrom(states), context),
    notes,
    openingBalanceJournalState: openingState(schedule, context),
    events: eventViews(schedule, state, states, context),
    revision: scheduleRevision(schedule, notes),
    financialYears: yearViews(contract, context),
    schedulePayments: contract.payments.map((payment) =>
      paymentView(schedule, contract, payment, states.get(payment.number), context),
    ),
  };
}
