import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation, useParams, useSearchParams } from 'wouter';
import { call, store, useApi } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { paths, pathTo, setUpPath } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { confirm } from '../ui/confirm.tsx';
import { deferred } from '../ui/deferred.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Notice } from '../ui/notice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { toast } from '../ui/toasts.tsx';
import { entityTexts } from '../data/entity-texts.ts';
import {
  deleteAccountingTenants,
  readAccountingTenants,
  type AccountingTenant,
} from './accounting-tenants.ts';
import { closestName } from './closest-name.ts';
import { xeroTexts } from './texts.ts';
import type { Entity } from '../data/answers.ts';
import { disconnect } from './unlink.ts';

const FormDialog = deferred(async () => (await import('../ui/dialog.tsx')).FormDialog);

const LINKING = 'Linking to Xero…';

/** Links an organisation after authorisation: the only one at once; of several the user chooses. */
export function Authorise() {
  const { entityId = '' } = useParams();
  const [parameters] = useSearchParams();
  const scheduleId = parameters.get('schedule');
  const [tenants] = useState(readAccountingTenants);
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  useLoadFailure(error, entityTexts.load);
  const back = scheduleId === null ? pathTo(paths.entity, { entityId }) : setUpPath(entityId, [scheduleId]);
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

/** A failure is shown in the dialog, from which the user can try again, choose another organisation or disconnect. */
function LinkOne({ entity, tenants, back }: LinkOneProps) {
  const [, navigate] = useLocation();
  const [before] = useState(entity);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLinking, setLinking] = useState(false);
  const entityId = entity.id;
  const leave = (): void => {
    deleteAccountingTenants();
    navigate(back, { replace: true });
  };
  const link = async (tenant: AccountingTenant): Promise<void> => {
    if (!(await confirmRelink(before, tenant))) return leave();
    setLinking(true);
    try {
      await linkEntity(entityId, tenant);
    } catch (error) {
      setFailure(messageOf(error, xeroTexts.linkFailed));
      throw error;
    }
    leave();
  };
  const [only, ...others] = tenants;
  if (only && others.length === 0 && failure === null) {
    return <LinkAtOnce link={() => link(only)} isLinking={isLinking} />;
  }
  return (
    <ChooseTenant
      entityName={entity.name}
      tenants={tenants}
      failure={failure}
      onChoose={link}
      onClose={leave}
      onDisconnect={() => void disconnect(before).then((isDone) => isDone && leave())}
    />
  );
}

interface LinkAtOnceProps {
  readonly link: () => Promise<void>;
  /** False while the user is asked to confirm, since the overlay would cover the question. */
  readonly isLinking: boolean;
}

function LinkAtOnce({ link, isLinking }: LinkAtOnceProps) {
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    link().catch(() => undefined);
  });
  return isLinking ? <LoadingOverlay text={LINKING} /> : null;
}

interface ChooseTenantProps {
  readonly entityName: string;
  readonly tenants: readonly AccountingTenant[];
  /** Why the last attempt failed. */
  readonly failure: string | null;
  readonly onChoose: (tenant: AccountingTenant) => Promise<void>;
  readonly onClose: () => void;
  readonly onDisconnect: () => void;
}

function ChooseTenant({ entityName, tenants, failure, onChoose, onClose, onDisconnect }: ChooseTenantProps) {
  const [id, setId] = useState(() => proposed(entityName, tenants)?.id ?? '');
  const chosen = tenants.find((tenant) => tenant.id === id);
  return (
    <FormDialog
      title={`Link ${entityName} to Xero`}
      submit="Link"
      disabled={!chosen}
      secondary={{ label: 'Disconnect', run: onDisconnect }}
      onSubmit={async () => chosen && onChoose(chosen)}
      onClose={onClose}
    >
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <SelectField
        label="Xero organisation"
        hint={xeroTexts.choiceHint(entityName)}
        required
        choices={tenants.map((tenant) => ({
          value: tenant.id,
          label: xeroTexts.choice(tenant.name, tenant.currency),
          disabled: !isLinkable(tenant),
        }))}
        value={id}
        onChange={setId}
      />
    </FormDialog>
  );
}

/** An organisation whose currency is unknown may be tried; linking checks it. */
const isLinkable = ({ currency }: AccountingTenant): boolean => currency === null || currency === 'AUD';

/** Returns the present organisation, the only one that can be linked, or the one whose name resembles the entity's. */
function proposed(entityName: string, tenants: readonly AccountingTenant[]): AccountingTenant | undefined {
  const linkable = tenants.filter(isLinkable);
  const present = linkable.find(({ isLinked }) => isLinked);
  if (present) return present;
  return linkable.length === 1 ? linkable[0] : closestName(entityName, linkable);
}

/**
 * Asks before the link moves to another organisation, which clears settings. Organisations are compared by id, since a
 * reset demo company keeps its name.
 */
async function confirmRelink(entity: Entity, { name, isLinked }: AccountingTenant): Promise<boolean> {
  if (!entity.hasXeroLink || isLinked) return true;
  if (name === entity.xeroEntityName) {
    return confirm({
      title: `Link to the new ${name}?`,
      body: xeroTexts.sameName(entity.name, name),
      action: 'Link',
      danger: true,
    });
  }
  return confirm({
    title: `Link to ${name} instead?`,
    body: `${entity.name} is linked to ${entity.xeroEntityName}. Linking clears the account settings of its schedules and turns off auto sync. Earlier transactions remain in ${entity.xeroEntityName}.`,
    action: 'Link',
    danger: true,
  });
}

const LINK = 'POST /v1/entities/{entityId}/xero/tenant';

async function linkEntity(entityId: string, { id, name }: AccountingTenant): Promise<void> {
  const entity = await call(LINK, { params: { entityId }, body: { id, name } });
  await store('GET /v1/entities/{entityId}', { params: { entityId } }, entity);
  await refreshAfter(LINK, { params: { entityId } });
  toast.success(xeroTexts.linked(name));
}
