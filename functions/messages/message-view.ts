import type * as z from 'zod';
import type { ReadMessage } from './message-store.ts';
import type { Message } from './routes.ts';

export function messageView(message: ReadMessage): z.input<typeof Message> {
  return { ...message, created: message.createdAt };
}
