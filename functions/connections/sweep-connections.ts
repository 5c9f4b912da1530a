/** The nightly comparison of Xero's list of connections with the links of entities. */
import type { ServicesFor } from '../services/context.ts';
import pMap from 'p-map';
import { timerJob, type TimerRun } from '../access/job-handler.ts';
import { XeroError } from '../services/xero/error.ts';
import type { ListedConnection } from '../services/xero/port.ts';
import {
  deleteUnused,
  readAuthorisation,
  removeFromAuthorisation,
} from '../records/connections/authorisations.ts';
import { jobs } from '../api/jobs.ts';
import {
  forgetRemoval,
  GRACE_MS,
  planRemoval,
  type PlannedRemoval,
  readRemoval,
  removalsDue,
} from '../records/connections/planned-removals.ts';
import { commitOne } from '../store/table.ts';
import {
  disconnect,
  isInUse,
  lastAccess,
  lastOf,
  type OwnAccess,
  readLinking,
  storedAccess,
} from '../xero/remove-connections.ts';

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

/**
 * Removes the recorded connections by which no entity is linked, unless a consent to it is younger than a day. Reports
 * those that this installation has not recorded: another one may use them. Without a token of the app, which Xero can
 * refuse, the recorded ones are removed by the tokens of their users, and the others stay unknown.
 * @throws XeroError when Xero doesn't list the connections.
 */
async function sweep(services: Services, run: Pick<TimerRun, 'today' | 'deadline'>) {
  const { table, clock, log } = services;
  const now = Math.max(clock.now(), Date.parse(`${run.today}T00:00:00Z`));
  const token = await appTokenOf(services);
  const listed = token === null ? null : await services.xero.connections(token);
  if (listed) await forgetAbsent(services, listed, now);
  const unused: PlannedRemoval[] = [];
  const unrecorded: string[] = [];
  let left = 0;
  const counts = { removed: 0, failed: 0, refused: 0, kept: 0 };
  const unlessLate = async (work: () => Promise<void>): Promise<void> => {
    if (clock.now() + SPARE_MS > run.deadline) left++;
    else await work();
  };
  const judge = async (connection: ListedConnection): Promise<void> => {
    const recorded = await readRemoval(table, connection.connectionId);
    if (recorded) return judgeRecorded(recorded);
    if (connection.updatedAt + GRACE_MS > now || (await isLinkedBy(table, connection, listed ?? []))) return;
    unrecorded.push(connection.connectionId);
  };
  const judgeRecorded = async (recorded: PlannedRemoval): Promise<void> => {
    if (recorded.dueAt <= now && !(await isInUse(table, recorded, recorded, now))) unused.push(recorded);
  };
  const judging = listed
    ? listed.map((connection) => () => judge(connection))
    : (await removalsDue(table, now)).map((recorded) => () => judgeRecorded(recorded));
  await pMap(judging, unlessLate, { concurrency: AT_ONCE });
  if (unrecorded.length > 0) log.error('connections of another installation', { connections: unrecorded });

  const limit = limitOf(listed?.length ?? 0);
  // Those that failed last come last, so that they don't take the places of others every night.
  const removing = new Set(unused.toSorted((a, b) => a.dueAt - b.dueAt).slice(0, limit));
  const startBy = run.deadline - SPARE_MS;
  const removeOf = async (some: readonly PlannedRemoval[]): Promise<void> => {
    if (!some.some((one) => removing.has(one))) return;
    const own = await endConsent(services, some, startBy);
    for (const one of some) {
      if (!removing.has(one)) await keepTokens(table, own, one, one.dueAt);
      else await unlessLate(async () => void counts[await remove(services, { own, token, startBy }, one)]++);
    }
  };
  const byConsent = Map.groupBy(unused, ({ authorisationId }) => authorisationId);
  await pMap(byConsent.values(), removeOf, { concurrency: AT_ONCE });
  const { removed, failed, refused } = counts;
  const stopped = unused.length - removing.size;
  if (stopped > 0) log.error('sweep of connections stopped', { unused: unused.length, removed });
  return {
    xeroConnections: listed && listed.length - removed,
    removed,
    failed: failed + refused,
    refused,
    left,
    stopped,
    unrecorded: listed && unrecorded.length,
  };
}

/** Returns the app's own token; null where Xero refuses it. */
async function appTokenOf({ xero, log }: Services): Promise<string | null> {
  try {
    return await xero.appToken();
  } catch (error) {
    if (!(error instanceof XeroError) || error.isTransient) throw error;
    log.error('no token of the app to list connections', { error });
    return null;
  }
}

/**
 * Deletes the authorisation of some removals, unless it links an entity to another organisation. Returns the access by its
 * tokens.
 */
async function endConsent(
  services: Services,
  removals: readonly PlannedRemoval[],
  startBy: number,
): Promise<OwnAccess> {
  const { table, clock } = services;
  const authorisationId = removals[0]?.authorisationId ?? '';
  const authorisation = await readAuthorisation(table, authorisationId);
  const isDeleted = await deleteUnused(table, authorisationId);
  if (!isDeleted) return storedAccess(services, authorisationId, { startBy });
  const kept = authorisation ? [lastOf(authorisation)] : removals.map(({ tokens }) => tokens);
  const tokens = kept.find((each) => each !== null && each.keptUntil > clock.now());
  return lastAccess(services, authorisationId, tokens ?? null);
}

/** Stores the tokens by which a removal is tried again, where they have changed. */
async function keepTokens(
  table: Services['table'],
  own: OwnAccess,
  removal: PlannedRemoval,
  dueAt: number,
): Promise<void> {
  const tokens = own.kept();
  if (dueAt === removal.dueAt && tokens?.sealed === removal.tokens?.sealed) return;
  await commitOne(table, planRemoval(removal, removal, { dueAt, tokens }));
}

interface Removing {
  readonly own: OwnAccess;
  /** The app's own token; null for none. */
  readonly token: string | null;
  readonly startBy: number;
}

async function remove(
  services: Services,
  { own, token, startBy }: Removing,
  removal: PlannedRemoval,
): Promise<'kept' | 'removed' | 'refused' | 'failed'> {
  const { table, clock } = services;
  const { connectionId, authorisationId, tenantId } = removal;
  // A link may just have been made by this connection.
  if (await isInUse(table, removal, removal, clock.now())) return 'kept';
  const appToken = async (): Promise<string> => {
    if (token === null) throw new XeroError('refused');
    return token;
  };
  const outcome = await disconnect(services, own, appToken, connectionId, startBy);
  if (outcome !== 'removed') {
    await keepTokens(table, own, removal, clock.now());
    return outcome;
  }
  await forgetRemoval(table, connectionId);
  const authorisation = await readAuthorisation(table, authorisationId);
  if (authorisation) await removeFromAuthorisation(table, authorisation, tenantId);
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
