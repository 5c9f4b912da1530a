import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { messageView } from './message-view.ts';
import { messageRoutes } from '../api/messages.ts';
import { openMessages } from './visible-messages.ts';

export const handler = endpoint(
  messageRoutes,
  'GET /v1/messages',
  async ({ actor, query }, { table, clock }) => {
    const messages = await openMessages(table, actor, businessDate(clock.now()));
    return pageOf(messages.map(messageView), query, ({ id }) => id);
  },
);
