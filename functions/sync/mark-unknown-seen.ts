import { endpoint } from '../access/endpoint.ts';
import { unknownRoutes } from '../api/unknown.ts';
import { answerSeen } from '../posting/answer-unknown.ts';
import { requestDeadlines } from '../xero/session.ts';

export const handler = endpoint(
  unknownRoutes,
  'POST /v1/entities/{entityId}/xero/unknown/seen',
  async ({ actor, entity, body: { documentIds }, deadline }, services) => {
    const at = services.clock.now();
    const request = { entity, userId: actor.userId, deadlines: requestDeadlines(at, deadline) };
    await answerSeen(services, request, { actor, at }, documentIds);
  },
);
