/** What a run did, in sentences. */
import * as z from 'zod';
import { locateSchedule } from '../../functions/schedules/location-store.ts';
import type { TableReader } from '../../functions/store/table.ts';

const Counts = z.looseObject({ today: z.string() });

/** What the worker says of a schedule. */
const Worked = z.object({
  scheduleId: z.string(),
  nothing: z.string().optional(),
  posted: z.array(z.number()).default([]),
  locked: z.array(z.number()).default([]),
  later: z.string().optional(),
  stopped: z.string().optional(),
  givenUp: z.string().optional(),
  settled: z.boolean().optional(),
});

const WORDS: Readonly<Record<string, (count: number) => string>> = {
  sync: (count) => `${count} ${count === 1 ? 'schedule has' : 'schedules have'} payments to be synced`,
  settle: (count) => `${count} ${count === 1 ? 'schedule has' : 'schedules have'} something left behind`,
  reminders: (count) => `${count} ${count === 1 ? 'entity was' : 'entities were'} reminded of payments`,
  lastPayments: (count) => `${count} last ${count === 1 ? 'payment was' : 'payments were'} told of`,
  connections: (count) => `${count} ${count === 1 ? 'connection' : 'connections'} to Xero told to need care`,
  organisations: (count) => `${count} ${count === 1 ? 'organisation was' : 'organisations were'} looked at`,
  planChanges: (count) => `${count} ${count === 1 ? 'plan' : 'plans'} changed`,
  countersMended: (count) => `${count} ${count === 1 ? 'count' : 'counts'} of connections mended`,
  xeroConnections: (count) => `${count} ${count === 1 ? 'connection' : 'connections'} at Xero`,
  removed: (count) => `${count} unused ones removed`,
  failed: (count) => `${count} failed`,
  left: (count) => `${count} left for the next run`,
};

/** What a timer's job found, as of which day. */
export function runSentences(did: unknown): string[] {
  const counts = Counts.safeParse(did);
  if (!counts.success) return [];
  const { today, ...found } = counts.data;
  const said = Object.entries(found).map(
    ([name, count]) => WORDS[name]?.(Number(count)) ?? `${name}: ${String(count)}`,
  );
  return [`As of ${today}: ${said.join(', ')}.`];
}

/** What came of each schedule that was worked on, by name. */
export async function workSentences(table: TableReader, worked: readonly unknown[]): Promise<string[]> {
  const sentences = worked.map(async (one) => {
    const parsed = Worked.safeParse(one);
    if (!parsed.success) return JSON.stringify(one);
    return `${await nameOf(table, parsed.data.scheduleId)}: ${outcomeOf(parsed.data)}`;
  });
  return Promise.all(sentences);
}

async function nameOf(table: TableReader, scheduleId: string): Promise<string> {
  const located = await locateSchedule(table, scheduleId).catch(() => null);
  return located ? `${located.entity.name}, ${located.schedule.name}` : scheduleId;
}

function outcomeOf({
  nothing,
  posted,
  locked,
  later,
  stopped,
  givenUp,
  settled,
}: z.output<typeof Worked>): string {
  if (nothing !== undefined) return nothing;
  if (settled !== undefined) return settled ? 'Nothing is open any more.' : 'It is not known yet.';
  const said = [
    ...(posted.length > 0 ? [`posted ${payments(posted)} to Xero`] : []),
    ...(locked.length > 0 ? [`left out ${payments(locked)} for the lock date`] : []),
    ...(later !== undefined ? [`tries again later (${later})`] : []),
    ...(stopped !== undefined ? [`stopped until somebody does something (${stopped})`] : []),
    ...(givenUp !== undefined ? [`given up, a dead letter (${givenUp})`] : []),
  ];
  return said.length === 0 ? 'Nothing was due.' : `${said.join('; ')}.`;
}

const payments = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'payment' : 'payments'} ${numbers.join(', ')}`;
