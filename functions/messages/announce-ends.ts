/** Announces the ends of contracts: balloons, and other last payments. */
import { type CalendarDate, daysBetween, formatDate } from '../../domain/calendar.ts';
import { cents, formatMoney } from '../../domain/money.ts';
import { contractOf, paymentsOf } from '../../domain/reports/contract.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import type { DueAlert } from '../../domain/contract/end-alerts.ts';
import type { ServicesFor } from '../services/context.ts';
import type { Located } from '../records/schedules/location.ts';
import { commitOne, type SingleWrite } from '../store/table.ts';
import { messageWrite } from '../records/tenants/messages.ts';

/** Digests mail balloons that are due within so many days. */
const DIGEST_DAYS = 60;

type Services = ServicesFor<'table:write'>;

interface Ending extends Located {
  readonly contract: Contract;
  readonly alert: DueAlert;
}

/**
 * Sends the announcements that are due today. They come before their record: after a crash the same messages are
 * written again, under the same keys.
 */
export async function announceEnds(
  services: Services,
  today: CalendarDate,
  subjects: readonly Ending[],
): Promise<number> {
  let count = 0;
  for (const subject of subjects) {
    if (!subject.alert.isDue) continue;
    const message = messageAbout(services, today, subject);
    if (!message) continue;
    await commitOne(services.table, message);
    count++;
  }
  return count;
}

function messageAbout(
  { clock, ids }: Services,
  today: CalendarDate,
  { entity, schedule, contract: stored }: Ending,
): SingleWrite | null {
  const { rows, balloon, payout } = paymentsOf(contractOf(stored));
  const last = rows.at(-1);
  if (!last) return null;
  const days = daysBetween(today, last.date);
  const isPayout = payout === last.number;
  const isBalloon = balloon === last.number && !isPayout;
  const due = formatMoney(cents(last.amount + last.administrationFee));
  const inDays = `in ${days} ${days === 1 ? 'day' : 'days'}`;
  const subject = isBalloon ? `a balloon of ${due} ${inDays}` : `ends ${inDays} with ${due}`;
  const on = formatDate(last.date);
  const what = isPayout
    ? `Its payout, ${due}, is due on ${on}.`
    : isBalloon
      ? `The balloon, ${due}, is due on ${on}.`
      : `Its end is on ${on}, with ${due}.`;
  return messageWrite({
    now: clock.now(),
    date: today,
    id: ids.uuid(),
    tenantId: entity.tenantId,
    about: `end#${schedule.scheduleId}`,
    minimumRole: 'Guest',
    entityId: entity.entityId,
    subject: `${schedule.name}: ${subject}`,
    message: `${entity.name}, ${schedule.name}: ${what} You can pay the contract out, refinance or extend it.`,
    link: `/entity/${entity.entityId}/${schedule.scheduleId}`,
    isInDigest: isBalloon && days <= DIGEST_DAYS,
  });
}
