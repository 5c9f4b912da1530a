import { endpoint } from '../access/endpoint.ts';
import { markMessages } from './mark-messages.ts';
import { messageRoutes } from '../api/messages.ts';

export const handler = endpoint(
  messageRoutes,
  'DELETE /v1/messages',
  async ({ actor, body }, { table, clock }) =>
    markMessages(table, actor, { ids: body.messages, deleted: true, now: clock.now() }),
);
