import type { ServicesFor } from '../services/context.ts';
import type { TableReader } from '../store/table.ts';
import { factorRequiredFrom, readTenant } from '../records/tenants/tenant.ts';
import type { LiveSession } from '../records/users/sessions.ts';

type Services = ServicesFor<'sign'> & { readonly table: TableReader };

/**
 * Returns the tokens of a session. The access token names no organisation while the session's one requires a second
 * factor that the session has not used.
 */
export async function sessionTokens(
  services: Services,
  session: LiveSession,
): Promise<{ token: string; refreshToken: string }> {
  const tenantId = (await isAdmitted(services, session)) ? session.tenantId : null;
  const token = await services.signer.access({ ...session, tenantId });
  return { token, refreshToken: session.refreshToken };
}

async function isAdmitted(services: Services, { tenantId, isStrong }: LiveSession): Promise<boolean> {
  if (tenantId === null || isStrong) return true;
  const tenant = await readTenant(services.table, tenantId);
  const requiredFrom = tenant && factorRequiredFrom(tenant, services);
  return requiredFrom === null || services.clock.now() < requiredFrom;
}
