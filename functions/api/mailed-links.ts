/** Links that Paydown mails: they confirm an address, restore the old one or set a new password. */
import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { Email, GivenPassword, MailToken, NewPassword } from './users.ts';
import { Id } from './wire.ts';

export const mailedLinkRoutes = defineRoutes({
  'GET /v1/users/email/restore': {
    summary: 'The factors of the account that a token mailed to an old address restores',
    handler: 'users/list-restorable',
    allow: 'anyone',
    throttle: 'mailed links',
    query: z.object({ token: MailToken }),
    response: z.object({
      factors: z.array(
        z.object({
          id: Id,
          kind: z.enum(['totp', 'passkey']),
          name: z.string(),
          /** An instant, ISO 8601. */
          createdAt: z.string(),
        }),
      ),
    }),
    refuses: ['invalid'],
    uses: ['table:write'],
  },
  'POST /v1/users/email/restore': {
    summary: 'Undo a change of address by the token mailed to the old one, and set a new password',
    handler: 'users/restore-address',
    allow: 'anyone',
    throttle: 'mailed links',
    query: z.object({ token: MailToken }),
    body: z.object({
      Password: NewPassword,
      /** The present password, needed once a mail to the new address was answered by a new password. */
      currentPassword: GivenPassword.optional(),
      /** The factors that stay; without it, those confirmed before the change and thirty days ago. */
      keep: z.array(z.string().max(100)).max(50).optional(),
    }),
    refuses: ['invalid'],
    uses: ['table:write', 'mail', 'breaches'],
  },
  'GET /v1/users/email/confirm': {
    summary: 'The masked address of the account that asks for the address to which a token was mailed',
    handler: 'users/asking-account',
    allow: 'anyone',
    throttle: 'mailed links',
    query: z.object({ token: MailToken }),
    response: z.object({ account: z.string() }),
    refuses: ['invalid'],
    uses: ['table:write'],
  },
  'POST /v1/users/email/confirm': {
    summary: 'Make a new address the account’s, by the token mailed to it and a session or the password',
    handler: 'users/confirm-address',
    allow: 'anyone',
    throttle: 'mailed links',
    body: z.object({ token: MailToken, password: GivenPassword.optional() }),
    refuses: ['invalid', 'conflict', 'throttled'],
    uses: ['table:write', 'mail', 'stripe'],
  },
  'POST /v1/users/email/release': {
    summary: 'Start a change of address by the token mailed to the present one',
    handler: 'users/release-address',
    allow: 'anyone',
    throttle: 'mailed links',
    body: z.object({ token: MailToken }),
    refuses: ['invalid', 'conflict'],
    uses: ['table:write', 'mail'],
  },
  'GET /v1/users/verify/status': {
    summary: 'Whether the caller’s address is confirmed',
    handler: 'users/get-verification',
    allow: 'user',
    response: z.object({ isVerified: z.boolean() }),
    refuses: [],
    uses: ['table:read'],
  },
  'GET /v1/users/verify/resend': {
    summary: 'Mail the caller another link to confirm the address with',
    handler: 'users/resend-verification',
    allow: 'user',
    limit: 'changes',
    refuses: ['throttled'],
    uses: ['table:write', 'mail'],
  },
  'GET /v1/users/verify': {
    summary: 'Confirm the first address of a user by the token mailed to it. Again does no harm',
    handler: 'users/verify-address',
    allow: 'anyone',
    query: z.object({ token: MailToken }),
    refuses: ['invalid', 'conflict'],
    uses: ['table:write', 'mail'],
  },
  'POST /v1/users/recover': {
    summary: 'Without a token: mail a link to set a new password. With one: set it',
    handler: 'users/recover-password',
    allow: 'anyone',
    throttle: 'mailed links',
    query: z.object({ token: MailToken.optional() }),
    body: z.object({ email: Email.optional(), Password: NewPassword.optional() }),
    refuses: ['invalid', 'throttled'],
    uses: ['table:write', 'mail', 'breaches'],
  },
});
