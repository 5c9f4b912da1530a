/** The user, their organisation and their permissions in it. */
import { may, type Action } from '../../domain/roles.ts';
import { useApi, type Answer } from './api.ts';
import { useSession } from './session.ts';

export type User = Answer<'GET /v1/users'>;
export type Tenant = Answer<'GET /v1/tenants/current'>;
export type Plan = Answer<'GET /v1/tenants/subscription'>;

/** Many components read these. Those of a page whose code is slow to load take what the shell has read. Milliseconds. */
const STEADY = { dedupingInterval: 30_000 };

/** Returns the user; undefined until loaded. */
export function useUser() {
  return useApi('GET /v1/users', useSession() ? {} : null, STEADY);
}

/** Returns the session's organisation; undefined until loaded, or without one. */
export function useTenant(): Tenant | undefined {
  const { data: user } = useUser();
  return useApi('GET /v1/tenants/current', user && user.role !== null ? {} : null, STEADY).data;
}

/** Returns the organisation's plan and its usage; undefined until loaded. */
export function usePlan(): Plan | undefined {
  const { data: user } = useUser();
  return useApi('GET /v1/tenants/subscription', user && user.role !== null ? {} : null, STEADY).data;
}

/** Returns the user's preferences in the portal; undefined until loaded. */
export function useStoredPreferences() {
  return useApi('GET /v1/users/metadata', {}, STEADY);
}

/** Whether the user may do an action here; false until their role is loaded. */
export function useMay(action: Action): boolean {
  const role = useUser().data?.role;
  return role !== undefined && role !== null && may(role, action);
}
