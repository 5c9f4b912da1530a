/** Users: accounts, sessions and invitations. */
import * as z from 'zod';
import { passwordProblems } from '../../domain/password.ts';
import { PORTAL_THEMES } from '../../domain/portal-theme.ts';
import { START_PAGES } from '../../domain/start-page.ts';
import { ROLES } from '../../domain/roles.ts';
import { isEmail, isText } from '../../domain/text.ts';
import { defineRoutes } from './route.ts';
import { Flag, Id, opaque, somethingOf, text } from './wire.ts';
import { METHODS, PasskeyOptions, SessionTokens } from './authentication.ts';

export const Email = z
  .string('Please provide a valid email')
  .trim()
  .normalize('NFC')
  .refine((email) => isEmail(email) && isText(email), 'Please provide a valid email');

const GivenName = text('Please provide a first name');
const Surname = text('Please provide a last name');

/** A new password. It is never trimmed. */
export const NewPassword = z.string('Please provide a password.').superRefine((password, context) => {
  for (const message of passwordProblems(password)) context.addIssue({ code: 'custom', message });
});

/** A password to verify. Longer text can't be right and would be costly to hash. */
export const GivenPassword = z
  .string('Please provide a password.')
  .min(1, 'Please provide a password.')
  .max(1000, 'Please provide a shorter password.');

const RefreshToken = opaque('Please provide a refresh token.', 400);

export const MailToken = opaque('This link is incomplete. Open it from your email again.', 200);

const InviteToken = opaque('Please provide an invitation.', 4000);

const AttributionText = z.string('Please provide a text.').max(200, 'Please provide at most 200 characters.');

/** Lead attribution: the first 20 query parameters that begin with utm, and clid. Others are dropped. */
const LeadAttribution = z.record(AttributionText, AttributionText).transform((parameters) =>
  Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => name.startsWith('utm') || name === 'clid')
      .slice(0, 20),
  ),
);

export const Registration = z
  .object({
    givenName: GivenName,
    surname: Surname,
    email: Email,
    password: NewPassword,
    /** Required without an invitation; ignored with one. */
    tenantName: z.string().trim().optional(),
    leadAttribution: LeadAttribution.optional(),
    inviteToken: InviteToken.optional(),
    /** Of the link that a 202 mailed to the address. */
    token: MailToken.optional(),
  })
  .superRefine(({ tenantName, inviteToken }, context) => {
    if (inviteToken !== undefined) return;
    const { error } = text('Please provide an organisation name').safeParse(tenantName);
    for (const { message } of error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['tenantName'], message });
    }
  });

/** Answer to a right password of a user with factors: one of the methods completes the sign-in within five minutes. */
const MfaRequired = z.object({
  mfaToken: z.string(),
  methods: z.array(z.enum(METHODS)),
  passkeyOptions: PasskeyOptions.optional(),
});

export const User = z.object({
  id: Id,
  givenName: z.string(),
  surname: z.string(),
  fullname: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  active: z.boolean(),
  /** The role in the session's organisation; null without one. */
  role: z.enum(ROLES).nullable(),
  /** The session's organisation refuses it until the user adds or confirms a factor. */
  needsFactor: z.boolean(),
  /** Whether the user has a second factor or a passkey. */
  hasFactor: z.boolean(),
  /** The new address that takes effect once it is confirmed; null for none. */
  pendingEmail: z.string().nullable(),
  /** The new address waits for an answer from the present mailbox. */
  pendingEmailHeld: z.boolean(),
});

const preferences = {
  portalTheme: z.enum(PORTAL_THEMES, 'Please choose classic, light or dark.'),
  /** Payments are posted without a review first. */
  skipSyncReview: Flag,
  /** The page that the user starts on; the entities where it is absent. */
  startPage: z.enum(START_PAGES, 'Please choose entities or attention.'),
  /** Whether a daily email lists what needs the caller. */
  digest: Flag,
  firstStepsDismissed: Flag,
};

const Metadata = z.object({
  portalTheme: preferences.portalTheme,
  skipSyncReview: preferences.skipSyncReview.optional(),
  startPage: preferences.startPage.optional(),
  digest: z.boolean(),
  firstStepsDismissed: z.boolean(),
});

export const userRoutes = defineRoutes({
  'POST /v1/users': {
    summary: 'Register, with a new organisation or into the one that invites',
    handler: 'users/register-user',
    allow: 'anyone',
    throttle: 'register',
    body: Registration,
    status: 201,
    response: z.object({ id: Id }),
    /** Many accounts were registered today: a link was mailed to the address, whose token completes the registration. */
    accepted: z.object({ mailedTo: z.string() }),
    refuses: ['invalid', 'throttled'],
    uses: ['table:write', 'mail', 'breaches'],
  },
  'POST /v1/users/authenticate': {
    summary: 'Log in; the session is in the organisation last used. A user with a factor confirms it next',
    handler: 'users/sign-in',
    allow: 'anyone',
    throttle: 'authenticate',
    body: z.object({ email: Email, password: GivenPassword }),
    response: z.union([SessionTokens, MfaRequired]),
    isCritical: true,
    refuses: ['unauthenticated', 'throttled'],
    uses: ['table:write', 'sign', 'mail'],
  },
  'DELETE /v1/users/token': {
    summary: 'Log out: end the session and its tokens at once',
    handler: 'users/end-session',
    /** Accepts the bearer token, the refresh token or both, since the access token may have expired. */
    allow: 'anyone',
    body: z.object({ refreshToken: RefreshToken.optional() }),
    refuses: ['unauthenticated'],
    uses: ['table:write'],
  },
  'POST /v1/users/token/refresh': {
    summary: 'Go on with a session: new tokens for its refresh token',
    handler: 'users/refresh-session',
    allow: 'anyone',
    /** `token` is the expired access token; the refresh token alone identifies the session. */
    body: z.object({
      token: z.string().max(4000).optional(),
      refreshToken: RefreshToken,
    }),
    response: SessionTokens,
    isCritical: true,
    refuses: ['unauthenticated'],
    uses: ['table:write', 'sign'],
  },
  'POST /v1/users/authenticate/tenant': {
    summary: 'Switch: replace the session by one in another organisation of the caller’s',
    handler: 'users/switch-tenant',
    allow: 'user',
    limit: 'changes',
    body: z.object({ tenant: Id }),
    response: SessionTokens,
    refuses: ['not-found'],
    uses: ['table:write', 'sign'],
  },
  'GET /v1/users': {
    summary: 'The caller',
    handler: 'users/get-user',
    allow: 'user',
    response: User,
    refuses: [],
    uses: ['table:read'],
  },
  'PATCH /v1/users': {
    summary: 'Change the caller’s name, or ask for a new address, which the link mailed to it confirms',
    handler: 'users/update-user',
    allow: 'user',
    limit: 'changes',
    /** A change of address requires the current password. */
    body: somethingOf({ givenName: GivenName, surname: Surname, email: Email }).safeExtend({
      password: GivenPassword.optional(),
    }),
    response: User,
    /** The present mailbox has to release the change, while a required factor is missing. */
    accepted: User,
    refuses: ['invalid', 'forbidden', 'conflict', 'throttled'],
    uses: ['table:write', 'mail'],
  },
  'DELETE /v1/users': {
    summary: 'Delete the caller’s account, by password or after a recent authentication; not an owner’s',
    handler: 'users/delete-user',
    allow: 'user',
    limit: 'changes',
    body: z.object({ password: GivenPassword.optional() }),
    refuses: ['invalid', 'forbidden', 'conflict', 'throttled'],
    uses: ['table:write'],
  },
  'GET /v1/users/metadata': {
    summary: 'The caller’s preferences',
    handler: 'users/get-metadata',
    allow: 'user',
    response: Metadata,
    refuses: [],
    uses: ['table:read'],
  },
  'PATCH /v1/users/metadata': {
    summary: 'Change the caller’s preferences',
    handler: 'users/update-metadata',
    allow: 'user',
    limit: 'changes',
    body: somethingOf(preferences),
    response: Metadata,
    refuses: [],
    uses: ['table:write'],
  },
  'PUT /v1/users/password': {
    summary: 'Change the caller’s password and end the other sessions',
    handler: 'users/change-password',
    allow: 'user',
    limit: 'changes',
    body: z.object({ Password: GivenPassword, NewPassword }),
    refuses: ['invalid', 'throttled'],
    uses: ['table:write', 'mail', 'breaches'],
  },
  'GET /v1/users/invite': {
    summary: 'Whether an invitation can still be accepted; a refusal says why not',
    handler: 'users/check-invite',
    allow: 'anyone',
    query: z.object({ token: InviteToken }),
    refuses: ['invalid'],
    uses: ['table:read'],
  },
  'POST /v1/users/invite/accept': {
    summary: 'Join the organisation that invites; again does no harm',
    handler: 'users/accept-invite',
    allow: 'user',
    limit: 'changes',
    body: z.object({ inviteToken: InviteToken }),
    response: z.object({ id: Id, name: z.string(), role: z.enum(ROLES) }),
    refuses: ['invalid'],
    uses: ['table:write'],
  },
});
