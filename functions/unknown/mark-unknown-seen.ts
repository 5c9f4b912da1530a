import { endpoint } from '../access/endpoint.ts';
import { unknownRoutes } from '../api/unknown.ts';
import { answerSeen } from './answers.ts';

export const handler = endpoint(
  unknownRoutes,
  'POST /v1/entities/{entityId}/xero/unknown/seen',
  async ({ actor, entity, body: { documentIds }, now, deadlines }, services) => {
    const request = { entity, userId: actor.userId, deadlines };
    await answerSeen(services, request, { actor, at: now }, documentIds);
  },
);
