/** Which payments of a schedule are in Xero, contained in its opening balances, or overdue. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import { isMappingComplete } from '../../../domain/accounts/account-mapping.ts';
import type { Contract } from '../../../domain/contract/contract.ts';
import { coveredThrough } from '../../../domain/contract/selection.ts';
import type { Entity } from '../entities/entity.ts';
import { openDatesOf, type PaymentState, readPaymentStates } from './payments.ts';
import type { OwnedSchedule } from './schedule-item.ts';
import type { TableReader } from '../../store/table.ts';

/** Returns the opening journal in the Xero organisation that the entity is linked to now; null for none. */
export const openingNow = (
  { opening }: Pick<OwnedSchedule, 'opening'>,
  { xero }: Pick<Entity, 'xero'>,
): OwnedSchedule['opening'] => (opening?.xeroTenantId === xero?.tenantId ? opening : null);

/** The last payment that the opening journal of the Xero organisation linked now contains; 0 for none. */
export function coveredNow(
  schedule: Pick<OwnedSchedule, 'opening'>,
  entity: Pick<Entity, 'xero'>,
  contract: Pick<Contract, 'coveredBy'>,
): number {
  return coveredThrough(contract, openingNow(schedule, entity));
}

export interface SyncState {
  readonly synced: ReadonlySet<number>;
  /** The dates of payments that are made late or in parts and are not in Xero. */
  readonly openDates: ReadonlyMap<number, readonly CalendarDate[]>;
}

export function syncStateFrom(states: ReadonlyMap<number, PaymentState>): SyncState {
  const all = [...states.values()];
  const openDates = all.map((payment) => [payment.number, openDatesOf(payment)] as const);
  return {
    synced: new Set(all.flatMap(({ state, number }) => (state === 'synced' ? [number] : []))),
    openDates: new Map(openDates.filter(([, dates]) => dates.length > 0)),
  };
}

/** The numbers of payments that are not known to be in Xero as a whole; those in parts are among them. */
export const numbersOpen = (
  { syncedNumbers }: Pick<OwnedSchedule, 'syncedNumbers'>,
  { count }: Pick<Contract, 'count'>,
): number[] =>
  Array.from({ length: count }, (_each, index) => index + 1).filter((number) => !syncedNumbers.has(number));

/**
 * Returns the same of some payments from the schedule's own item. Reads those that are open only if a payment was made
 * late, in parts or reversed.
 */
export async function readSyncState(
  table: TableReader,
  { scheduleId, paymentChanges, syncedNumbers }: OwnedSchedule,
  numbers: readonly number[],
): Promise<SyncState> {
  if (paymentChanges === 0) return { synced: syncedNumbers, openDates: new Map() };
  const open = numbers.filter((number) => !syncedNumbers.has(number));
  const { synced, openDates } = syncStateFrom(await readPaymentStates(table, scheduleId, open));
  return { synced: syncedNumbers.union(synced), openDates };
}

/** How far a schedule is set up for Xero. */
export type XeroSetup = 'not-connected' | 'incomplete' | 'auto' | 'manual';

export function xeroSetupOf({
  xeroConnected,
  accounts,
  autoSync,
}: Pick<OwnedSchedule, 'xeroConnected' | 'accounts' | 'autoSync'>): XeroSetup {
  if (!xeroConnected) return 'not-connected';
  if (!isMappingComplete(accounts)) return 'incomplete';
  return autoSync ? 'auto' : 'manual';
}

/**
 * The payments of which a document is dated before today and not in Xero or its opening balances; none for a schedule
 * that can't sync.
 */
export function overdueNumbers(
  schedule: OwnedSchedule,
  contract: Contract,
  { synced, openDates }: SyncState,
  { entity, today }: { readonly entity: Entity; readonly today: CalendarDate },
): number[] {
  const setup = xeroSetupOf(schedule);
  if (schedule.archived || setup === 'not-connected' || setup === 'incomplete') return [];
  const first = coveredNow(schedule, entity, contract) + 1;
  const due = Array.from(
    { length: Math.max(0, contract.before(today) - first + 1) },
    (_each, index) => first + index,
  );
  const isLater = (number: number): boolean => openDates.get(number)?.every((date) => date >= today) ?? false;
  return due.filter((number) => !synced.has(number) && !isLater(number));
}
