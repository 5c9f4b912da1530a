import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { connectionRoutes } from './routes.ts';
import { unlink } from './unlink.ts';
import { requestDeadlines } from '../posting/xero-session.ts';

export const handler = endpoint(
  connectionRoutes,
  'DELETE /v1/entities/{entityId}/xero/connection',
  async ({ entity, actor, deadline }, services) => {
    if (entity.xero === null) return;
    const now = services.clock.now();
    const audit = auditEntry({ actor, action: 'entity/unlink', subject: entity.entityId, at: now });
    await unlink(services, entity, entity.xero, {
      userId: actor.userId,
      deadlines: requestDeadlines(now, deadline),
      more: [audit],
    });
  },
);
