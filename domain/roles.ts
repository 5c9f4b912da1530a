/** The roles in an organisation. Each has the permissions of those before it. */
export const ROLES = ['Guest', 'Member', 'Admin', 'Owner'] as const;

export type Role = (typeof ROLES)[number];

/** The roles that can be given. Owner is exactly the organisation's creator. */
export const GIVABLE_ROLES = ['Guest', 'Member', 'Admin'] as const satisfies readonly Role[];

export type GivableRole = (typeof GIVABLE_ROLES)[number];

/** The role proposed when inviting. */
export const DEFAULT_ROLE: GivableRole = 'Guest';

/** The actions in an organisation beyond reading, and the minimum role for each. */
const LEAST_ROLES = {
  'edit entities': 'Member',
  'edit schedules': 'Member',
  'link to Xero': 'Member',
  'sync payments': 'Member',
  'select up to a payment': 'Admin',
  'reverse postings': 'Admin',
  'reopen year ends': 'Admin',
  'manage users': 'Admin',
  'see the audit log': 'Admin',
  'migrate entities': 'Admin',
  'manage billing': 'Owner',
  'rename the organisation': 'Owner',
  'delete the organisation': 'Owner',
} as const satisfies Record<string, Role>;

export type Action = keyof typeof LEAST_ROLES;

/** Returns whether a role has all permissions of the minimum role. */
export function roleAtLeast(role: Role, minimum: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(minimum);
}

/** Whether the role may do something. */
export function may(role: Role, action: Action): boolean {
  return roleAtLeast(role, LEAST_ROLES[action]);
}

/** Whether members of a role may be limited to some entities; Owners and Admins see all. */
export const mayBeLimited = (role: Role): boolean => !may(role, 'manage users');

/** The most entities that a member may be limited to. */
export const MAX_ENTITY_IDS = 500;

/** A member of an organisation. */
export interface Membership {
  readonly userId: string;
  readonly role: Role;
}

/**
 * Returns whether an actor may remove a member or change its role: Owner and Admin may, but not themselves or owners.
 */
export function mayManage(actor: Membership, target: Membership): boolean {
  return may(actor.role, 'manage users') && actor.userId !== target.userId && target.role !== 'Owner';
}

/** The roles that a member can be given instead of the current one. */
export function otherRoles(current: Role): GivableRole[] {
  return GIVABLE_ROLES.filter((role) => role !== current);
}
