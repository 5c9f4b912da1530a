/** The messages of auto sync. */
import { type CalendarDate, formatDate } from '../../domain/calendar.ts';
import { formatMoney } from '../../domain/money.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { nameSome } from '../../domain/text.ts';
import { entityCause, scheduleCause } from '../records/entities/attention.ts';
import { type Cause, messageWrite } from '../records/tenants/messages.ts';
import { paymentId } from '../records/schedules/payments.ts';
import type { Located } from '../records/schedules/location.ts';
import { type Obstacle, SCOPE_MISSING, TRACKING, UNANSWERED } from './obstacles.ts';
import type { SingleWrite } from '../store/table.ts';

export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly id: string;
}

/** Payments were posted to Xero. */
export function finishedMessage(
  located: Located,
  contract: Contract,
  posted: readonly number[],
  moment: Moment,
): SingleWrite {
  const { schedule } = located;
  const which = `${posted[0]}-${posted.at(-1)}`;
  return write(located, moment, {
    about: `auto-sync#${schedule.scheduleId}#${which}`,
    subject: `${schedule.name}: ${plural(posted.length)} synced`,
    message: `Auto sync posted ${listed(contract, posted)} to Xero.`,
    payment: posted[0],
  });
}

/** Contract events were posted to Xero. */
export function eventsMessage(
  located: Located,
  posted: readonly { readonly number: number; readonly date: CalendarDate }[],
  moment: Moment,
): SingleWrite {
  const { schedule } = located;
  const count = `${posted.length} ${posted.length === 1 ? 'change' : 'changes'}`;
  const dates = posted.map(({ date }) => formatDate(date));
  return write(located, moment, {
    about: `auto-sync-events#${schedule.scheduleId}#${posted[0]?.number}-${posted.at(-1)?.number}`,
    subject: `${schedule.name}: ${count} synced`,
    message: `Auto sync posted ${count} of the contract to Xero (${nameSome(dates)}).`,
  });
}

/** Payments dated on or before the lock date were not posted. */
export function lockedMessage(
  located: Located,
  contract: Contract,
  locked: readonly number[],
  moment: Moment,
): SingleWrite {
  const { schedule } = located;
  const which = `${locked[0]}-${locked.at(-1)}`;
  return write(located, moment, {
    about: `auto-sync-locked#${schedule.scheduleId}#${which}`,
    subject: `${schedule.name}: ${plural(locked.length)} not synced: lock date`,
    payment: locked[0],
    message: `Auto sync skipped ${listed(contract, locked)}, dated on or before the lock date in Xero. Move the lock date, then sync by hand.`,
  });
}

/** The obstacles that an answer of a person ends. */
const ANSWERED: ReadonlySet<string> = new Set(['payment/already-coded', UNANSWERED.code]);

/** The kind of the message that auto sync has stopped since the plan includes no schedule. */
export const PLAN_LIMIT = 'plan-limit';

/**
 * Auto sync has stopped until the reason is resolved.
 * @param numbers of the due payments that are not in Xero
 * @param isAccessLost whether the entity has to be connected to Xero again
 */
export function stoppedMessage(
  located: Located,
  { code, why }: Obstacle,
  { numbers, isAccessLost }: { readonly numbers: readonly number[]; readonly isAccessLost: boolean },
  moment: Moment,
): SingleWrite {
  const { entity, schedule } = located;
  const { scheduleId } = schedule;
  const said = {
    about: `auto-sync-failed#${scheduleId}`,
    subject: `${schedule.name}: auto sync failed`,
    message: `${why} Auto sync retries every day.`,
    actionRequired: true,
  };
  const kind = TRACKING.has(code) ? 'tracking' : 'auto-sync-failing';
  const cause = scheduleCause(entity, scheduleId, kind);
  if (code === 'plan/limit-reached')
    return write(located, moment, { ...said, about: `${PLAN_LIMIT}#${scheduleId}`, cause });
  if (isAccessLost) return write(located, moment, { ...said, cause: entityCause(entity, 'reconnect') });
  // All loans of the entity wait for one consent.
  if (code === SCOPE_MISSING) {
    const about = `scope-missing#${entity.entityId}`;
    const subject = `${entity.name}: auto sync needs a permission in Xero`;
    return write(located, moment, { ...said, about, subject, cause: entityCause(entity, 'scope-missing') });
  }
  // A decision of a person ends it, not a later run.
  if (ANSWERED.has(code) && numbers.length > 0)
    return write(located, moment, { ...said, awaits: { scheduleId, numbers: [...numbers] } });
  return write(located, moment, { ...said, cause });
}

/**
 * Auto sync has failed several times. Clears itself when the payments are synced.
 * @param next the date on which auto sync continues.
 */
export function givenUpMessage(
  located: Located,
  { why }: Obstacle,
  { numbers, next }: { readonly numbers: readonly number[]; readonly next: CalendarDate },
  moment: Moment,
): SingleWrite {
  const { schedule } = located;
  return write(located, moment, {
    about: `auto-sync-failed#${schedule.scheduleId}`,
    subject: `${schedule.name}: auto sync failed`,
    message: `Auto sync failed several times. The next attempt is on ${formatDate(next)}. ${why} Sync the due payments by hand.`,
    actionRequired: true,
    awaits: { scheduleId: schedule.scheduleId, numbers: [...numbers] },
  });
}

interface Said {
  readonly about: string;
  readonly subject: string;
  readonly message: string;
  readonly actionRequired?: boolean;
  readonly awaits?: { readonly scheduleId: string; readonly numbers: number[] };
  readonly cause?: Cause;
  readonly payment?: number | undefined;
}

function write({ entity, schedule }: Located, moment: Moment, { payment, ...said }: Said): SingleWrite {
  const page = `/entity/${entity.entityId}/${schedule.scheduleId}`;
  return messageWrite({
    ...moment,
    ...said,
    message: `${entity.name}: ${said.message}`,
    tenantId: entity.tenantId,
    minimumRole: 'Member',
    entityId: entity.entityId,
    isInDigest: said.actionRequired === true,
    link: payment === undefined ? page : `${page}?paymentId=${paymentId(schedule.scheduleId, payment)}`,
  });
}

const plural = (count: number): string => `${count} ${count === 1 ? 'payment' : 'payments'}`;

/** `payment 3, due 15th May 2025 ($1,000.00) and 2 more`. */
function listed(contract: Contract, numbers: readonly number[]): string {
  const named = numbers.map((number) => {
    const date = contract.dateOf(number);
    const total = formatMoney(contract.amountDue(number));
    return `payment ${number}, due ${formatDate(date)} (${total})`;
  });
  return nameSome(named, '; ');
}
