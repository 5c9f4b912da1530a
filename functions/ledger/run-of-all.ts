/** One entity's part of a ledger check of all entities. */
import type { JobResult } from '../access/job-handler.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { hasResult, type LedgerRun, saveResult } from '../records/tenants/ledger-runs.ts';
import type { XeroServices } from '../services/context.ts';
import type { Deadlines } from '../xero/session.ts';
import { runCheck } from './run-check.ts';
import { storeCheck, totalDifference } from './store-check.ts';

/**
 * Checks an entity and stores the result for the run. Its calls go last, so that people's own reads and postings come
 * first. An organisation that can't be read gives `unknown`, with the reason.
 * @param entity null for one that was deleted or moved since the run began.
 */
export async function checkForRun(
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
    await saveResult(table, tenantId, run, { entityId, status: 'unknown', difference: null, message });
    return { nothing: message };
  }
  const { date } = run;
  const caller = { priority: 'background', userId: null } as const;
  const check = await runCheck(services, { entity, date, caller, deadlines });
  const { status, message } = await storeCheck(services, entity, { date, check, isNightly: false });
  await saveResult(table, tenantId, run, {
    entityId,
    status,
    difference: totalDifference(check),
    message,
  });
  return { status };
}
