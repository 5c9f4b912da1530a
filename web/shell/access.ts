import type { Role } from '../../domain/roles.ts';

/** `user`: every signed-in user, also without an organisation. A role: members with at least that role. */
export type Access = 'anyone' | 'signed out' | 'user' | Role;
