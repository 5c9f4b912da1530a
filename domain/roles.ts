/** The roles in an organisation, each including what those before it may do. */
export const ROLES = ['Guest', 'Member', 'Admin', 'Owner'] as const;

export type Role = (typeof ROLES)[number];

/** The roles that can be given. Owner is exactly the organisation's creator. */
export const GIVABLE_ROLES = ['Guest', 'Member', 'Admin'] as const satisfies readonly Role[];

export type GivableRole = (typeof GIVABLE_ROLES)[number];

/** The role proposed when inviting. */
export const DEFAULT_ROLE: GivableRole = 'Guest';

/** What can be done in an organisation beyond reading, and the least role that may. */
const LEAST_ROLES = {
  'edit entities': 'Member',
  'edit schedules': 'Member',
  'link to Xero': 'Member',
  'sync payments': 'Member',
  'select up to a payment': 'Admin',
  'manage users': 'Admin',
  'migrate entities': 'Admin',
  'manage billing': 'Owner',
  'rename the organisation': 'Owner',
  'delete the organisation': 'Owner',
} as const satisfies Record<string, Role>;

export type Action = keyof typeof LEAST_ROLES;

/** Whether the role includes what the minimum may do. */
export function roleAtLeast(role: Role, minimum: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(minimum);
}

/** Whether the role may do something. */
export function may(role: Role, action: Action): boolean {
  return roleAtLeast(role, LEAST_ROLES[action]);
}

/** A member of an organisation. */
export interface Membership {
  readonly userId: string;
  readonly role: Role;
}

/** Who may re-role or remove whom: Owner and Admin, anyone but themselves and owners. */
export function mayManage(actor: Membership, target: Membership): boolean {
  return may(actor.role, 'manage users') && actor.userId !== target.userId && target.role !== 'Owner';
}

/** The roles the dialog offers: all that can be given but the present one. */
export function otherRoles(current: Role): GivableRole[] {
  return GIVABLE_ROLES.filter((role) => role !== current);
}
