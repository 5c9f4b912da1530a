/** Second factors and passkeys: managing them, and signing in with them. */
import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { Id, opaque, text } from './wire.ts';
import { PasskeyOptions, SessionTokens } from './authentication.ts';
import { MailToken, NewPassword } from './users.ts';

/** As browsers serialise what an authenticator answers; the library checks the rest. */
const Credential = z.looseObject(
  {
    id: z.string().max(2000),
    rawId: z.string().max(2000),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
    clientExtensionResults: z.looseObject({}),
  },
  'Please provide the answer of your passkey.',
);

const Code = z
  .string('Please provide the six digits that your app shows.')
  .transform((code) => code.replaceAll(/\s/g, ''))
  .refine((code) => /^\d{6}$/.test(code), 'Please provide the six digits that your app shows.');

const RecoveryCode = z
  .string('Please provide a recovery code.')
  .trim()
  .min(1, 'Please provide a recovery code.')
  .max(100);

/** Proof of a factor: exactly one of the fields. */
export const Proof = z.object({
  code: Code.optional(),
  assertion: Credential.optional(),
  recoveryCode: RecoveryCode.optional(),
});

const MfaToken = opaque('Please log in again.', 200);

const Factor = z.object({
  id: Id,
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  /** Instants, ISO 8601. */
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Added shortly before a password reset by mail, and not yet decided on: it confirms no log-in. */
  suspended: z.literal(true).optional(),
});

const FactorName = text('Please provide a name.').max(60, 'Please use at most 60 characters.');

const NewFactor = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('totp'), name: FactorName }),
    z.object({ kind: z.literal('passkey'), name: FactorName }),
  ],
  'Please choose totp or passkey.',
);

const RecoveryCodes = z.array(z.string());

export const factorRoutes = defineRoutes({
  'POST /v1/users/authenticate/mfa': {
    summary: 'Confirm a log-in with a second factor',
    handler: 'users/factors/confirm-sign-in',
    allow: 'anyone',
    throttle: 'authenticate',
    body: Proof.extend({ mfaToken: MfaToken }),
    response: SessionTokens,
    isCritical: true,
    refuses: ['invalid', 'unauthenticated', 'throttled'],
    uses: ['table:write', 'sign', 'vault:totp', 'mail'],
  },
  'POST /v1/users/passkeys/options': {
    summary: 'The challenge that a passkey signs to log in without a password',
    handler: 'users/factors/begin-passkey-sign-in',
    allow: 'anyone',
    throttle: 'authenticate',
    response: z.object({ challengeId: z.string(), options: PasskeyOptions }),
    isCritical: true,
    refuses: ['throttled'],
    uses: ['table:write'],
  },
  'POST /v1/users/passkeys/authenticate': {
    summary: 'Log in with a passkey alone',
    handler: 'users/factors/sign-in-with-passkey',
    allow: 'anyone',
    throttle: 'authenticate',
    body: z.object({ challengeId: z.string().min(1).max(200), assertion: Credential }),
    response: SessionTokens,
    isCritical: true,
    refuses: ['unauthenticated', 'throttled'],
    uses: ['table:write', 'sign', 'mail'],
  },
  'GET /v1/users/factors': {
    summary: 'The caller’s factors, the oldest first',
    handler: 'users/factors/list-factors',
    allow: 'user',
    response: z.array(Factor),
    refuses: [],
    uses: ['table:read'],
  },
  'POST /v1/users/factors': {
    summary: 'Begin to add an authenticator app or a passkey',
    handler: 'users/factors/add-factor',
    allow: 'user',
    limit: 'changes',
    stepUp: true,
    body: NewFactor,
    status: 201,
    response: z.union([
      z.object({ id: Id, secret: z.string(), otpauthUrl: z.string() }),
      z.object({ id: Id, options: PasskeyOptions }),
    ]),
    refuses: ['conflict', 'throttled'],
    uses: ['table:write', 'vault:totp'],
  },
  'POST /v1/users/factors/{factorId}/confirm': {
    summary: 'Confirm a new factor; the first one gives recovery codes',
    handler: 'users/factors/confirm-factor',
    allow: 'user',
    limit: 'changes',
    body: z.object({ code: Code.optional(), attestation: Credential.optional() }),
    response: z.object({ recoveryCodes: RecoveryCodes.optional() }),
    refuses: ['not-found', 'invalid', 'conflict', 'throttled', 'unauthenticated'],
    uses: ['table:write', 'vault:totp', 'mail'],
  },
  'DELETE /v1/users/factors/{factorId}': {
    summary: 'Remove a factor; the last one only while no organisation requires one',
    handler: 'users/factors/remove-factor',
    allow: 'user',
    limit: 'changes',
    stepUp: true,
    refuses: ['not-found', 'conflict'],
    uses: ['table:write', 'mail'],
  },
  'POST /v1/users/factors/recovery': {
    summary: 'Replace the recovery codes by ten new ones',
    handler: 'users/factors/renew-recovery-codes',
    allow: 'user',
    limit: 'changes',
    stepUp: true,
    response: z.object({ recoveryCodes: RecoveryCodes }),
    refuses: ['conflict'],
    uses: ['table:write', 'mail'],
  },
  'POST /v1/users/factors/reset': {
    summary: 'Mail a link to remove lost factors, after the password was right',
    handler: 'users/factors/request-reset',
    allow: 'anyone',
    throttle: 'mailed links',
    body: z.object({ mfaToken: MfaToken }),
    refuses: ['unauthenticated', 'throttled'],
    uses: ['table:write', 'mail'],
  },
  'POST /v1/users/factors/reset/start': {
    summary: 'Start the 72 hours after which lost factors are removed, by the mailed token',
    handler: 'users/factors/start-reset',
    allow: 'anyone',
    throttle: 'mailed links',
    query: z.object({ token: MailToken }),
    response: z.object({ dueAt: z.string() }),
    refuses: ['invalid'],
    uses: ['table:write', 'mail'],
  },
  'POST /v1/users/factors/reset/cancel': {
    summary: 'Keep the factors, by the token of the mail that announces their removal',
    handler: 'users/factors/cancel-reset',
    allow: 'anyone',
    throttle: 'mailed links',
    query: z.object({ token: MailToken }),
    refuses: ['invalid'],
    uses: ['table:write', 'mail'],
  },
  'POST /v1/users/factors/revoke': {
    summary:
      'Remove the factors added by another person, by the token of the mail about one, and set a new password',
    handler: 'users/factors/revoke-factors',
    allow: 'anyone',
    throttle: 'mailed links',
    query: z.object({ token: MailToken }),
    body: z.object({ Password: NewPassword }),
    refuses: ['invalid'],
    uses: ['table:write', 'mail', 'breaches'],
  },
  'POST /v1/tenants/users/{userId}/factors/reset': {
    summary:
      'Start the 72 hours after which a member’s lost factors are removed; not one’s own, not an owner’s',
    handler: 'users/factors/reset-member-factors',
    allow: 'Admin',
    limit: 'changes',
    stepUp: true,
    response: z.object({ dueAt: z.string() }),
    refuses: ['conflict', 'throttled'],
    uses: ['table:write', 'mail'],
  },
});
