/** The person at the screen: who they are, in which organisation, what they may do there. */
import { may, type Action } from '../../domain/roles.ts';
import { useApi, type Answer } from '../api.ts';
import { useSession } from '../session.ts';

export type User = Answer<'GET /v1/users'>;
export type Tenant = Answer<'GET /v1/tenants/current'>;
export type Plan = Answer<'GET /v1/tenants/subscription'>;

/** The caller; undefined until known. */
export function useUser() {
  return useApi('GET /v1/users', useSession() ? {} : null);
}

/** The session's organisation; undefined until known, or without one. */
export function useTenant(): Tenant | undefined {
  const { data: user } = useUser();
  return useApi('GET /v1/tenants/current', user && user.role !== null ? {} : null).data;
}

/** The organisation's plan and how much of it is in use; undefined until known. */
export function usePlan(): Plan | undefined {
  const { data: user } = useUser();
  return useApi('GET /v1/tenants/subscription', user && user.role !== null ? {} : null).data;
}

/** Whether the caller may do something here; no until their role is known. */
export function useMay(action: Action): boolean {
  const role = useUser().data?.role;
  return role !== undefined && role !== null && may(role, action);
}
