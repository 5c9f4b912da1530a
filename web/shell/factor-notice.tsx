import { deferred } from '../ui/deferred.tsx';
import { useTenant, useUser } from '../users/account.ts';

const Warning = deferred(async () => (await import('./factor-warning.tsx')).FactorWarning);

/** Asks members without a second factor to add one before their organisation refuses them. */
export function FactorNotice() {
  const { data: user } = useUser();
  const tenant = useTenant();
  if (!user || user.hasFactor || !tenant || tenant.mfaRequiredFrom === null) return null;
  return <Warning name={tenant.name} from={tenant.mfaRequiredFrom} />;
}
