/** The parts of setting loans up in Xero: their accounts, the connections, and the opening balances. */
import { accountChoices, checkAccountChoices } from '../../domain/accounts/account-choices.ts';
import {
  isMappingComplete,
  LIABILITY_FIELDS,
  type LiabilityMapping,
} from '../../domain/accounts/account-mapping.ts';
import { isJournalAccount, type LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import { type LiabilityMode, planAccounts, type PlannedAccount } from '../../domain/accounts/setup-plan.ts';
import { usualMode } from '../../domain/contract/contract-kinds.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { openingAt, type OpeningDate } from '../../domain/contract/covered.ts';
import { NO_GST, type TaxRate } from '../../domain/gst/tax-types.ts';
import {
  openingNarration,
  type OpeningLine,
  openingLines,
  refusedInJournal,
} from '../../domain/journal/opening-balances.ts';
import type { TrackingOption } from '../../domain/journal/tracking.ts';
import { type Cents, cents, formatMoney, sumCents } from '../../domain/money.ts';
import { chargesGstLines } from '../../domain/purchase/charges-gst.ts';
import { type Purchase, type PurchaseLine, workOutPurchase } from '../../domain/purchase/purchase.ts';
import { conflict, invalid, Refusal } from '../../domain/refusal.ts';
import { cutText, MAX_TEXT_LENGTH } from '../../domain/text.ts';
import type { SetupRequest } from '../api/setup.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { purchaseRevision, readPurchase, refuseOtherPurchase } from '../records/schedules/purchases.ts';
import {
  listSchedules,
  type OwnedSchedule,
  readSchedules,
  unknownSchedule,
} from '../records/schedules/schedule.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import type { TableReader } from '../store/table.ts';
import { checkedTracking } from '../xero/tracking.ts';
import type { ScheduleTracking } from '../records/entities/tracking.ts';
import type { XeroTenantId, XeroTrackingCategory } from '../services/xero/port.ts';
import { refuseUnknownAccounts } from '../xero/reads.ts';
import type { WantedJournal } from '../posting/plan/opening.ts';
import { openingNow } from '../records/schedules/sync-state.ts';
import { type Failure, failureOf, XeroError } from '../services/xero/error.ts';

/** Returns the chosen schedules in the order asked. @throws Refusal `not-found` */
export async function chosenSchedules(
  table: TableReader,
  { entityId }: OwnedEntity,
  scheduleIds: readonly string[],
): Promise<OwnedSchedule[]> {
  const ids = [...new Set(scheduleIds)];
  const schedules = await readSchedules(table, entityId, ids);
  if (schedules.length < ids.length) throw unknownSchedule();
  return schedules;
}

/** The choices of a set-up for a loan. */
export interface LoanChoices {
  readonly liability: LiabilityMode;
  readonly bankAccountId: string;
  readonly opening: SetupRequest['opening'];
  /** Undefined keeps the schedule's. */
  readonly lender: string | undefined;
  /** Null follows the entity's; undefined keeps the schedule's. */
  readonly tracking: readonly TrackingOption[] | null | undefined;
  /** Of the purchase that the preview showed; undefined is not checked. */
  readonly purchaseRevision: string | undefined;
}

/** Returns the loan's own choices, else those of the call, else the usual ones of its contract's kind. */
export function choicesFor(
  { loans, liability, bankAccountId, opening, tracking }: SetupRequest,
  { scheduleId, kind }: Pick<OwnedSchedule, 'scheduleId' | 'kind'>,
): LoanChoices {
  const own = loans.find((loan) => loan.scheduleId === scheduleId);
  return {
    liability: own?.liability ?? liability ?? usualMode(kind),
    bankAccountId: own?.bankAccountId ?? bankAccountId,
    opening: opening && { ...opening, accountId: own?.openingAccountId ?? opening.accountId },
    lender: own?.lender,
    tracking: own?.tracking === undefined ? tracking : own.tracking,
    purchaseRevision: own?.purchaseRevision,
  };
}

/**
 * Returns a loan's own choice of tracking as it is stored; undefined keeps the schedule's.
 * @param categories read where the request has a choice
 */
export function ownTracking(
  { tracking: wanted }: Pick<LoanChoices, 'tracking'>,
  xeroTenantId: XeroTenantId,
  categories: readonly XeroTrackingCategory[],
): ScheduleTracking | null | undefined {
  if (!wanted) return wanted;
  return { xeroTenantId, chosen: checkedTracking('tracking', wanted, categories) };
}

/** Whether a set-up chooses options, so that Xero's are read. */
export const choosesTracking = ({ tracking, loans }: SetupRequest): boolean =>
  [tracking, ...loans.map((loan) => loan.tracking)].some((chosen) => (chosen?.length ?? 0) > 0);

/** @throws Refusal `invalid` at the choice that can't be made */
export function checkChosenTracking(
  { tracking, loans }: SetupRequest,
  categories: readonly XeroTrackingCategory[],
): void {
  checkedTracking('tracking', tracking ?? [], categories);
  for (const [index, loan] of loans.entries()) {
    checkedTracking(`loans.${index}.tracking`, loan.tracking ?? [], categories);
  }
}

/** @throws Refusal `not-found`, `invalid` naming the account that isn't one of its list */
export function checkSharedAccounts(chart: readonly LedgerAccount[], request: SetupRequest): void {
  const { bankAccountId, interestExpenseAccountId, administrationFeeId, opening, loans } = request;
  const chosen = { bankAccountId, interestExpenseAccountId, administrationFeeId };
  refuseUnknownAccounts(chart, Object.entries(chosen));
  checkAccountChoices(chosen, chart);
  for (const [index, loan] of loans.entries()) {
    checkBank(chart, `loans.${index}.bankAccountId`, loan.bankAccountId);
    checkContra(chart, `loans.${index}.openingAccountId`, loan.openingAccountId);
  }
  checkContra(chart, 'opening.accountId', opening?.accountId);
}

function checkBank(chart: readonly LedgerAccount[], field: string, id: string | undefined): void {
  if (id === undefined) return;
  refuseUnknownAccounts(chart, [[field, id]]);
  if (!accountChoices('bankAccountId', chart).some((account) => account.id === id)) {
    throw invalid(field, 'accounts/not-in-list', 'Please choose a bank account.');
  }
}

function checkContra(chart: readonly LedgerAccount[], field: string, id: string | undefined): void {
  if (id === undefined) return;
  refuseUnknownAccounts(chart, [[field, id]]);
  const account = chart.find((one) => one.id === id);
  if (account && !isJournalAccount(account))
    throw invalid(field, 'opening/account', refusedInJournal(account));
}

export async function accountPlan(
  table: TableReader,
  entity: OwnedEntity,
  schedules: readonly OwnedSchedule[],
  request: SetupRequest,
  chart: readonly LedgerAccount[],
): Promise<ReadonlyMap<string, readonly PlannedAccount[]>> {
  const loans = schedules.map((schedule) => ({
    scheduleId: schedule.scheduleId,
    name: schedule.name,
    mode: choicesFor(request, schedule).liability,
    accounts: schedule.accounts,
    planned: schedule.plannedAccounts,
  }));
  const isShared = loans.some(({ mode }) => mode === 'shared');
  const known = isShared ? sharedBefore(await listSchedules(table, entity), entity, chart) : null;
  return planAccounts(
    entity.name,
    loans.map((loan) => (loan.mode === 'shared' ? { ...loan, planned: loan.planned ?? known } : loan)),
    chart,
  );
}

/** The set that loans of the entity share already, recognised by its names; null without one. */
function sharedBefore(
  schedules: readonly OwnedSchedule[],
  { name }: OwnedEntity,
  chart: readonly LedgerAccount[],
): readonly PlannedAccount[] | null {
  const loan = { scheduleId: '', name, mode: 'shared' as const, accounts: {}, planned: null };
  const usual = planAccounts(name, [loan], []);
  const names = new Map(usual.get('')?.flatMap((one) => one.fields.map((field) => [field, one] as const)));
  for (const { accounts } of schedules) {
    const set = LIABILITY_FIELDS.flatMap((field): PlannedAccount[] => {
      const account = chart.find(({ id }) => id === accounts[field]);
      const planned = names.get(field);
      return account && planned && account.name === planned.name
        ? [{ ...planned, code: account.code, fields: [field] }]
        : [];
    });
    if (set.length === LIABILITY_FIELDS.length) return set;
  }
  return null;
}

/** The connections in use, those that the set-up takes, and those of the plan. */
export async function connectionsOf(
  table: TableReader,
  { tenantId }: OwnedEntity,
  schedules: readonly OwnedSchedule[],
): Promise<{ used: number; needed: number; max: number }> {
  const tenant = await readTenant(table, tenantId);
  return {
    used: tenant?.used ?? 0,
    needed: schedules.filter(({ xeroConnected }) => !xeroConnected).length,
    max: tenant?.maximum ?? 0,
  };
}

/** Whether nothing of the set-up is left to do for a schedule. */
export function isSetUp(schedule: OwnedSchedule, entity: OwnedEntity, { opening }: SetupRequest): boolean {
  const { accounts, xeroConnected } = schedule;
  const isOpened = opening === null || openingNow(schedule, entity) !== null;
  return xeroConnected && isMappingComplete(accounts) && isOpened;
}

/** Returns the account that was planned, known by code and name; undefined before it is created. */
export const createdAs = (
  chart: readonly LedgerAccount[],
  { code, name }: PlannedAccount,
): LedgerAccount | undefined =>
  chart.find((account) => account.code === code && account.name === name && account.status === 'ACTIVE');

/** The purchase that a schedule opens with. */
interface OpenedPurchase {
  /** Null: the opposite account. */
  readonly purchase: Purchase | null;
  readonly revision: string;
}

/**
 * Returns the purchase that a schedule is opened with; null for one that is opened after its start.
 * @param rates asked for only where there is one
 * @throws Refusal `invalid`; `conflict` for another purchase than the preview showed
 */
export async function openedPurchase(
  table: TableReader,
  { scheduleId, terms }: OwnedSchedule,
  { opening, purchaseRevision: shown }: Pick<LoanChoices, 'opening' | 'purchaseRevision'>,
  rates: () => Promise<readonly TaxRate[]>,
): Promise<OpenedPurchase | null> {
  if (opening === null || opening.date > terms.startDate) return null;
  const facts = await readPurchase(table, scheduleId);
  refuseOtherPurchase(facts, shown);
  const purchase = facts && workOutPurchase(facts, terms.loanAmount, await rates());
  return { purchase, revision: purchaseRevision(facts) };
}

/** Returns the opening journal of a schedule, balanced by its purchase or by the account that the loan is in today. */
export function plannedOpening(
  schedule: OwnedSchedule,
  contract: Contract,
  mapping: LiabilityMapping,
  opening: NonNullable<SetupRequest['opening']>,
  opened: OpenedPurchase | null,
): WantedJournal {
  const { startDate } = schedule.terms;
  // Payments due on the day of the start are posted, whatever the other loans take.
  const asAt =
    opening.date > startDate
      ? openingAt(opening.date, startDate, opening.includesDate)
      : openingAt(startDate, startDate, false);
  const own = ownLines(schedule, contract, asAt, mapping).filter(({ amount }) => amount !== 0);
  if (own.length === 0) {
    throw invalid('opening.date', 'opening/no-balances', 'The contract has no balances on this date.');
  }
  const amount = cents(-sumCents(own.map((line) => line.amount)));
  const description = cutText(openingNarration(schedule.name), MAX_TEXT_LENGTH);
  const wanted = { ...asAt, description, purchaseRevision: opened?.revision };
  if (opened?.purchase) {
    const lines = [...own, ...linesOf(openedLines(opened.purchase, contract, mapping), amount)];
    return { ...wanted, lineAmountTypes: 'Inclusive', lines };
  }
  if (amount === 0) return { ...wanted, lineAmountTypes: 'NoTax', lines: own };
  const { accountId: account } = opening;
  if (account === undefined) {
    throw invalid('opening.accountId', 'opening/account', 'Please choose the account to balance against.');
  }
  const other: OpeningLine = { description: schedule.name, account, taxType: NO_GST, amount };
  return { ...wanted, lineAmountTypes: 'NoTax', lines: [...own, other] };
}

/** Returns the lines of a purchase, and those of the GST on the charges where the buyer claims it. */
export const openedLines = (
  { lines, isRegistered }: Purchase,
  contract: Contract,
  mapping: LiabilityMapping,
): readonly PurchaseLine[] => [...lines, ...(isRegistered ? chargesGstLines(contract, mapping) : [])];

/**
 * Returns the lines of a purchase as those of the journal.
 * @param wanted what they must add up to
 * @throws Refusal `conflict` for another amount, and for a line without an account
 */
function linesOf(lines: readonly PurchaseLine[], wanted: Cents): OpeningLine[] {
  const difference = cents(sumCents(lines.map(({ amount }) => amount)) - wanted);
  if (difference !== 0) {
    const [more, size] = [difference > 0 ? 'more' : 'less', formatMoney(cents(Math.abs(difference)))];
    const message = `The purchase comes to ${size} ${more} than the amount financed. Please correct it.`;
    throw conflict('purchase/difference', message);
  }
  return lines.map(({ accountId, ...line }) => {
    if (accountId !== null) return { ...line, account: accountId };
    throw conflict('purchase/account', `Please choose the account of “${line.description}” in the purchase.`);
  });
}

/** Notes why a schedule fails, and leaves the others alone. One that is only delayed has not failed. */
export async function orFailure<Value>(
  failures: Map<string, Failure>,
  { scheduleId }: OwnedSchedule,
  step: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await step();
  } catch (error) {
    if (!isDelay(error)) failures.set(scheduleId, failureOf(error));
    return null;
  }
}

/** Xero's limits, another posting to the same organisation, and the end of the call's time. */
export const isDelay = (error: unknown): boolean =>
  error instanceof XeroError
    ? error.kind === 'throttled'
    : error instanceof Refusal && ['sync/busy', 'sync/out-of-time'].includes(error.code);

/** Returns null for a delay. @throws the error otherwise */
export function unlessDelayed(error: unknown): null {
  if (isDelay(error)) return null;
  throw error;
}

/** Returns the four balances, lines of 0.00 too, and what a refinance settles through its clearing account. */
export function ownLines(
  schedule: Pick<OwnedSchedule, 'refinances'>,
  contract: Contract,
  journal: OpeningDate,
  mapping: LiabilityMapping,
): OpeningLine[] {
  return [...openingLines(contract, journal, mapping), ...refinancedLines(schedule)];
}

/** Returns what a refinance settles through its clearing account; empty without one. */
export function refinancedLines({ refinances }: Pick<OwnedSchedule, 'refinances'>): OpeningLine[] {
  const account = refinances?.clearingAccountId ?? null;
  if (refinances === null || account === null) return [];
  return [{ description: 'Refinanced', account, taxType: NO_GST, amount: refinances.payoutFigure }];
}
