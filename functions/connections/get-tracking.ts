import { endpoint } from '../access/endpoint.ts';
import { connectionRoutes } from '../api/connections.ts';
import { trackingView } from '../views/tracking.ts';
import { pageReads } from '../xero/cached-reads.ts';
import { linkOf } from '../xero/session.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/entities/{entityId}/tracking',
  async ({ actor, entity, deadlines }, services) => {
    const reads = pageReads(services, linkOf(entity), { actor, deadlines });
    return trackingView(entity, await reads.tracking());
  },
);
