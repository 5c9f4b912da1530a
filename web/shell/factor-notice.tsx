import { deferred } from '../ui/deferred.tsx';
import { useTenant } from '../data/account.ts';

const Warning = deferred(async () => (await import('./factor-warning.tsx')).FactorWarning);

/** Asks a member without a second factor to add one before the organisation refuses the session. */
export function FactorNotice() {
  const tenant = useTenant();
  if (!tenant || tenant.mfaRequiredFrom === null) return null;
  return <Warning name={tenant.name} from={tenant.mfaRequiredFrom} />;
}
