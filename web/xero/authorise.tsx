import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation, useParams, useSearchParams } from 'wouter';
import { call, store, useApi, type Answer } from '../api.ts';
import { refreshAfter } from '../change.ts';
import { paths, pathTo } from '../paths.ts';
import { confirm } from '../ui/confirm.tsx';
import { deferred } from '../ui/deferred.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { SelectField } from '../ui/select-field.tsx';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { toast } from '../ui/toasts.tsx';
import { entityTexts } from '../entities/texts.ts';
import {
  deleteAccountingTenants,
  readAccountingTenants,
  type AccountingTenant,
} from './accounting-tenants.ts';
import { xeroTexts } from './texts.ts';
import { unlinkEntity } from './unlink.ts';

const FormDialog = deferred(async () => (await import('../ui/dialog.tsx')).FormDialog);

const LINKING = 'Linking to Xero…';

type Entity = Answer<'GET /v1/entities/{entityId}'>;

/**
 * Links an organisation after authorisation: the only one, or the one linked before, at once; otherwise the user
 * chooses.
 */
export function Authorise() {
  const { entityId = '' } = useParams();
  const [parameters] = useSearchParams();
  const scheduleId = parameters.get('schedule');
  const [tenants] = useState(readAccountingTenants);
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  useLoadFailure(error, entityTexts.load);
  const back =
    scheduleId === null
      ? pathTo(paths.entity, { entityId })
      : pathTo(paths.schedule, { entityId, scheduleId });
  if (tenants.length === 0) return <Redirect to={back} replace />;
  return entity ? (
    <LinkOne entity={entity} tenants={tenants} back={back} />
  ) : (
    <LoadingOverlay text={LINKING} />
  );
}

interface LinkOneProps {
  readonly entity: Entity;
  readonly tenants: readonly AccountingTenant[];
  /** The page that started the authorisation. */
  readonly back: string;
}

function LinkOne({ entity, tenants, back }: LinkOneProps) {
  const [, navigate] = useLocation();
  const [before] = useState(entity);
  const entityId = entity.id;
  const leave = (): void => {
    deleteAccountingTenants();
    navigate(back, { replace: true });
  };
  const link = async (tenant: AccountingTenant): Promise<void> => {
    if (!(await confirmRelink(before, tenant))) return leave();
    await linkEntity(entityId, tenant);
    leave();
  };
  const known = tenants.filter(({ name }) => before.hasXeroLink && name === before.xeroEntityName);
  const [only, ...others] = known.length === 1 ? known : tenants;
  if (only && others.length === 0) return <LinkAtOnce link={() => link(only)} onFailure={leave} />;
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
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    link().catch(onFailure);
  });
  return <LoadingOverlay text={LINKING} />;
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

/** Asks before the link moves to another organisation, which clears settings. */
async function confirmRelink(entity: Entity, { name }: AccountingTenant): Promise<boolean> {
  if (!entity.hasXeroLink || name === entity.xeroEntityName) return true;
  return confirm({
    title: `Link to ${name} instead?`,
    body: `${entity.name} is linked to ${entity.xeroEntityName}. The account settings of its schedules will be cleared and auto sync switched off. What has been posted stays there.`,
    action: 'Link',
    danger: true,
  });
}

const LINK = 'POST /v1/entities/{entityId}/xero/tenant';

async function linkEntity(entityId: string, { id, name }: AccountingTenant): Promise<void> {
  try {
    const entity = await call(LINK, {
      params: { entityId },
      body: { id, name },
    });
    await store('GET /v1/entities/{entityId}', { params: { entityId } }, entity);
    await refreshAfter(LINK);
    toast.success(xeroTexts.linked(name));
  } catch (error) {
    toast.failure(error, xeroTexts.linkFailed);
    throw error;
  }
}
