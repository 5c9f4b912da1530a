import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import { call, refresh, store } from '../api.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { toast } from '../ui/toasts.tsx';
import {
  forgetAccountingTenants,
  readAccountingTenants,
  type AccountingTenant,
} from './accounting-tenants.ts';
import { xeroTexts } from './texts.ts';
import { unlinkEntity } from './unlink.ts';

/** After consenting: one organisation of Xero's is linked at once; of several, one is chosen. */
export function Authorise() {
  const { entityId = '' } = useParams();
  const [, navigate] = useLocation();
  const [tenants] = useState(readAccountingTenants);
  const entityPage = `/entity/${entityId}`;
  const leave = (): void => {
    forgetAccountingTenants();
    navigate(entityPage, { replace: true });
  };
  const link = async (tenant: AccountingTenant): Promise<void> => {
    await linkEntity(entityId, tenant);
    leave();
  };
  const [only, ...others] = tenants;
  if (!only) return <Redirect to={entityPage} replace />;
  if (others.length === 0) return <LinkAtOnce link={() => link(only)} onFailure={leave} />;
  return (
    <ChooseTenant
      tenants={tenants}
      onChoose={link}
      onClose={leave}
      onDisconnect={() => void unlinkEntity(entityId).then(leave)}
    />
  );
}

function LinkAtOnce({
  link,
  onFailure,
}: {
  readonly link: () => Promise<void>;
  readonly onFailure: () => void;
}) {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    link().catch(onFailure);
  });
  return <LoadingOverlay text="Linking to Xero…" />;
}

interface ChooseTenantProps {
  readonly tenants: readonly AccountingTenant[];
  readonly onChoose: (tenant: AccountingTenant) => Promise<void>;
  readonly onClose: () => void;
  readonly onDisconnect: () => void;
}

function ChooseTenant({ tenants, onChoose, onClose, onDisconnect }: ChooseTenantProps) {
  const [id, setId] = useState('');
  const chosen = tenants.find((tenant) => tenant.id === id);
  return (
    <FormDialog
      title="Choose a Xero organisation"
      submit="Link"
      disabled={!chosen}
      secondary={{ label: 'Disconnect', run: onDisconnect }}
      onSubmit={async () => chosen && onChoose(chosen)}
      onClose={onClose}
    >
      <SelectField
        label="Xero organisation"
        hint="Payments of this entity’s schedules will be posted there."
        required
        choices={tenants.map((tenant) => ({ value: tenant.id, label: tenant.name }))}
        value={id}
        onChange={setId}
      />
    </FormDialog>
  );
}

async function linkEntity(entityId: string, { id, name }: AccountingTenant): Promise<void> {
  try {
    const entity = await call('POST /v1/entities/{entityId}/xero/tenant', {
      params: { entityId },
      body: { id, name },
    });
    await store('GET /v1/entities/{entityId}', { params: { entityId } }, entity);
    await refresh(
      'GET /v1/entities',
      'GET /v1/entities/{entityId}/LockDate',
      'GET /v1/entities/{entityId}/accounts',
    );
    toast.success(xeroTexts.linked(name));
  } catch (error) {
    toast.failure(error, xeroTexts.linkFailed);
    throw error;
  }
}
