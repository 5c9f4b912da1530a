/** The wire format of an entity of the list, with the work that it asks for. */
import type * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { cents, sumCents, toDollars } from '../../domain/money.ts';
import type { ListedEntity } from '../api/entities.ts';
import type { Attention } from '../records/entities/attention.ts';
import type { DirectoryEntry } from '../records/entities/directory.ts';
import { type ListedDebts, listedOutline, unarchivedDebts } from '../records/schedules/listed-schedules.ts';
import type { TableReader } from '../store/table.ts';
import { entityFields } from './entity.ts';
import { ENTITY } from '../records/entities/attention-keys.ts';

type Wire = z.input<typeof ListedEntity>;

export interface ListContext {
  readonly today: CalendarDate;
  readonly xeroWeb: string;
  readonly attention: Attention;
  /** The names of the organisation's users who are responsible for entities, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

export async function listedEntityView(
  table: TableReader,
  entry: DirectoryEntry,
  { today, xeroWeb, attention, names }: ListContext,
): Promise<Wire> {
  const { entity } = entry;
  const schedules = await unarchivedDebts(table, entry);
  const overdue = attention.items.filter(({ kind }) => kind === 'overdue').map(({ item }) => item);
  const { lastCheck } = attention;
  const responsible = names.get(entity.responsibleUserId ?? '');
  return {
    ...entityFields(entity, schedules, { today, xeroWeb }),
    xeroState: xeroStateOf(entry, schedules, attention, today),
    toPost: {
      count: overdue.reduce((sum, { payments = 1 }) => sum + payments, 0),
      amount: toDollars(sumCents(overdue.map(({ amount }) => amount ?? cents(0)))),
    },
    lastCheck: lastCheck && {
      date: lastCheck.date,
      checkedAt: new Date(lastCheck.checkedAt).toISOString(),
      status: lastCheck.status,
      obstacle: lastCheck.obstacle,
      difference: lastCheck.difference === null ? null : toDollars(lastCheck.difference),
    },
    nextBalloon: nextBalloonOf(schedules, today),
    responsible:
      entity.responsibleUserId === null || responsible === undefined
        ? null
        : { userId: entity.responsibleUserId, name: responsible },
  };
}

function xeroStateOf(
  { entity }: DirectoryEntry,
  schedules: readonly ListedDebts[],
  attention: Attention,
  today: CalendarDate,
): Wire['xeroState'] {
  if (entity.xero === null) return 'not-linked';
  if (attention.itemOf('reconnect', ENTITY) !== null) return 'disconnected';
  const isSetUp = schedules.every(({ listed }) => listed.isSetUp || listedOutline(listed).endDate < today);
  return isSetUp ? 'ready' : 'incomplete';
}

function nextBalloonOf(schedules: readonly ListedDebts[], today: CalendarDate): Wire['nextBalloon'] {
  const balloons = schedules.flatMap(({ listed }) => {
    const { end, endDate: date, endAmount } = listedOutline(listed);
    if (end !== 'balloon' || date < today) return [];
    return [{ scheduleId: listed.scheduleId, date, amount: toDollars(endAmount) }];
  });
  return balloons.toSorted((a, b) => a.date.localeCompare(b.date))[0] ?? null;
}
