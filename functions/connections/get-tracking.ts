import { endpoint } from '../access/endpoint.ts';
import { connectionRoutes } from '../api/connections.ts';
import { trackingView } from '../views/tracking.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { readerFor } from '../xero/organisation-rate-limiter.ts';
import { linkOf, openSession } from '../xero/session.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/entities/{entityId}/tracking',
  async ({ actor, entity, deadlines }, services) => {
    const session = openSession(services, linkOf(entity), readerFor(actor), deadlines);
    return trackingView(entity, await cachedReads(services, session).tracking());
  },
);
