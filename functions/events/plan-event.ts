/** Plans a contract event before it is recorded: the new contract, the event's document and warnings. */
import { type CalendarDate, formatDate, isLocked } from '../../domain/calendar.ts';
import { documentDateOf, eventDocument } from '../../domain/journal/event-document.ts';
import type { LedgerDocument } from '../../domain/journal/document.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { formatMoney } from '../../domain/money.ts';
import type { AppliedEvent } from '../../domain/contract/applied-event.ts';
import { type Change, kindOf } from '../../domain/event-kinds/kinds.ts';
import { estimateGstAdjustment, payoutWarnings } from '../../domain/contract/payout.ts';
import { type RecordedEvent, recordEvent } from '../../domain/contract/record-event.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { digest } from '../lib/digest.ts';
import type { XeroServices } from '../services/context.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import type { PostingRequest } from '../posting/protocol/request.ts';
import { openSession } from '../xero/session.ts';
import { ratesOf, refuseUnusableRate } from '../xero/tax-setting.ts';
import { lastBegun, type PaymentState, readPaymentStates } from '../records/schedules/payments.ts';
import { type OwnedSchedule, refuseArchived } from '../records/schedules/schedule.ts';
import { coveredNow, openingNow } from '../records/schedules/sync-state.ts';
import { XeroError } from '../services/xero/error.ts';
import { contractEvents, type ContractState, readContractState } from '../records/schedules/events.ts';

export interface PlannedEvent extends RecordedEvent {
  /** The schedule as it is. */
  readonly before: ContractState;
  readonly states: ReadonlyMap<number, PaymentState>;
  readonly applied: AppliedEvent;
  readonly document: LedgerDocument | null;
  readonly warnings: readonly string[];
  /** A digest of everything that the event depends on. */
  readonly revision: string;
}

/**
 * Works out an event.
 * @throws Refusal `conflict` or `invalid` when it can't be recorded.
 */
export async function planEvent(
  services: XeroServices,
  request: PostingRequest,
  schedule: OwnedSchedule,
  { date, change }: { readonly date: CalendarDate; readonly change: Change },
): Promise<PlannedEvent> {
  const { entity } = request;
  refuseArchived(schedule);
  const { table } = services;
  const states = await readPaymentStates(table, schedule.scheduleId);
  const before = await readContractState(table, schedule);
  const lockDate = await lockDateOf(services, request);
  const opening = openingNow(schedule, entity);
  const openingJournal = opening && { ...opening, isLocked: isLocked(opening.date, lockDate) };
  const posted = { payment: lastBegun(states), openingJournal };
  const recorded = recordEvent(schedule.terms, contractEvents(before.events), { date, change }, posted);
  const applied = recorded.contract.events.at(-1);
  if (!applied) throw new Error('A recorded event is not applied');
  await checkFeeTaxes(services, request, schedule, change);
  const document = recorded.inOpeningBalances ? null : eventDocument(applied, schedule.accounts, lockDate);
  const plan = { ...recorded, before, states, applied, document };
  return {
    ...plan,
    warnings: warningsOf(plan, schedule, entity, lockDate),
    revision: revisionOf(schedule, before, states, lockDate),
  };
}

/**
 * Checks the tax rates of a payout's fees against the organisation's; without an answer of Xero's, Xero judges at posting.
 * @throws Refusal `invalid`, naming the fee
 */
async function checkFeeTaxes(
  services: XeroServices,
  { entity, userId, deadlines }: PostingRequest,
  schedule: OwnedSchedule,
  change: Change,
): Promise<void> {
  const fees = 'fees' in change ? change.fees : [];
  if (entity.xero === null || fees.every(({ taxType }) => taxType === NO_GST)) return;
  const session = openSession(services, entity.xero, { priority: 'interactive', userId }, deadlines);
  try {
    const chart = await cachedReads(services, session).chart();
    const rates = await ratesOf(services, session);
    for (const [index, { taxType, accountId }] of fees.entries()) {
      const account = chart.find(({ id }) => id === (accountId ?? schedule.accounts['administrationFeeId']));
      refuseUnusableRate(rates, account, { field: `fees.${index}.taxType`, taxType });
    }
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
  }
}

/** The lock date of the linked Xero organisation; null without a link, and while Xero does not answer. */
async function lockDateOf(
  services: XeroServices,
  { entity, userId, deadlines }: PostingRequest,
): Promise<CalendarDate | null> {
  if (entity.xero === null) return null;
  try {
    const session = openSession(services, entity.xero, { priority: 'interactive', userId }, deadlines);
    return await cachedReads(services, session).lockDate();
  } catch (error) {
    if (error instanceof XeroError) return null;
    throw error;
  }
}

function revisionOf(
  { eventNumber, terms, opening, accounts }: OwnedSchedule,
  { events }: ContractState,
  states: ReadonlyMap<number, PaymentState>,
  lockDate: CalendarDate | null,
): string {
  const { rows, ...rest } = terms;
  const plans = rows.map(({ qty, amount }) => [qty, amount]);
  const recorded = events.map(({ number, date, input }) => [number, date, input]);
  // A payment that is being posted counts as posted, so the outcome of an open document changes nothing.
  const payments = [...states.values()].map(({ number, state, attempt }) => [
    number,
    state !== 'unsynced',
    attempt,
  ]);
  const journal = opening && [opening.journalId, opening.date, opening.includesDate, opening.outOfDate];
  const mapped = Object.entries(accounts).toSorted(([a], [b]) => a.localeCompare(b));
  return digest(JSON.stringify([eventNumber, rest, plans, recorded, payments, journal, mapped, lockDate]));
}

/** Whether payments after an event's date are posted or covered, so that it takes effect after them. */
function isRecordedLate({ event, k, effectiveDate }: AppliedEvent): boolean {
  return (
    kindOf(event.change).timing !== 'from-payment' && k === event.postedThrough && effectiveDate > event.date
  );
}

type Plan = Omit<PlannedEvent, 'warnings' | 'revision'>;

function warningsOf(
  { applied, inOpeningBalances, contract, before, states }: Plan,
  schedule: OwnedSchedule,
  entity: OwnedEntity,
  lockDate: CalendarDate | null,
): string[] {
  const warnings: string[] = [];
  if (inOpeningBalances) {
    warnings.push(
      'The opening balances contain this change, so it posts nothing itself. Please post the opening balances journal again.',
    );
  } else if (lockDate !== null && isLocked(applied.documentDate, lockDate)) {
    const moved = formatDate(documentDateOf(applied, lockDate));
    warnings.push(`The lock date in Xero is ${formatDate(lockDate)}, so the document is dated ${moved}.`);
  }
  if (isRecordedLate(applied)) {
    warnings.push(
      `Recorded late: payment ${applied.k} is already posted or in the opening balances, so the change takes effect after it.`,
    );
  }
  if (applied.to === null) {
    const covered = coveredNow(schedule, entity, before.contract);
    const unposted = Array.from(
      { length: Math.max(0, applied.k - covered) },
      (_each, index) => covered + 1 + index,
    ).filter((number) => states.get(number)?.state !== 'synced');
    warnings.push(...payoutWarnings(before.contract, applied, unposted));
    const isEstimated = schedule.kind === 'hire-purchase' && schedule.terms.gstOnCharges !== true;
    const gst = isEstimated ? estimateGstAdjustment(contract, applied) : null;
    if (gst !== null && gst > 0) {
      warnings.push(
        `Ask your BAS agent: an early payout may need an adjustment of GST, about ${formatMoney(gst)}. It is not posted.`,
      );
    }
  }
  return warnings;
}
