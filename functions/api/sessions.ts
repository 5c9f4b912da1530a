/** The caller's sessions, and proving again that it is the caller. */
import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { Id } from './wire.ts';
import { METHODS, PasskeyOptions } from './authentication.ts';
import { Proof } from './factors.ts';
import { GivenPassword } from './users.ts';

const Session = z.object({
  id: Id,
  current: z.boolean(),
  /** `Firefox on Windows` */
  device: z.string(),
  /** The network of its last use, truncated. */
  place: z.string(),
  /** Instants, ISO 8601. */
  startedAt: z.string(),
  lastUsedAt: z.string(),
});

export const sessionRoutes = defineRoutes({
  'GET /v1/users/sessions': {
    summary: 'The caller’s sessions, the one used last first',
    handler: 'users/sessions/list-sessions',
    allow: 'user',
    response: z.array(Session),
    refuses: [],
    uses: ['table:read'],
  },
  'DELETE /v1/users/sessions/{sessionId}': {
    summary: 'End one of the caller’s sessions',
    handler: 'users/sessions/end-one-session',
    allow: 'user',
    limit: 'changes',
    refuses: ['not-found'],
    uses: ['table:write'],
  },
  'DELETE /v1/users/sessions': {
    summary: 'End all of the caller’s sessions but this one',
    handler: 'users/sessions/end-other-sessions',
    allow: 'user',
    limit: 'changes',
    refuses: [],
    uses: ['table:write'],
  },
  'POST /v1/users/reauthenticate/options': {
    summary: 'The challenge that a passkey signs to confirm the caller again',
    handler: 'users/sessions/begin-reauthentication',
    allow: 'user',
    limit: 'changes',
    response: z.object({
      /** The ways that the caller can use; the password only without a factor. */
      methods: z.array(z.enum(['password', ...METHODS])),
      passkeyOptions: PasskeyOptions.optional(),
    }),
    refuses: [],
    uses: ['table:write'],
  },
  'POST /v1/users/reauthenticate': {
    summary: 'Prove again that it is the caller: by password without a factor, else by a factor',
    handler: 'users/sessions/reauthenticate',
    allow: 'user',
    limit: 'changes',
    body: Proof.extend({ password: GivenPassword.optional() }),
    refuses: ['invalid', 'throttled', 'unauthenticated'],
    uses: ['table:write', 'vault:totp', 'mail'],
  },
});
