import { endpoint } from '../access/endpoint.ts';
import { unknownRoutes } from '../api/unknown.ts';
import { answerUnknown } from './answers.ts';

export const handler = endpoint(
  unknownRoutes,
  'POST /v1/entities/{entityId}/xero/unknown/{documentId}',
  async ({ actor, entity, params: { documentId }, body, now, deadlines }, services) => {
    const request = { entity, userId: actor.userId, deadlines };
    await answerUnknown(services, request, { actor, at: now }, { documentId, ...body });
  },
);
