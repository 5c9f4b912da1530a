/** A payment made late or in parts: its documents change, the contract stays. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { checkParts, type PaymentPart } from '../../domain/journal/payment-documents.ts';
import { conflict, invalid } from '../../domain/refusal.ts';
import type { XeroServices } from '../services/context.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { isCovered } from '../../domain/contract/covered.ts';
import { coveredPayment, paidOnOtherSide } from '../posting/protocol/refusals.ts';
import type { PostingRequest } from '../posting/protocol/request.ts';
import { type PaymentState, readPaymentStates, storedPayment } from '../records/schedules/payments.ts';
import { type OwnedSchedule, refuseArchived, saveSchedule } from '../records/schedules/schedule.ts';
import { coveredNow, openingNow } from '../records/schedules/sync-state.ts';
import { keys } from '../store/keys.ts';
import type { Write } from '../store/table.ts';
import { readContract } from '../records/schedules/events.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';

/** How a payment is made. Paid late and paid in parts exclude each other. */
export interface Variation {
  readonly paidOn: CalendarDate | null;
  readonly parts: readonly PaymentPart[];
}

/**
 * Records how payment `number` is made, in place of an earlier record.
 * @throws Refusal `conflict` for a payment that is posted or covered, `invalid` for parts that don't add up.
 */
export async function varyPayment(
  { table }: Pick<XeroServices, 'table'>,
  { entity }: Pick<PostingRequest, 'entity'>,
  schedule: OwnedSchedule,
  number: number,
  { paidOn, parts }: Variation,
  more: readonly Write[] = [],
): Promise<OwnedSchedule> {
  const { scheduleId } = schedule;
  refuseArchived(schedule);
  refuseWhilePosting(schedule);
  const contract = await readContract(table, schedule);
  const state = (await readPaymentStates(table, scheduleId, [number])).get(number);
  refusePosted(state);
  if (number <= coveredNow(schedule, entity, contract)) throw coveredPayment();
  if (parts.length > 0) checkParts(contract.payment(number), parts);
  const dates = paidOn === null ? parts.map(({ date }) => date) : [paidOn];
  const field = paidOn === null ? 'parts' : 'paidOn';
  checkPaidOn(schedule, entity, contract, { number, field, dates });
  const item = { ...storedPayment(number, 0, state), paidOn, parts };
  const changes = { paymentChanges: schedule.paymentChanges + 1 };
  return saveSchedule(table, entity, schedule, changes, [
    { put: { ...keys.payment(scheduleId, number), ...item } },
    ...more,
  ]);
}

/**
 * Checks the days on which a payment is made in place of its own.
 * @throws Refusal `invalid` before the start, `conflict` for a day that the opening journal covers
 */
export function checkPaidOn(
  schedule: OwnedSchedule,
  entity: OwnedEntity,
  contract: Contract,
  {
    number,
    field,
    dates,
  }: { readonly number: number; readonly field: string; readonly dates: readonly CalendarDate[] },
): void {
  if (dates.some((date) => date < contract.terms.startDate)) {
    throw invalid(field, 'payment/before-start', 'Please choose a date on or after the start date.');
  }
  const opening = openingNow(schedule, entity);
  if (opening && dates.some((date) => isCovered({ date }, opening))) throw paidOnOtherSide(number);
}

/** @throws Refusal `conflict` */
function refusePosted(state: PaymentState | undefined): void {
  if (state === undefined || state.state === 'unsynced') return;
  const message = 'This payment is already posted to Xero. Please reverse it first.';
  throw conflict('payment/posted', message);
}
