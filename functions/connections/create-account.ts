import { endpoint } from '../access/endpoint.ts';
import { connectionRoutes } from '../api/connections.ts';
import { createAccount } from '../xero/create-account.ts';
import { linkOf, openSession, requestDeadlines } from '../xero/session.ts';

export const handler = endpoint(
  connectionRoutes,
  'POST /v1/entities/{entityId}/accounts',
  async ({ actor, entity, body, deadline }, services) => {
    const at = services.clock.now();
    const session = openSession(
      services,
      linkOf(entity),
      { priority: 'interactive', userId: actor.userId },
      requestDeadlines(at, deadline),
    );
    return createAccount(services, session, body, { actor, at });
  },
);
