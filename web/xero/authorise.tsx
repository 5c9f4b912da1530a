import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation, useParams, useSearchParams } from 'wouter';
import { EntityFacts } from './entity-facts.tsx';
import { call, store, useApi } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { paths, pathTo, setUpPath } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { HOME_CRUMBS } from '../ui/crumbs.ts';
import { confirm } from '../ui/confirm.tsx';
import { deferred } from '../ui/deferred.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { LoadingOverlay } from '../ui/spinner.tsx';
import { toast } from '../ui/toasts.tsx';
import { entityTexts } from '../data/entity-texts.ts';
import {
  deleteAccountingTenants,
  readAccountingTenants,
  type AccountingTenant,
} from './accounting-tenants.ts';
import { namesAgree } from './closest-name.ts';
import { storeLinked } from './just-linked.ts';
import { xeroTexts } from './texts.ts';
import type { Entity } from '../data/answers.ts';
import { disconnect } from './unlink.ts';

const LinkDialog = deferred(async () => (await import('./link-dialog.tsx')).LinkDialog);

const LINKING = 'Linking to Xero…';

/**
 * Links an organisation after authorisation: at once the only one, if it has the entity's name and no other entity is
 * linked to it. Otherwise the user confirms or chooses.
 */
export function Authorise() {
  const { entityId = '' } = useParams();
  const [parameters] = useSearchParams();
  const scheduleId = parameters.get('schedule');
  const [tenants] = useState(readAccountingTenants);
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  useLoadFailure(error, entityTexts.load);
  const above = pathTo(paths.entity, { entityId });
  if (tenants.length === 0) return <Redirect to={above} replace />;
  // The next step after the first link is the set-up of the entity's loans.
  const isNext = entity && !entity.hasXeroLink && entity.schedulesCount > 0;
  const next = isNext ? pathTo(paths.setUp, { entityId }) : above;
  return entity ? (
    <LinkOne
      entity={entity}
      tenants={tenants}
      above={above}
      next={scheduleId === null ? next : setUpPath(entityId, [scheduleId])}
    />
  ) : (
    <LoadingOverlay text={LINKING} />
  );
}

interface LinkOneProps {
  readonly entity: Entity;
  readonly tenants: readonly AccountingTenant[];
  /** The entity's page, where the user is led without a link. */
  readonly above: string;
  /** The page after linking. */
  readonly next: string;
}

/** A failure is shown in the dialog, from which the user can try again, choose another organisation or disconnect. */
function LinkOne({ entity, tenants, above, next }: LinkOneProps) {
  const [, navigate] = useLocation();
  const [before] = useState(entity);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLinking, setLinking] = useState(false);
  const entityId = entity.id;
  // Kept from the first read: linking changes the entity, and with it the page after.
  const [after] = useState(next);
  const leave = (path = above): void => {
    deleteAccountingTenants();
    navigate(path, { replace: true });
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
    if (!before.hasXeroLink) storeLinked(entityId);
    leave(after);
  };
  const [only, ...others] = tenants;
  if (only && others.length === 0 && failure === null && isCertain(before, only)) {
    return <LinkAtOnce link={() => link(only)} isLinking={isLinking} />;
  }
  return (
    <Page
      title={entity.name}
      above={HOME_CRUMBS}
      subtitle={entity.hasXeroLink ? `Linked to ${entity.xeroEntityName}` : 'Not linked to Xero'}
    >
      <EntityFacts entity={entity} />
      <LinkDialog
        entityName={entity.name}
        tenants={tenants}
        failure={failure}
        onChoose={link}
        onClose={() => leave()}
        onDisconnect={async () => {
          if (await disconnect(before)) leave();
        }}
      />
    </Page>
  );
}

/** Whether the organisation needs no confirmation: the one linked now, or one of the same name that is free. */
const isCertain = ({ name, hasXeroLink }: Entity, tenant: AccountingTenant): boolean =>
  hasXeroLink || (tenant.linkedTo === undefined && namesAgree(name, tenant.name));

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
