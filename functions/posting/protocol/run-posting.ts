/** Work at a Xero organisation under its lease: one process posts to it at a time. */
import { CALL_MS } from '../../../domain/posting/protocol.ts';
import { conflict, Refusal } from '../../../domain/refusal.ts';
import { journalsPosting } from '../../records/entities/entity.ts';
import { hasOpenJournals } from '../../records/entities/links.ts';
import type { XeroServices } from '../../services/context.ts';
import { listRegisters } from '../../records/registers/register.ts';
import { listSchedules, type OwnedSchedule, ownSchedule } from '../../records/schedules/schedule.ts';
import { XeroError } from '../../services/xero/error.ts';
import { keys } from '../../store/keys.ts';
import { holding, type Lease } from '../../store/lease.ts';
import { WriteRefused } from '../../store/table.ts';
import type { PostingContext } from './recorded-call.ts';
import type { PostingRequest } from './request.ts';
import { compareAfterRestore, isFrozen } from './after-restore.ts';
import { reconcile } from './reconcile.ts';
import { leaseHeld } from './refusals.ts';
import { linkOf, openSession } from '../../xero/session.ts';
import { refuseWhilePosting } from '../../records/schedules/open-documents.ts';

/** Of a page. A job's lasts as much longer as its calls may. */
const LEASE_MS = 75_000;

/**
 * Runs with the lease of the Xero organisation that the entity is linked to, after the entity was compared with Xero where
 * the table was restored since.
 * @throws Refusal `conflict` when the entity is not linked, another process holds or has taken over the lease, or nothing
 * may be posted after a restore; XeroError while the comparison can't be made
 */
export const runPosting = <Result>(
  services: XeroServices,
  request: PostingRequest,
  run: (context: PostingContext) => Promise<Result>,
): Promise<Result> =>
  underLease(services, request, async (context) => {
    await compareAfterRestore(context);
    return run(context);
  });

/** Runs with the lease, also while nothing of the entity may be posted. */
export async function underLease<Result>(
  services: XeroServices,
  { entity, userId, deadlines, audited }: PostingRequest,
  run: (context: PostingContext) => Promise<Result>,
): Promise<Result> {
  const link = linkOf(entity);
  if (await services.isForeignTable?.()) throw foreignTable();
  const runHolding = async (lease: Lease): Promise<Result> => {
    const session = openSession(services, link, { priority: 'posting', userId }, deadlines);
    return run({ services, lease, session, entity, audited, isJob: userId === null });
  };
  const lastsMs = LEASE_MS + ((deadlines.callMs ?? CALL_MS) - CALL_MS);
  const options = { lastsMs, waitUntil: deadlines.leaseBy, waiter: userId };
  try {
    return await holding(services, keys.postingLease(link.tenantId), options, runHolding, leaseHeld);
  } catch (error) {
    // Another process has changed a document that this one was posting.
    throw error instanceof WriteRefused ? leaseHeld() : error;
  }
}

/** The refusal of every posting while the table is one that no restore explains. */
function foreignTable(): Refusal {
  const message = 'Nothing is posted to Xero while our database is being restored. Please try again later.';
  return conflict('sync/foreign-table', message);
}

/** Reconciles what earlier processes left open of schedules and registers, or of the entity by its id. A failure leaves it open. */
export async function reconcileSchedules(
  services: XeroServices,
  request: PostingRequest,
  scheduleIds: readonly string[],
): Promise<void> {
  try {
    await runPosting(services, request, (context) => reconcile(context, scheduleIds));
  } catch (error) {
    if (!(error instanceof XeroError || error instanceof Refusal)) throw error;
  }
}

/**
 * Returns a schedule after its open documents were reconciled, for callers that may go on only without any.
 */
export async function reconciled(
  services: XeroServices,
  request: PostingRequest,
  schedule: OwnedSchedule,
): Promise<OwnedSchedule> {
  const { entity } = request;
  if (schedule.openIntents === 0 || entity.xero === null) return schedule;
  await reconcileSchedules(services, request, [schedule.scheduleId]);
  return ownSchedule(services.table, entity, schedule.scheduleId);
}

/**
 * Returns a schedule for a change that depends on what is posted of it: after its documents were compared with Xero,
 * where the table was restored since, and open ones were reconciled.
 * @throws Refusal `conflict`, XeroError while the comparison can't be made.
 */
export async function reconciledForChange(
  services: XeroServices,
  request: PostingRequest,
  asked: OwnedSchedule,
): Promise<OwnedSchedule> {
  const { entity } = request;
  if (!(await isFrozen(services, entity))) return reconciled(services, request, asked);
  await runPosting(services, request, async () => {});
  return reconciled(services, request, await ownSchedule(services.table, entity, asked.scheduleId));
}

/** Reconciles the documents of the entity itself and of its registers, and refuses while the outcome of one is unknown. */
async function refuseOpenJournals(services: XeroServices, request: PostingRequest): Promise<void> {
  const { entityId } = request.entity;
  if (!(await hasOpenJournals(services.table, entityId))) return;
  const registers = await listRegisters(services.table, request.entity);
  const open = registers.filter(({ openIntents }) => openIntents > 0);
  await reconcileSchedules(services, request, [entityId, ...open.map(({ registerId }) => registerId)]);
  if (await hasOpenJournals(services.table, entityId)) throw journalsPosting();
}

/**
 * Returns an entity's schedules, none of which has an open document; open ones are reconciled first.
 * @throws Refusal `conflict` while the outcome of a document is unknown.
 */
export async function reconciledSchedules(
  services: XeroServices,
  request: PostingRequest,
): Promise<OwnedSchedule[]> {
  await refuseOpenJournals(services, request);
  const schedules = await listSchedules(services.table, request.entity);
  const own: OwnedSchedule[] = [];
  for (const schedule of schedules) own.push(await reconciled(services, request, schedule));
  own.forEach(refuseWhilePosting);
  return own;
}
