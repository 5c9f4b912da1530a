import {
  ArchiveIcon,
  ChecklistIcon,
  PencilIcon,
  PlusIcon,
  SyncIcon,
  TagIcon,
  TrashIcon,
  UnlinkIcon,
} from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { MAX_SETUP_LOANS } from '../../domain/accounts/setup-plan.ts';
import { call, useApi, type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { isUnfinished } from '../data/is-unfinished.ts';
import { paths, pathTo, setUpPath } from '../data/paths.ts';
import { ScheduleTable } from '../schedules/schedule-table.tsx';
import { EntityFacts } from '../xero/entity-facts.tsx';
import { scheduleTexts } from '../contract/texts.ts';
import { HOME_CRUMBS } from '../ui/crumbs.ts';
import { confirm } from '../ui/confirm.tsx';
import { markDeleted } from '../ui/deleted-pages.ts';
import { EntityTabs } from '../registers/entity-tabs.tsx';
import { AuditHistory, useHistory } from '../tenants/history.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton, FactsSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useMay, useUser } from '../data/account.ts';
import { authoriseEntity } from '../xero/begin-authorisation.ts';
import { DisconnectedNotice } from '../xero/disconnected-notice.tsx';
import { LinkedNotice } from '../xero/linked-notice.tsx';
import { disconnect } from '../xero/unlink.ts';
import { ScopeNotice } from '../xero/scope-notice.tsx';
import { UnknownDocuments } from '../xero/unknown-documents.tsx';
import { XeroButton } from '../xero/xero-button.tsx';
import { entityTexts } from '../data/entity-texts.ts';
import { FirstSteps } from './first-steps-card.tsx';
import type { Entity } from '../data/answers.ts';
import { deferred } from '../ui/deferred.tsx';

const RenameEntityDialog = deferred(
  async () => (await import('./rename-entity-dialog.tsx')).RenameEntityDialog,
);

const LOADING = <CardSkeleton columns={6} rows={4} />;

const COMING = (
  <>
    <FactsSkeleton count={4} />
    {LOADING}
  </>
);

export function EntityPage() {
  const { entityId = '' } = useParams();
  const { data, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const [isRenaming, setRenaming] = useState(false);
  const isHistory = useHistory();
  // The actions and tabs depend on the role, so the page appears with them.
  const entity = useUser().isLoading ? undefined : data;
  const schedules = useSchedules(entityId);
  useLoadFailure(error, entityTexts.load);
  return (
    <Page
      title={entity?.name ?? ''}
      above={HOME_CRUMBS}
      subtitle={entity && <XeroLine entity={entity} />}
      actions={entity && <Actions entity={entity} onRename={() => setRenaming(true)} />}
    >
      {entity ? (
        <FirstSteps placeholder={COMING}>
          <DisconnectedNotice entity={entity} />
          <ScopeNotice entity={entity} />
          <LinkedNotice entity={entity} />
          {entity.hasXeroLink && <UnknownDocuments entityId={entityId} schedules={schedules} />}
          <EntityFacts entity={entity} />
          <EntityTabs entityId={entityId} shown={isHistory ? 'History' : 'Schedules'} />
          {isHistory ? (
            <AuditHistory entityId={entityId} />
          ) : (
            <>
              {schedules && <SetUpNotice entity={entity} schedules={schedules} />}
              <Schedules entityId={entityId} schedules={schedules} />
            </>
          )}
        </FirstSteps>
      ) : (
        COMING
      )}
      {entity && isRenaming && <RenameEntityDialog entity={entity} onClose={() => setRenaming(false)} />}
    </Page>
  );
}

function XeroLine({ entity }: { readonly entity: Entity }) {
  if (!entity.hasXeroLink) return 'Not linked to Xero';
  return (
    <>
      Linked to{' '}
      {entity.chartOfAccountsUrl === null ? (
        entity.xeroEntityName
      ) : (
        <a href={entity.chartOfAccountsUrl} target="_blank" rel="noreferrer">
          {entity.xeroEntityName}
        </a>
      )}{' '}
      in Xero
    </>
  );
}

type ListedSchedules = Answer<'GET /v1/entities/{entityId}/schedules'>;

/** Reads the schedules while the entity is read; undefined until loaded. */
function useSchedules(entityId: string): ListedSchedules | undefined {
  const [parameters] = useSearchParams();
  const { data, error } = useApi('GET /v1/entities/{entityId}/schedules', {
    params: { entityId },
    query: parameters.has('archived') ? { IncludeArchived: 'true' } : {},
  });
  useLoadFailure(error, scheduleTexts.list);
  return data;
}

/** The next step after linking, while there is one. */
function SetUpNotice({
  entity,
  schedules,
}: {
  readonly entity: Entity;
  readonly schedules: ListedSchedules;
}) {
  const maySync = useMay('sync payments');
  const unready = schedules.filter(isUnfinished);
  if (!maySync || !entity.hasXeroLink || unready.length === 0) return null;
  const ids = unready.slice(0, MAX_SETUP_LOANS).map(({ id }) => id);
  return (
    <Notice
      tone="info"
      action={
        <Button as={Link} href={setUpPath(entity.id, ids)} size="small">
          Set up in Xero
        </Button>
      }
    >
      {unready.length === 1 ? '1 loan isn’t' : `${unready.length} loans aren’t`} set up in Xero yet.
    </Notice>
  );
}

interface SchedulesProps {
  readonly entityId: string;
  readonly schedules: ListedSchedules | undefined;
}

function Schedules({ entityId, schedules }: SchedulesProps) {
  const [parameters] = useSearchParams();
  if (!schedules) return LOADING;
  return (
    <ScheduleTable
      entityId={entityId}
      schedules={schedules}
      showsStatus={parameters.has('archived') || schedules.some(({ status }) => status === 'paid-out')}
    />
  );
}

function Actions({ entity, onRename }: { readonly entity: Entity; readonly onRename: () => void }) {
  const mayEdit = useMay('edit entities');
  const [, navigate] = useLocation();
  const leave = useLeave();
  const [parameters, setParameters] = useSearchParams();
  const showsArchived = parameters.has('archived');
  const archivedItem = {
    label: showsArchived ? 'Hide archived' : 'Show archived',
    icon: ArchiveIcon,
    run: () => setParameters(showsArchived ? {} : { archived: '1' }),
  };
  const check = entity.hasXeroLink && (
    <Button as={Link} href={pathTo(paths.check, { entityId: entity.id })} leadingVisual={ChecklistIcon}>
      Ledger check
    </Button>
  );
  if (!mayEdit) {
    return (
      <>
        {check}
        <MenuButton label="Options" items={[archivedItem]} />
      </>
    );
  }
  return (
    <>
      {!entity.hasXeroLink && <XeroButton entity={entity} />}
      {check}
      <Button
        as={Link}
        href={pathTo(paths.newSchedule, { entityId: entity.id })}
        variant="primary"
        leadingVisual={PlusIcon}
      >
        Add schedule
      </Button>
      <MenuButton
        label="Options"
        items={[
          { label: 'Edit', icon: PencilIcon, run: onRename },
          archivedItem,
          entity.hasXeroLink && {
            label: 'Tracking',
            icon: TagIcon,
            run: () => navigate(pathTo(paths.tracking, { entityId: entity.id })),
          },
          entity.hasXeroLink && {
            label: 'Reconnect to Xero',
            icon: SyncIcon,
            run: () => void authoriseEntity(entity.id),
          },
          entity.hasXeroLink && {
            label: 'Disconnect from Xero',
            icon: UnlinkIcon,
            run: () => void disconnect(entity),
          },
          {
            label: 'Delete',
            icon: TrashIcon,
            danger: true,
            run: () => void deleteEntity(entity).then((gone) => gone && leave(() => navigate(paths.home))),
          },
        ]}
      />
    </>
  );
}

async function deleteEntity({ id, name }: Entity): Promise<boolean> {
  try {
    const schedules = await call('GET /v1/entities/{entityId}/schedules', {
      params: { entityId: id },
      query: { IncludeArchived: 'true' },
    });
    const documents = schedules.reduce((sum, { xeroDocuments }) => sum + xeroDocuments, 0);
    const isSure = await confirm({
      title: `Delete ${name}?`,
      body: `This permanently deletes the entity with all its schedules, including archived ones. ${scheduleTexts.documentsRemain(documents)}`,
      action: 'Delete',
      danger: true,
    });
    if (!isSure) return false;
    await change('DELETE /v1/entities/{entityId}', { params: { entityId: id } });
    markDeleted(pathTo(paths.entity, { entityId: id }), paths.home);
    toast.success(entityTexts.deleted(name));
    return true;
  } catch (error) {
    toast.failure(error, entityTexts.delete);
    return false;
  }
}
