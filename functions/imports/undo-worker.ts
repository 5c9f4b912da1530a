import { Refusal } from '../../domain/refusal.ts';
import { queueJob } from '../access/job-handler.ts';
import { jobs } from '../api/jobs.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';
import { readImport } from '../records/tenants/imports.ts';
import { whileAlone } from './import-lease.ts';
import { undoImport } from './undo.ts';

/** Continues after an interruption where it ended. A refusal is kept at the import, for the page. */
export const handler = queueJob(jobs, 'imports', async (message, { deadline }, services) => {
  const { tenantId, userId, importId } = message;
  const scope = allEntities(tenantId);
  const imported = await readImport(services.table, scope, importId);
  if (imported?.state !== 'undoing') return { skipped: 'Nothing is left to undo.' };
  const actor = { ...scope, userId };
  const undo = { actor, importId, now: services.clock.now() };
  try {
    await whileAlone(services, tenantId, deadline, () => undoImport(services.table, undo));
    return { importId };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'import/touched')
      return { importId, refused: error.message };
    throw error;
  }
});
