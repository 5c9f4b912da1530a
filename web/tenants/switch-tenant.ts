import { call } from '../api.ts';
import { paths } from '../paths.ts';
import { beginSession } from '../session.ts';
import { toast } from '../ui/toasts.tsx';
import { tenantTexts } from './texts.ts';

/** Goes on in another organisation: the page is loaded anew, so nothing of this one stays on it. */
export async function switchTenant(tenant: string): Promise<void> {
  try {
    beginSession(await call('POST /v1/users/authenticate/tenant', { body: { tenant } }));
    location.assign(paths.home);
  } catch (error) {
    toast.failure(error, tenantTexts.switch);
  }
}
