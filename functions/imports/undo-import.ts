import { MAX_IMPORT_ROWS } from '../../domain/import/columns.ts';
import { endpoint } from '../access/endpoint.ts';
import { queueGroup } from '../access/shares.ts';
import { importRoutes } from '../api/imports.ts';
import { leftOf } from '../records/tenants/imports.ts';
import { whileAlone } from './import-lease.ts';
import { beginUndo, undoImport } from './undo.ts';

/** More schedules than one call creates are too many for one call to delete: a job does, and a repeat queues it again. */
export const handler = endpoint(
  importRoutes,
  'DELETE /v1/imports/{importId}',
  async ({ actor, imported, deadline, now }, services) => {
    const { tenantId, userId } = actor;
    const { importId, schedules, state } = imported;
    const undo = { actor, importId, now };
    if (state === 'undone') return;
    if (Object.keys(schedules).length <= MAX_IMPORT_ROWS) {
      return whileAlone(services, tenantId, deadline, () => undoImport(services.table, undo));
    }
    // The job of an undo that has begun may hold the lease.
    const begun =
      state === 'undoing'
        ? imported
        : await whileAlone(services, tenantId, deadline, () => beginUndo(services.table, undo));
    const body = { tenantId, userId, importId };
    await services.queue.send([{ group: queueGroup(tenantId, importId), id: importId, body }]);
    return { accepted: { state: 'undoing' as const, left: leftOf(begun) } };
  },
);
