/** Organisations, their members and their invitations. */
import * as z from 'zod';
import { GIVABLE_ROLES, MAX_ENTITY_IDS, ROLES } from '../../domain/roles.ts';
import { defineRoutes } from './route.ts';
import { DateText, Flag, Id, listOf, Paging, text } from './wire.ts';
import { Email } from './users.ts';

/** An organisation as the caller sees it. */
export const Tenant = z.object({ id: Id, name: z.string(), role: z.enum(ROLES) });

export const CurrentTenant = Tenant.extend({
  /** Whether its Owner requires one, or its link to Xero does. */
  requireMfa: z.boolean(),
  /** The time from which sessions without one are refused, an instant (ISO 8601); null while none is required. */
  mfaRequiredFrom: z.string().nullable(),
});

export const TenantUser = z.object({
  id: Id,
  givenName: z.string(),
  surname: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  role: z.enum(ROLES),
  /** The entities that the user may see; null for all. */
  entityIds: z.array(Id).nullable(),
});

export const InvitedUser = z.object({
  email: z.string(),
  role: z.enum(GIVABLE_ROLES),
  /** The entities that the user will see; null for all. */
  entityIds: z.array(Id).nullable(),
  /** Instants, ISO 8601. */
  invitedAt: z.string(),
  invitationExpiry: z.string(),
});

const AuditEntry = z.object({
  id: z.string(),
  /** An instant, ISO 8601. */
  at: z.string(),
  userId: z.string(),
  /** Null when the account was deleted. */
  name: z.string().nullable(),
  /** `noun/verb`: `schedule/rename`. */
  action: z.string(),
  entityId: z.string().nullable(),
  scheduleId: z.string().nullable(),
  /** The names of today; null for what is not in the organisation any more. */
  entityName: z.string().nullable(),
  scheduleName: z.string().nullable(),
  /** Id of the object of the action. */
  subject: z.string(),
  /** Further facts; a changed one as `before → after`. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The network of the request, truncated; null for entries of jobs. */
  source: z.string().nullable(),
  requestId: z.string().nullable(),
});

const AuditQuery = Paging.extend({
  /** In the business time zone, both included. */
  from: DateText.optional(),
  to: DateText.optional(),
  userId: Id.optional(),
  entityId: Id.optional(),
  scheduleId: Id.optional(),
  /** An action, or the noun of several. */
  action: z.string().max(100).optional(),
});

const TenantName = z.object({ name: text('Please provide an organisation name') });
const GivenRole = z.enum(GIVABLE_ROLES, 'Please choose Guest, Member or Admin.');

/** The entities that a user may see; null for all. */
const GivenEntities = listOf(Id, {
  missing: 'Please choose entities, or null for all.',
  most: MAX_ENTITY_IDS,
  tooMany: `Please choose at most ${MAX_ENTITY_IDS} entities.`,
}).nullable();

export const tenantRoutes = defineRoutes({
  'GET /v1/tenants': {
    summary: 'The caller’s organisations by name',
    handler: 'tenants/list-tenants',
    allow: 'user',
    kind: 'list',
    query: Paging,
    response: z.array(Tenant),
    refuses: [],
    uses: ['table:read'],
  },
  'GET /v1/tenants/current': {
    summary: 'The session’s organisation',
    handler: 'tenants/get-current-tenant',
    allow: 'Guest',
    response: CurrentTenant,
    refuses: ['not-found'],
    uses: ['table:read'],
  },
  'POST /v1/tenants': {
    summary: 'Create an organisation, owned by the caller; the session stays where it is',
    handler: 'tenants/create-tenant',
    allow: 'user',
    limit: 'changes',
    body: TenantName,
    status: 201,
    response: Tenant,
    refuses: ['throttled'],
    uses: ['table:write'],
  },
  'PUT /v1/tenants/{tenantId}': {
    summary: 'Rename an organisation',
    handler: 'tenants/rename-tenant',
    allow: 'Owner',
    limit: 'changes',
    body: TenantName,
    response: Tenant,
    refuses: ['not-found'],
    uses: ['table:write'],
  },
  'PATCH /v1/tenants/{tenantId}/security': {
    summary: 'Require a second factor of each member, after seven days, or no longer',
    handler: 'tenants/set-security',
    allow: 'Owner',
    limit: 'changes',
    body: z.object({ requireMfa: Flag }),
    response: CurrentTenant,
    refuses: ['forbidden', 'not-found', 'conflict'],
    uses: ['table:write'],
  },
  'DELETE /v1/tenants': {
    summary: 'Delete an organisation that the caller owns, with everything in it',
    handler: 'tenants/delete-tenant',
    allow: 'user',
    stepUp: true,
    limit: 'changes',
    body: z.object({ tenant: Id }),
    refuses: ['not-found', 'forbidden', 'conflict'],
    uses: ['xero', 'stripe', 'files:delete'],
  },
  'GET /v1/tenants/users': {
    summary: 'Who belongs to the organisation, and who is invited',
    handler: 'tenants/list-users',
    allow: 'Admin',
    response: z.object({ tenantUsers: z.array(TenantUser), invitedUsers: z.array(InvitedUser) }),
    refuses: [],
    uses: ['table:read'],
  },
  'GET /v1/tenants/audit': {
    summary: 'Who did what in the organisation, the newest first; a call may return no entries and a cursor',
    handler: 'tenants/list-audit',
    allow: 'Admin',
    kind: 'list',
    query: AuditQuery,
    response: z.array(AuditEntry),
    refuses: ['invalid', 'not-found'],
    uses: ['table:read'],
  },
  'POST /v1/tenants/users/invite': {
    summary: 'Invite an address, or invite it again: the link sent before stops working',
    handler: 'tenants/invite-user',
    allow: 'Admin',
    stepUp: true,
    body: z.object({ email: Email, role: GivenRole, entityIds: GivenEntities.optional() }),
    status: 201,
    response: InvitedUser,
    refuses: ['invalid', 'conflict', 'throttled'],
    uses: ['table:write', 'mail', 'sign'],
  },
  'POST /v1/tenants/users/invite/cancel': {
    summary: 'Withdraw an invitation',
    handler: 'tenants/cancel-invite',
    allow: 'Admin',
    limit: 'changes',
    body: z.object({ email: Email }),
    refuses: ['not-found'],
    uses: ['table:write'],
  },
  'PATCH /v1/tenants/users/{userId}/role': {
    summary: 'Give a user another role; not to oneself, not to an owner',
    handler: 'tenants/change-role',
    allow: 'Admin',
    limit: 'changes',
    body: z.object({ role: GivenRole }),
    response: TenantUser,
    refuses: ['forbidden', 'conflict'],
    uses: ['table:write'],
  },
  'PATCH /v1/tenants/users/{userId}/entities': {
    summary: 'Limit a user to some entities, or let the user see all; not oneself, not an owner',
    handler: 'tenants/change-member-entities',
    allow: 'Admin',
    limit: 'changes',
    body: z.object({ entityIds: GivenEntities }),
    response: TenantUser,
    refuses: ['invalid', 'conflict'],
    uses: ['table:write'],
  },
  'DELETE /v1/tenants/users/{userId}/sessions': {
    summary: 'End a user’s sessions in the organisation; not one’s own, not an owner’s',
    handler: 'tenants/end-member-sessions',
    allow: 'Admin',
    limit: 'changes',
    refuses: ['conflict'],
    uses: ['table:write'],
  },
  'DELETE /v1/tenants/users/{userId}': {
    summary: 'Remove a user from the organisation; not oneself, not an owner',
    handler: 'tenants/remove-user',
    allow: 'Admin',
    limit: 'changes',
    refuses: ['conflict'],
    uses: ['table:write'],
  },
});
