/** The payments of a schedule that could be posted up to a date, with what a person should know before. */
import { type CalendarDate, isLocked } from '../../../domain/calendar.ts';
import type { Contract } from '../../../domain/contract/contract.ts';
import { type ReviewWarning, reviewWarnings, warning } from '../../../domain/ledger/review.ts';
import { type Cents, negated, sumCents, ZERO } from '../../../domain/money.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { type PlannedPayment, plannedPayments } from './planned-payments.ts';
import { checkReady, openingOutOfDate } from '../protocol/refusals.ts';
import type { OwnedEntity } from '../../records/entities/entity.ts';
import { readContract } from '../../records/schedules/events.ts';
import { paymentId, type PaymentState, readPaymentStates } from '../../records/schedules/payments.ts';
import { type OwnedSchedule, refuseArchived } from '../../records/schedules/schedule.ts';
import { coveredNow, numbersOpen, openingNow } from '../../records/schedules/sync-state.ts';
import type { TableReader } from '../../store/table.ts';
import { linkOf } from '../../xero/session.ts';
import { reviewedPayments } from './reviewed-payments.ts';

export interface PayablePayment {
  readonly id: string;
  readonly number: number;
  /** The date of its document, the first one's if it is made in parts. */
  readonly date: CalendarDate;
  /** The amount that leaves the bank. */
  readonly amount: Cents;
}

export interface Payable {
  readonly payments: readonly PayablePayment[];
  /** The documents of the payments. */
  readonly planned: readonly PlannedPayment[];
  readonly warnings: { readonly code: string; readonly message: string }[];
}

/** A schedule with its entity, and the lock date as far as it is known. */
export interface PayableSubject {
  readonly entity: OwnedEntity;
  readonly schedule: OwnedSchedule;
  readonly lockDate: CalendarDate | null;
}

/** Returns no payments and the reason for a schedule that can't post. Reads the table only. */
export async function payablePayments(
  table: TableReader,
  { entity, schedule, lockDate }: PayableSubject,
  { today, through }: Period,
): Promise<Payable> {
  const reason = reasonAgainst(entity, schedule);
  if (reason)
    return { payments: [], planned: [], warnings: [{ code: reason.code, message: reason.message }] };
  const contract = await readContract(table, schedule);
  const covered = coveredNow(schedule, entity, contract);
  const period = { today, through };
  const { states, payments, planned, locked } = await openPayments(
    table,
    { schedule, lockDate },
    contract,
    covered,
    period,
  );
  const numbers = payments.map(({ number }) => number);
  return {
    payments,
    planned,
    warnings: [
      ...openingWarning(entity, schedule, payments.length),
      ...warning('payments/locked', locked, 'on or before the lock date and left out'),
      ...reviewWarnings(reviewedPayments(schedule, contract, states, covered), numbers, { today, lockDate }),
    ],
  };
}

interface Period {
  readonly today: CalendarDate;
  readonly through: CalendarDate;
}

/**
 * Returns the payments of a schedule that are open up to a date, and the documents of others that the lock date keeps.
 * @param covered the last payment in the opening balances, 0 for none
 */
export async function openPayments(
  table: TableReader,
  { schedule, lockDate }: Omit<PayableSubject, 'entity'>,
  contract: Contract,
  covered: number,
  { today, through }: Period,
) {
  const { scheduleId, accounts } = schedule;
  const states = await statesOf(table, schedule, contract);
  const planned = contract.payments
    .filter(({ number, date }) => number > covered && (date <= through || states.has(number)))
    .filter(({ number }) => !schedule.syncedNumbers.has(number))
    .flatMap(({ number }) => plannedPayments(contract, number, states.get(number), accounts, today))
    .filter(({ date }) => date <= through);
  const locked = planned.filter(({ date }) => isLocked(date, lockDate));
  const open = planned.filter(({ date }) => !isLocked(date, lockDate));
  const payments = [...Map.groupBy(open, ({ number }) => number)].map(([number, documents]) => ({
    id: paymentId(scheduleId, number),
    number,
    date: documents[0]?.date ?? contract.dateOf(number),
    amount: sumCents(documents.map(({ document }) => negated(document?.bankAmount ?? ZERO))),
  }));
  return { states, payments, planned: open, locked };
}

function reasonAgainst(entity: OwnedEntity, schedule: OwnedSchedule): Refusal | null {
  try {
    refuseArchived(schedule);
    checkReady(schedule, linkOf(entity));
    return schedule.openJournal === null ? null : openingOutOfDate();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Payments have items of their own once one was made late, in parts or reversed, or is on its way to Xero. */
async function statesOf(
  table: TableReader,
  schedule: OwnedSchedule,
  contract: Contract,
): Promise<ReadonlyMap<number, PaymentState>> {
  const { scheduleId, paymentChanges, openIntents } = schedule;
  if (paymentChanges === 0 && openIntents === 0) return new Map();
  return readPaymentStates(table, scheduleId, numbersOpen(schedule, contract));
}

/** The liability accounts start at 0.00 if nothing is posted to them before the first payment. */
export function openingWarning(entity: OwnedEntity, schedule: OwnedSchedule, count: number): ReviewWarning[] {
  if (openingNow(schedule, entity) || schedule.syncedCount > 0 || count === 0) return [];
  const payments = count === 1 ? '1 payment' : `${count} payments`;
  const message = `${payments} would be posted before anything opens the liability accounts.`;
  return [{ code: 'opening/missing', message }];
}
