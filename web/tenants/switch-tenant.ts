import { call } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { beginSession } from '../data/session.ts';
import { toast } from '../ui/toasts.tsx';
import { tenantTexts } from './texts.ts';

/** Switches the organisation and reloads, so no data of the old one stays on the page. */
export async function switchTenant(tenant: string): Promise<void> {
  try {
    beginSession(await call('POST /v1/users/authenticate/tenant', { body: { tenant } }));
    location.assign(paths.home);
  } catch (error) {
    toast.failure(error, tenantTexts.switch);
  }
}
