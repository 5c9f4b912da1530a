/** Which documents of payments are not in Xero, and why others are not posted. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { Contract } from '../../../domain/contract/contract.ts';
import type { LedgerDocument, PartialMapping } from '../../../domain/journal/document.ts';
import { checkParts, paymentDocuments as documentsOf } from '../../../domain/journal/payment-documents.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { isUndoUncertain, readContract } from '../../records/schedules/events.ts';
import {
  type PaymentState,
  readPaymentStates,
  unknownPayment,
  untouchedPayment,
} from '../../records/schedules/payments.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import { coveredNow } from '../../records/schedules/sync-state.ts';
import { readSchedule } from './document-kind.ts';
import type { Outcome, Reason } from '../protocol/outcome.ts';
import { checkReady, coveredPayment, noPartDue, unconfirmedPayment } from '../protocol/refusals.ts';
import type { Run } from './run.ts';
import { postingInProgress } from '../../records/schedules/open-documents.ts';

/** A document of a payment that is not in Xero. */
export interface PlannedPayment {
  readonly number: number;
  /** 0 for the payment as a whole. */
  readonly part: number;
  /** Null if every line is 0.00: nothing posts then. */
  readonly document: LedgerDocument | null;
  readonly date: CalendarDate;
}

export interface PlannedNow {
  readonly contract: Contract;
  readonly states: ReadonlyMap<number, PaymentState>;
  readonly planned: readonly PlannedPayment[];
  /** Of those that can't be posted. */
  readonly outcomes: readonly (readonly [number: number, outcome: Outcome])[];
}

/**
 * Plans payments, whatever the lock date.
 * @param problem why the outcome of an earlier document is still unknown
 * @throws Refusal when nothing of the schedule can be posted
 */
export async function planNow(
  run: Run,
  schedule: OwnedSchedule,
  numbers: readonly number[],
  problem: Reason | null,
): Promise<PlannedNow> {
  const { table } = run.context.services;
  const { scheduleId, version, openIntents } = schedule;
  // Payments follow the contract with the event or without it.
  if (openIntents > 0 && (await isUndoUncertain(table, scheduleId))) throw problem ?? postingInProgress();
  checkReady(schedule, run.link);
  const { contract, states } = await run.once(
    `payments ${numbers.join()} of ${scheduleId} ${version}`,
    async () => ({
      contract: await readContract(table, schedule),
      states: await readPaymentStates(table, scheduleId, numbers),
    }),
  );
  const covered = coveredNow(schedule, run.entity, contract);
  const outcomes: [number, Outcome][] = [];
  const planned: PlannedPayment[] = [];
  for (const number of numbers) {
    const state = states.get(number);
    if (state?.state === 'synced') continue;
    const reason = whyNot(state, number <= covered, problem);
    const own = reason ?? plannedOf(contract, number, state, schedule.accounts, run.today);
    if (Array.isArray(own)) planned.push(...own);
    else outcomes.push([number, own]);
  }
  return { contract, states, planned, outcomes };
}

/** How the documents of payments are sent. */
export const OF_PAYMENTS = {
  hasContact: true,
  stopsAtRefusal: false,
  unconfirmed: () => unconfirmedPayment(),
  read: readSchedule,
} as const;

function whyNot(state: PaymentState | undefined, isCovered: boolean, problem: Reason | null): Outcome | null {
  if (state?.state === 'posting') return { kind: 'unconfirmed', reason: problem ?? unconfirmedPayment() };
  const isBegun = state !== undefined && state.state !== 'unsynced';
  return !isBegun && isCovered ? { kind: 'skipped', reason: coveredPayment() } : null;
}

/** Returns the documents of a payment, or why it is skipped. */
function plannedOf(
  contract: Contract,
  number: number,
  state: PaymentState | undefined,
  mapping: PartialMapping,
  today: CalendarDate,
): PlannedPayment[] | Outcome {
  if (number > contract.count) return { kind: 'skipped', reason: unknownPayment() };
  try {
    const own = plannedPayments(contract, number, state, mapping, today);
    return own.length > 0 ? own : { kind: 'skipped', reason: noPartDue() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'skipped', reason: error };
  }
}

/**
 * Returns the documents of a payment that are not in Xero yet, parts dated after `today` left out.
 * @throws Refusal `invalid` when the payment's parts don't add up to it any more.
 */
export function plannedPayments(
  contract: Contract,
  number: number,
  state: PaymentState = untouchedPayment(number),
  mapping: PartialMapping,
  today: CalendarDate,
): PlannedPayment[] {
  const { paidOn, parts, documents } = state;
  if (parts.length > 0) checkParts(contract.payment(number), parts);
  const drafts = documentsOf(contract.planOf(number), number, mapping, { paidOn, parts });
  if (parts.length === 0) {
    const date = paidOn ?? contract.dateOf(number);
    return state.state === 'unsynced' ? [{ number, part: 0, document: drafts[0] ?? null, date }] : [];
  }
  return parts.flatMap(({ date }, index): PlannedPayment[] => {
    const part = index + 1;
    const isOpen = documents.every((one) => one.part !== part || one.state === 'unsynced');
    return isOpen && date <= today ? [{ number, part, document: drafts[index] ?? null, date }] : [];
  });
}
