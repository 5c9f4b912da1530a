import { Refusal } from '../../domain/refusal.ts';
import { type OwnedEntity, ownEntity } from '../records/entities/entity.ts';
import { findRun, hasResult, type LedgerRun, saveResult } from '../records/tenants/ledger-runs.ts';
import { queueJob, type JobResult, TryLater } from '../access/job-handler.ts';
import type { TableReader } from '../store/table.ts';
import { jobs } from '../api/jobs.ts';
import { checkNightly } from './nightly-check.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';
import type { XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { runCheck } from './run-check.ts';
import { storeCheck, totalDifference } from './store-check.ts';
import { BACKGROUND } from '../xero/organisation-rate-limiter.ts';

const SECOND = 1000;

export const handler = queueJob(
  jobs,
  'ledger-worker',
  async ({ tenantId, entityId, today, checkId }, { deadline, isLast }, services) => {
    const entity = await findEntity(services.table, tenantId, entityId);
    const deadlines = { startBy: deadline - 40 * SECOND, endBy: deadline - 10 * SECOND };
    if (checkId !== null) {
      const run = await findRun(services.table, tenantId, checkId);
      if (!run) return { entityId, nothing: 'The run is no longer known.' };
      const result = await checkForRun(services, tenantId, run, { entityId, entity }, deadlines);
      return { entityId, checkId, ...result };
    }
    if (!entity) return { entityId, nothing: 'The entity was moved or deleted.' };
    const { isTransient, ...result } = await checkNightly(services, entity, today, deadlines);
    if (isTransient && !isLast) throw new TryLater({ entityId, ...result, again: true });
    return { entityId, ...result };
  },
);

async function findEntity(
  table: TableReader,
  tenantId: string,
  entityId: string,
): Promise<OwnedEntity | null> {
  try {
    return await ownEntity(table, allEntities(tenantId), entityId);
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null;
    throw error;
  }
}

/**
 * Checks an entity and stores the result for the run. Its calls go last, so that people's own reads and postings come
 * first. An organisation that can't be read gives `unknown`, with the reason.
 * @param entity null for one that was deleted or moved since the run began.
 */
async function checkForRun(
  services: XeroServices & { readonly xeroWeb: string },
  tenantId: string,
  run: LedgerRun,
  { entityId, entity }: { readonly entityId: string; readonly entity: OwnedEntity | null },
  deadlines: Pick<Deadlines, 'startBy' | 'endBy'>,
): Promise<JobResult> {
  const { table } = services;
  if (await hasResult(table, tenantId, run, entityId)) return { nothing: 'The entity has its result.' };
  if (!entity) {
    const message = 'The entity was moved or deleted.';
    const obstacle = 'unavailable';
    await saveResult(table, tenantId, run, {
      entityId,
      status: 'unknown',
      difference: null,
      obstacle,
      message,
    });
    return { nothing: message };
  }
  const { date } = run;
  const check = await runCheck(services, { entity, date, caller: BACKGROUND, deadlines });
  const { status, message } = await storeCheck(services, entity, { date, check, isNightly: false });
  await saveResult(table, tenantId, run, {
    entityId,
    status,
    difference: totalDifference(check),
    obstacle: check.obstacle?.kind ?? null,
    message,
  });
  return { status };
}
