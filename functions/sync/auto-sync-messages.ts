/** What people are told of auto sync. */
import { type CalendarDate, formatDateShort } from '../../domain/calendar.ts';
import { cents, formatMoney } from '../../domain/money.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { messageWrite } from '../messages/message-store.ts';
import type { Located } from '../schedules/location-store.ts';
import type { Obstacle } from './auto-sync-obstacles.ts';
import type { SingleWrite } from '../store/table.ts';

export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The message's id. */
  readonly id: string;
}

/** Payments named one by one; more are counted. */
const NAMED = 5;

/** Payments are in Xero. */
export function finishedMessage(located: Located, posted: readonly number[], moment: Moment): SingleWrite {
  const { schedule } = located;
  const which = `${posted[0]}-${posted.at(-1)}`;
  return write(located, moment, {
    about: `auto-sync#${schedule.scheduleId}#${which}`,
    subject: `${schedule.name}: ${plural(posted.length)} synced`,
    message: `Auto sync has posted ${listed(located, posted)} to Xero.`,
  });
}

/** Payments dated on or before the lock date stay out of Xero, unless somebody syncs them by hand. */
export function lockedMessage(located: Located, locked: readonly number[], moment: Moment): SingleWrite {
  const { schedule } = located;
  const which = `${locked[0]}-${locked.at(-1)}`;
  return write(located, moment, {
    about: `auto-sync-locked#${schedule.scheduleId}#${which}`,
    subject: `${schedule.name}: ${plural(locked.length)} not synced because of the lock date`,
    message: `Auto sync has left out ${listed(located, locked)}: the lock date in Xero is not before ${locked.length === 1 ? 'its date' : 'their dates'}. Move the lock date and sync by hand, or leave it so.`,
  });
}

/** Auto sync doesn't go on with a schedule until what is in its way is gone. */
export function stoppedMessage(located: Located, { code, why }: Obstacle, moment: Moment): SingleWrite {
  const { schedule } = located;
  return write(located, moment, {
    about: `auto-sync-failed#${schedule.scheduleId}#${code}`,
    subject: `${schedule.name}: auto sync failed`,
    message: `${why} Auto sync looks every day whether it can go on.`,
    actionRequired: true,
  });
}

/** Auto sync has given up what is due of a schedule, and looks again when the next payment is; null: there is none. */
export function givenUpMessage(
  located: Located,
  { why }: Obstacle,
  next: CalendarDate | null,
  moment: Moment,
): SingleWrite {
  const { schedule } = located;
  const until = next === null ? 'does not try any more' : `waits until ${formatDateShort(next)} now`;
  return write(located, moment, {
    about: `auto-sync-failed#${schedule.scheduleId}#given-up`,
    subject: `${schedule.name}: auto sync failed`,
    message: `Auto sync has tried several times, and ${until}. ${why} Please sync the payments that are due by hand.`,
    actionRequired: true,
  });
}

interface Said {
  readonly about: string;
  readonly subject: string;
  readonly message: string;
  readonly actionRequired?: boolean;
}

function write({ entity, schedule }: Located, moment: Moment, said: Said): SingleWrite {
  return messageWrite({
    ...moment,
    ...said,
    message: `${entity.name}: ${said.message}`,
    tenantId: entity.tenantId,
    minimumRole: 'Member',
    link: `/entity/${entity.entityId}/${schedule.scheduleId}`,
  });
}

const plural = (count: number): string => `${count} ${count === 1 ? 'payment' : 'payments'}`;

/** `payment 3 of 15th May 2025 ($1,000.00) and 2 more`. */
function listed({ schedule: { terms } }: Located, numbers: readonly number[]): string {
  const amortisation = amortise(terms);
  const named = numbers.slice(0, NAMED).map((number) => {
    const { date, amount } = amortisation.payment(number);
    const total = formatMoney(cents(amount + terms.administrationFee));
    return `payment ${number} of ${formatDateShort(date)} (${total})`;
  });
  const more = numbers.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
