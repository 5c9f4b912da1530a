import type * as z from 'zod';
import type { ReadMessage } from '../records/tenants/messages.ts';
import type { Message } from '../api/messages.ts';

export function messageView(message: ReadMessage): z.input<typeof Message> {
  return { ...message, created: message.createdAt };
}
