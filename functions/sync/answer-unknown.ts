import { endpoint } from '../access/endpoint.ts';
import { unknownRoutes } from '../api/unknown.ts';
import { answerUnknown } from '../posting/answer-unknown.ts';
import { requestDeadlines } from '../xero/session.ts';

export const handler = endpoint(
  unknownRoutes,
  'POST /v1/entities/{entityId}/xero/unknown/{documentId}',
  async ({ actor, entity, params: { documentId }, body, deadline }, services) => {
    const at = services.clock.now();
    const request = { entity, userId: actor.userId, deadlines: requestDeadlines(at, deadline) };
    await answerUnknown(services, request, { actor, at }, { documentId, ...body });
  },
);
