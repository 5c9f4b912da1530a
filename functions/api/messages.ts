/** Messages: the contents of the bell. */
import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { Id, listOf, opaque, Paging } from './wire.ts';

export const Message = z.object({
  id: Id,
  subject: z.string(),
  message: z.string(),
  /** An instant, ISO 8601. */
  created: z.string(),
  acknowledged: z.boolean(),
  actionRequired: z.boolean(),
  /** `RESEND_VERIFICATION`: its action mails the link again. */
  code: z.string().nullable(),
  /** The page of the subject: a path of this site. */
  link: z.string().nullable(),
});

const MessageIds = z.object({
  messages: listOf(Id, {
    missing: 'Please provide messages.',
    most: 500,
    tooMany: 'Please provide at most 500 messages.',
  }).refine(({ length }) => length > 0, 'Please provide messages.'),
});

export const messageRoutes = defineRoutes({
  'POST /v1/digest/unsubscribe': {
    summary: 'End a user’s daily digests by the token of a mail, in one click (RFC 8058)',
    handler: 'messages/unsubscribe',
    allow: 'anyone',
    throttle: 'mailed links',
    query: z.object({ token: opaque('Please provide a token.', 2000) }),
    refuses: ['invalid'],
    uses: ['table:write'],
  },
  'GET /v1/messages': {
    summary: 'The messages for the caller in the organisation, newest first',
    handler: 'messages/list-messages',
    allow: 'Guest',
    kind: 'list',
    query: Paging,
    response: z.array(Message),
    refuses: [],
    uses: ['table:read'],
  },
  'DELETE /v1/messages': {
    summary: 'Delete messages, for the caller alone',
    handler: 'messages/delete-messages',
    allow: 'Guest',
    body: MessageIds,
    refuses: ['not-found'],
    uses: ['table:write'],
  },
  'POST /v1/messages/Acknowledge': {
    summary: 'Mark messages as read by the caller',
    handler: 'messages/acknowledge-messages',
    allow: 'Guest',
    body: MessageIds,
    refuses: ['not-found'],
    uses: ['table:write'],
  },
});
