/** The nightly comparison of Xero's list of connections with the links of entities. */
import type { ServicesFor } from '../services/context.ts';
import pMap from 'p-map';
import { timerJob, type TimerRun } from '../access/job-handler.ts';
import { type ListedConnection, XeroError } from '../services/xero/port.ts';
import { deleteUnused } from '../records/connections/authorisations.ts';
import { jobs } from '../api/jobs.ts';
import {
  forgetRemoval,
  GRACE_MS,
  readRemoval,
  removalsDue,
} from '../records/connections/planned-removals.ts';
import { readLinking } from '../xero/remove-connections.ts';

type Services = ServicesFor<'xero'>;

const AT_ONCE = 4;
/** The time that one connection may take. */
const SPARE_MS = 60_000;

type Result = 'kept' | 'removed' | 'failed' | 'left';

export const handler = timerJob(jobs, 'connection-sweep', async (run, services) => {
  const counts = await sweep(services, run);
  return { today: run.today, ...counts };
});

/**
 * Removes every connection by which no entity is linked, unless a consent to it is younger than a day.
 * @throws XeroError when Xero doesn't list the connections.
 */
async function sweep(services: Services, run: Pick<TimerRun, 'today' | 'deadline'>) {
  const { xero, clock } = services;
  const now = Math.max(clock.now(), Date.parse(`${run.today}T00:00:00Z`));
  const token = await xero.appToken();
  const listed = await xero.connections(token);
  await forgetAbsent(services, listed, now);
  const results: Result[] = [];
  const checkOne = async (connection: ListedConnection): Promise<void> => {
    const isLate = clock.now() + SPARE_MS > run.deadline;
    results.push(isLate ? 'left' : await check(services, { connection, listed, token, now }));
  };
  await pMap(listed, checkOne, { concurrency: AT_ONCE });
  const count = (wanted: Result): number => results.filter((result) => result === wanted).length;
  const removed = count('removed');
  return { xeroConnections: listed.length - removed, removed, failed: count('failed'), left: count('left') };
}

interface Check {
  readonly connection: ListedConnection;
  readonly listed: readonly ListedConnection[];
  readonly token: string;
  readonly now: number;
}

async function check(
  { table, xero, log }: Services,
  { connection, listed, token, now }: Check,
): Promise<Result> {
  const { connectionId, updatedAt } = connection;
  const planned = await readRemoval(table, connectionId);
  if ((planned?.dueAt ?? updatedAt + GRACE_MS) > now) return 'kept';
  if (await isLinkedBy(table, connection, listed)) {
    if (planned) await forgetRemoval(table, connectionId);
    return 'kept';
  }
  // Refuses a link that is being made by this connection right now.
  if (planned && !(await deleteUnused(table, planned.authorisationId))) return 'kept';
  try {
    await xero.disconnect(token, connectionId);
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    log.error('connection not removed', { connectionId, error });
    return 'failed';
  }
  await forgetRemoval(table, connectionId);
  return 'removed';
}

/**
 * Whether an entity is linked by a connection. An authorisation that lists none of the organisation's connections has
 * stored an outdated id, so it may work by any of them.
 */
async function isLinkedBy(
  table: Services['table'],
  { connectionId, tenantId }: ListedConnection,
  listed: readonly ListedConnection[],
): Promise<boolean> {
  const ofOrganisation = new Set(
    listed.filter((one) => one.tenantId === tenantId).map((one) => one.connectionId),
  );
  const linking = await readLinking(table, tenantId);
  return linking.some((authorisation) => {
    const own = (authorisation?.connections ?? []).map((one) => one.connectionId);
    return own.includes(connectionId) || !own.some((id) => ofOrganisation.has(id));
  });
}

/** Forgets planned removals of connections that Xero doesn't have any more. */
async function forgetAbsent(
  { table }: Services,
  listed: readonly ListedConnection[],
  now: number,
): Promise<void> {
  const present = new Set(listed.map(({ connectionId }) => connectionId));
  const absent = (await removalsDue(table, now)).filter(({ connectionId }) => !present.has(connectionId));
  await pMap(absent, ({ connectionId }) => forgetRemoval(table, connectionId), { concurrency: AT_ONCE });
}
