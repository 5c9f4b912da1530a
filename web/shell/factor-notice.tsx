import { Link } from 'wouter';
import { paths } from '../paths.ts';
import { showDay } from '../ui/instants.ts';
import { Notice } from '../ui/notice.tsx';
import { useTenant, useUser } from '../users/account.ts';

/** Asks members without a second factor to add one before their organisation refuses them. */
export function FactorNotice() {
  const { data: user } = useUser();
  const tenant = useTenant();
  if (!user || user.hasFactor || !tenant || tenant.mfaRequiredFrom === null) return null;
  return (
    <div className="shell-notice">
      <Notice tone="warning" action={<Link href={paths.security}>Add a second factor</Link>}>
        From {showDay(tenant.mfaRequiredFrom)}, {tenant.name} requires a second factor.
      </Notice>
    </div>
  );
}
