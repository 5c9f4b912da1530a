/** The nightly comparison of Xero's list of connections with the links of entities. */
import type { ServicesFor } from '../services/context.ts';
import pMap from 'p-map';
import { timerJob, type TimerRun } from '../access/job-handler.ts';
import { XeroError } from '../services/xero/error.ts';
import type { ListedConnection } from '../services/xero/port.ts';
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

/** The most connections that a night removes: three, or a tenth of all. More of them look like a fault of ours. */
const limitOf = (connections: number): number => Math.max(3, Math.floor(connections / 10));

export const handler = timerJob(jobs, 'connection-sweep', async (run, services) => {
  const counts = await sweep(services, run);
  return { today: run.today, ...counts };
});

/** A recorded connection by which no entity is linked. */
interface Unused {
  readonly connectionId: string;
  readonly authorisationId: string;
}

/**
 * Removes the recorded connections by which no entity is linked, unless a consent to it is younger than a day. Reports
 * those that this installation has not recorded: another one may use them.
 * @throws XeroError when Xero doesn't list the connections.
 */
async function sweep(services: Services, run: Pick<TimerRun, 'today' | 'deadline'>) {
  const { table, xero, clock, log } = services;
  const now = Math.max(clock.now(), Date.parse(`${run.today}T00:00:00Z`));
  const token = await xero.appToken();
  const listed = await xero.connections(token);
  await forgetAbsent(services, listed, now);
  const unused: Unused[] = [];
  const unrecorded: string[] = [];
  let [removed, failed, left] = [0, 0, 0];
  const unlessLate = async (work: () => Promise<void>): Promise<void> => {
    if (clock.now() + SPARE_MS > run.deadline) left++;
    else await work();
  };
  const judge = async (connection: ListedConnection): Promise<void> => {
    const { connectionId } = connection;
    const recorded = await readRemoval(table, connectionId);
    if ((recorded?.dueAt ?? connection.updatedAt + GRACE_MS) > now) return;
    if (await isLinkedBy(table, connection, listed)) return;
    if (recorded) unused.push(recorded);
    else unrecorded.push(connectionId);
  };
  await pMap(listed, (connection) => unlessLate(() => judge(connection)), { concurrency: AT_ONCE });
  if (unrecorded.length > 0) log.error('connections of another installation', { connections: unrecorded });

  const removing = unused.slice(0, limitOf(listed.length));
  const removeOne = async (one: Unused): Promise<void> => {
    const outcome = await remove(services, token, one);
    if (outcome === 'removed') removed++;
    if (outcome === 'failed') failed++;
  };
  await pMap(removing, (one) => unlessLate(() => removeOne(one)), { concurrency: AT_ONCE });
  const stopped = unused.length - removing.length;
  if (stopped > 0) log.error('sweep of connections stopped', { unused: unused.length, removed });
  const rest = { failed, left, stopped, unrecorded: unrecorded.length };
  return { xeroConnections: listed.length - removed, removed, ...rest };
}

async function remove(
  { table, xero, log }: Services,
  token: string,
  { connectionId, authorisationId }: Unused,
): Promise<'kept' | 'removed' | 'failed'> {
  // Refuses a link that is being made by this connection right now.
  if (!(await deleteUnused(table, authorisationId))) return 'kept';
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

/** Forgets the records of connections that Xero doesn't have any more. */
async function forgetAbsent(
  { table }: Services,
  listed: readonly ListedConnection[],
  now: number,
): Promise<void> {
  const present = new Set(listed.map(({ connectionId }) => connectionId));
  const absent = (await removalsDue(table, now)).filter(({ connectionId }) => !present.has(connectionId));
  await pMap(absent, ({ connectionId }) => forgetRemoval(table, connectionId), { concurrency: AT_ONCE });
}
