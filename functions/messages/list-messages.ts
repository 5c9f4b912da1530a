import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { messageRoutes, type Message } from '../api/messages.ts';
import { openMessages } from './visible-messages.ts';
import type * as z from 'zod';
import type { ReadMessage } from '../records/tenants/messages.ts';

export const handler = endpoint(messageRoutes, 'GET /v1/messages', async ({ actor, query }, { table }) => {
  const messages = await openMessages(table, actor);
  return pageOf(messages.map(messageView), query, ({ id }) => id);
});

function messageView(message: ReadMessage): z.input<typeof Message> {
  return { ...message, created: message.createdAt };
}
