/** The results of jobs in sentences. */
import * as z from 'zod';
import { locateSchedule } from '../../functions/records/schedules/location.ts';
import type { TableReader } from '../../functions/store/table.ts';

const Counts = z.looseObject({ today: z.string() });

/** The worker's result for a schedule. */
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
  settle: (count) => `${count} ${count === 1 ? 'schedule has' : 'schedules have'} unconfirmed postings`,
  reminders: (count) => `${count} ${count === 1 ? 'entity was' : 'entities were'} reminded of payments`,
  lastPayments: (count) => `${count} ${count === 1 ? 'message' : 'messages'} about last payments sent`,
  connections: (count) =>
    `${count} ${count === 1 ? 'connection' : 'connections'} to Xero reported as needing attention`,
  organisations: (count) => `${count} ${count === 1 ? 'organisation was' : 'organisations were'} checked`,
  planChanges: (count) => `${count} ${count === 1 ? 'plan' : 'plans'} changed`,
  countersCorrected: (count) => `${count} ${count === 1 ? 'count' : 'counts'} of connections corrected`,
  xeroConnections: (count) => `${count} ${count === 1 ? 'connection' : 'connections'} at Xero`,
  removed: (count) => `${count} unused ones removed`,
  finished: (count) => `${count} interrupted ${count === 1 ? 'deletion' : 'deletions'} finished`,
  stopped: (count) => `${count} kept, since more than usual were to be removed`,
  unrecorded: (count) => `${count} of another installation kept`,
  failed: (count) => `${count} failed`,
  left: (count) => `${count} left for the next run`,
};

/** Describes the result of a timer's job. */
export function runSentences(result: unknown): string[] {
  const counts = Counts.safeParse(result);
  if (!counts.success) return [];
  const { today, ...found } = counts.data;
  const said = Object.entries(found).map(
    ([name, count]) => WORDS[name]?.(Number(count)) ?? `${name}: ${String(count)}`,
  );
  return [`As of ${today}: ${said.join(', ')}.`];
}

/** Describes the worker's result for each schedule, by name. */
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
  if (settled !== undefined) return settled ? 'No posting is open.' : 'The outcome in Xero is not known yet.';
  const said = [
    ...(posted.length > 0 ? [`posted ${payments(posted)} to Xero`] : []),
    ...(locked.length > 0 ? [`skipped ${payments(locked)} because of the lock date`] : []),
    ...(later !== undefined ? [`will retry (${later})`] : []),
    ...(stopped !== undefined ? [`stopped until a person acts (${stopped})`] : []),
    ...(givenUp !== undefined ? [`failed, sent to the dead letters (${givenUp})`] : []),
  ];
  return said.length === 0 ? 'Nothing was due.' : `${said.join('; ')}.`;
}

const payments = (numbers: readonly number[]): string =>
  `${numbers.length === 1 ? 'payment' : 'payments'} ${numbers.join(', ')}`;
