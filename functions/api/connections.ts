/** Xero authorisations, the link of an entity to a Xero organisation, and that organisation's accounts and lock date. */
import * as z from 'zod';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH, NEW_ACCOUNT_TYPES } from '../../domain/accounts/new-account.ts';
import { ACCOUNT_CLASSES } from '../../domain/gst/tax-types.ts';
import { Entity } from './entities.ts';
import { defineRoutes } from './route.ts';
import { ChosenTracking, EntityTracking, TrackedLines } from './tracking.ts';
import { Flag, FlagText, Id, opaque, Paging, Text } from './wire.ts';

/** A path of this site: one leading slash, no backslash, so that it can never lead elsewhere. */
const RedirectPath = z
  .string('Please provide a path of this site.')
  .max(2000, 'Please provide a path of this site.')
  .regex(/^\/(?![/\\])[^\\\s]*$/, 'Please provide a path of this site.');

const NewConnection = z.discriminatedUnion(
  'connectionType',
  [
    z.object({ connectionType: z.literal('entity'), redirectPath: RedirectPath, entityId: Id }),
    z.object({ connectionType: z.literal('signup'), redirectPath: RedirectPath }),
  ],
  'Please choose entity or signup.',
);

/** An organisation that the authorisation reaches; `id` is Xero's. */
const AccountingTenant = z.object({
  id: z.string(),
  name: z.string(),
  /** Its base currency; null when Xero did not name it. Only organisations in AUD can be linked. */
  currency: z.string().nullable(),
  /** Present on the one that the entity is linked to now. Names don't tell: a demo company keeps its name when reset. */
  isLinked: z.literal(true).optional(),
  /** Present when another entity is linked to it: that entity's name, null when the caller can't see the entity. */
  linkedTo: z.string().nullable().optional(),
});

/** The values of a sign-up form; the organisation's name only if the Xero user granted it. */
const SignupData = z.object({
  givenName: z.string(),
  surname: z.string(),
  email: z.string(),
  tenantName: z.string(),
});

/** The parameters of the address that Xero's consent page redirects to. */
const Callback = z.object({
  code: opaque('Please provide a code.', 2000),
  state: opaque('Please provide a state.', 200),
});

const LedgerAccount = z.object({
  id: z.string(),
  /** Empty for a bank account without one. */
  code: z.string(),
  name: z.string(),
  class: z.enum(ACCOUNT_CLASSES),
  type: z.string(),
  taxType: z.string(),
  systemAccount: z.string().nullable(),
  /** Present on archived accounts. */
  isArchived: z.literal(true).optional(),
});

const NewLedgerAccount = z.object({
  code: Text.max(MAX_CODE_LENGTH, `Please use at most ${MAX_CODE_LENGTH} characters.`),
  name: Text.max(MAX_NAME_LENGTH, `Please use at most ${MAX_NAME_LENGTH} characters.`),
  type: z.enum(NEW_ACCOUNT_TYPES, 'Please choose CURRLIAB or TERMLIAB.'),
});

/** Entities that one call links, at most. */
const MAX_LINKS = 20;

const Links = z
  .array(z.object({ entityId: Id, id: Text }))
  .min(1, 'Please choose at least one entity.')
  .max(MAX_LINKS, `Please link at most ${MAX_LINKS} entities at once.`)
  .superRefine((links, context) => {
    for (const [index, { entityId }] of links.entries()) {
      if (links.findIndex((one) => one.entityId === entityId) === index) continue;
      const message = 'Please name each entity once.';
      context.addIssue({ code: 'custom', path: [index, 'entityId'], message });
    }
  });

export const connectionRoutes = defineRoutes({
  'POST /v1/connections/xero': {
    summary: 'Begin an authorisation: the address of Xero’s consent page',
    handler: 'connections/begin-authorisation',
    allow: 'anyone',
    throttle: 'consent',
    kind: 'cookie',
    body: NewConnection,
    response: z.object({ url: z.string() }),
    refuses: ['unauthenticated', 'forbidden', 'not-found'],
    uses: ['xero'],
  },
  'GET /v1/connections/xero': {
    summary: 'Finish an authorisation; linking is a call of its own',
    handler: 'connections/finish-authorisation',
    allow: 'anyone',
    query: Callback,
    response: z.object({
      redirectPath: z.string(),
      /** For an entity the organisations to choose from, for a sign-up the user's profile. */
      data: z.union([z.array(AccountingTenant), SignupData]),
    }),
    refuses: ['unauthenticated', 'forbidden', 'not-found', 'invalid'],
    uses: ['xero'],
  },
  'POST /v1/connections/xero/link': {
    summary: 'Link several entities to Xero organisations that the session’s latest consent reaches',
    handler: 'connections/link-several',
    allow: 'Member',
    body: z.object({ links: Links }),
    response: z.object({
      /** One for each link, in the order asked. */
      results: z.array(
        z.object({
          entityId: Id,
          /** The organisation's id at Xero, and its name there once linked. */
          id: z.string(),
          status: z.enum(['linked', 'failed']),
          name: z.string().optional(),
          /** Why it failed. */
          code: z.string().optional(),
          message: z.string().optional(),
        }),
      ),
    }),
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/xero/tenant': {
    summary: 'Link an entity to one of the Xero organisations that its last authorisation reaches',
    handler: 'connections/link-tenant',
    allow: 'Member',
    body: z.object({ id: Text, name: z.string().max(255).optional() }),
    response: Entity,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'DELETE /v1/entities/{entityId}/xero/connection': {
    summary: 'Unlink an entity and withdraw its consent; documents in Xero stay there',
    handler: 'connections/unlink-tenant',
    allow: 'Member',
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'GET /v1/entities/{entityId}/tracking': {
    summary: 'The tracking categories in Xero, and the choice for an entity’s documents',
    handler: 'connections/get-tracking',
    allow: 'Guest',
    response: EntityTracking,
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'PUT /v1/entities/{entityId}/tracking': {
    summary: 'Choose the tracking of an entity’s documents',
    handler: 'connections/save-tracking',
    allow: 'Member',
    /** `revision`: of the choice as it was read; a stale one is refused. */
    body: z.object({
      tracking: ChosenTracking,
      lines: TrackedLines,
      isRequired: Flag,
      revision: z.string().optional(),
    }),
    response: EntityTracking,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'GET /v1/entities/{entityId}/LockDate': {
    summary: 'The later of Xero’s two lock dates; nothing is posted on or before it',
    handler: 'connections/get-lock-date',
    allow: 'Guest',
    response: z.object({ hasLockDate: z.boolean(), lockDate: z.string().optional() }),
    refuses: [],
    uses: ['xero'],
  },
  'GET /v1/entities/{entityId}/accounts': {
    summary:
      'The ledger accounts of the linked Xero organisation, active unless asked; bank accounts in AUD only',
    handler: 'connections/list-accounts',
    allow: 'Guest',
    kind: 'list',
    query: Paging.extend({ IncludeArchived: FlagText.optional() }),
    response: z.array(LedgerAccount),
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/accounts': {
    summary: 'Create a ledger account in the linked Xero organisation',
    handler: 'connections/create-account',
    allow: 'Member',
    body: NewLedgerAccount,
    status: 201,
    response: LedgerAccount,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
});
