import { ArrowSwitchIcon } from '@primer/octicons-react';
import { useApi } from '../data/api.ts';
import { switchTenant } from '../tenants/switch-tenant.ts';
import { mayLeave } from '../ui/unsaved.ts';
import { useTenant } from '../data/account.ts';

/** The user's other organisations, each with a button that switches to it. */
export function TenantSwitcher({ onClose }: { readonly onClose: () => void }) {
  const { data: tenants = [] } = useApi('GET /v1/tenants', {});
  const current = useTenant();
  const others = tenants.filter(({ id }) => id !== current?.id);
  if (!current || others.length === 0) return null;
  const switchTo = async (id: string): Promise<void> => {
    onClose();
    if (await mayLeave()) await switchTenant(id);
  };
  return (
    <div className="panel-actions panel-tenants" role="group" aria-label="Switch organisation">
      {others.map(({ id, name }) => (
        <button key={id} type="button" className="panel-action" onClick={() => void switchTo(id)}>
          <ArrowSwitchIcon />
          <span className="panel-action-text">
            <span className="visually-hidden">Switch to </span>
            {name}
          </span>
        </button>
      ))}
    </div>
  );
}
