import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { latestAuthorisation } from '../records/connections/authorisations.ts';
import { endConsent } from '../xero/remove-connections.ts';
import { connectionRoutes } from '../api/connections.ts';
import { unlink } from './unlink.ts';

/** Unlinks a linked entity, and withdraws a consent that has linked nothing yet. */
export const handler = endpoint(
  connectionRoutes,
  'DELETE /v1/entities/{entityId}/xero/connection',
  async ({ entity, actor, now, deadlines }, services) => {
    if (entity.xero !== null) {
      const audit = auditEntry({ actor, action: 'entity/unlink', subject: entity.entityId, at: now });
      await unlink(services, entity, entity.xero, { userId: actor.userId, deadlines, more: [audit] });
    }
    const granted = await latestAuthorisation(services.table, entity.entityId);
    if (granted !== null) await endConsent(services, granted, deadlines);
  },
);
