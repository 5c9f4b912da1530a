import { endpoint } from '../access/endpoint.ts';
import { connectionRoutes } from '../api/connections.ts';
import { createAccount } from '../xero/create-account.ts';
import { linkOf, openSession } from '../xero/session.ts';

export const handler = endpoint(
  connectionRoutes,
  'POST /v1/entities/{entityId}/accounts',
  async ({ actor, entity, body, now, deadlines }, services) => {
    const session = openSession(
      services,
      linkOf(entity),
      { priority: 'interactive', userId: actor.userId },
      deadlines,
    );
    return createAccount(services, session, body, { actor, at: now });
  },
);
