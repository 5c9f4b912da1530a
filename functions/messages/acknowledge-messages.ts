import { endpoint } from '../access/endpoint.ts';
import { markMessages } from './mark-messages.ts';
import { messageRoutes } from '../api/messages.ts';

export const handler = endpoint(
  messageRoutes,
  'POST /v1/messages/Acknowledge',
  async ({ actor, body }, { table, clock }) =>
    markMessages(table, actor, { ids: body.messages, deleted: false, now: clock.now() }),
);
