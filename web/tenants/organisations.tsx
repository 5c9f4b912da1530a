import { DownloadIcon, PencilIcon, PlusIcon, ShieldLockIcon, TrashIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useApi, type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { downloadWhenReady } from '../data/download.ts';
import { reauthenticating, reauthenticatingCall } from '../data/reauthenticating-call.ts';
import { saveBlob } from '../ui/save-blob.ts';
import { confirm } from '../ui/confirm.tsx';
import { Facts } from '../ui/facts.tsx';
import { showDay } from '../ui/instants.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton, FactsSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useTenant, useUser, type Tenant } from '../data/account.ts';
import { switchTenant } from './switch-tenant.ts';
import { tenantTexts } from './texts.ts';
import { deferred } from '../ui/deferred.tsx';
import { Table, type Column } from '../ui/table.tsx';

type ListedTenant = Answer<'GET /v1/tenants'>[number];

const ExportUnderWay = deferred(async () => (await import('./export-under-way.tsx')).ExportUnderWay);
const DeleteOrganisation = deferred(
  async () => (await import('./delete-organisation.tsx')).DeleteOrganisation,
);
const TextDialog = deferred(async () => (await import('../ui/text-dialog.tsx')).TextDialog);

export function Organisations() {
  const { data: tenants, error } = useApi('GET /v1/tenants', {});
  const { data: user } = useUser();
  const current = useTenant();
  /** Without the current organisation, none can be offered for a switch. */
  const isSelectionKnown = current !== undefined || user?.role === null;
  const [dialog, setDialog] = useState<'create' | ListedTenant | null>(null);
  const [parameters, setParameters] = useSearchParams();
  const exportId = parameters.get('export');
  const [isDeleting, setDeleting] = useState(false);
  const showExport = (id: string): void => setParameters({ export: id }, { replace: true });
  useLoadFailure(error, tenantTexts.load);
  return (
    <Page
      title="Organisations"
      actions={
        <Button variant="primary" leadingVisual={PlusIcon} onClick={() => setDialog('create')}>
          Create organisation
        </Button>
      }
    >
      {user?.role === null && (
        <Notice tone="info">
          You are not a member of an organisation. Create one, or ask for an invitation.
        </Notice>
      )}
      {exportId !== null && <ExportUnderWay exportId={exportId} />}
      {!tenants || !isSelectionKnown ? (
        <>
          <FactsSkeleton count={3} />
          <CardSkeleton columns={3} rows={3} />
        </>
      ) : (
        <>
          {current && <TenantFacts tenant={current} />}
          {tenants.length > 0 && (
            <div className="card">
              <TenantTable
                tenants={tenants}
                current={current}
                onRename={setDialog}
                onExport={showExport}
                onDelete={() => setDeleting(true)}
              />
            </div>
          )}
        </>
      )}
      {isDeleting && current && tenants && (
        <DeleteOrganisation
          tenant={current}
          onExport={() => void exportTenant(showExport)}
          onDelete={() => deleteTenant(current, tenants)}
          onClose={() => setDeleting(false)}
        />
      )}
      {dialog === 'create' && (
        <TextDialog
          title="Create organisation"
          label="Organisation name"
          submit="Create"
          text=""
          failure={tenantTexts.create}
          onSave={createTenant}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog !== null && dialog !== 'create' && (
        <TextDialog
          title="Rename organisation"
          label="Organisation name"
          submit="Save"
          text={dialog.name}
          failure={tenantTexts.rename}
          onSave={(name) => renameTenant(dialog.id, name)}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}

function TenantFacts({ tenant }: { readonly tenant: Tenant }) {
  return (
    <Facts
      facts={[
        { label: 'Selected organisation', value: tenant.name },
        { label: 'Your role', value: tenant.role },
        { label: 'Second factor', value: factorRule(tenant) },
      ]}
    />
  );
}

const COLUMNS: readonly Column[] = [
  { label: 'Name' },
  { label: 'Your role' },
  { label: <span className="visually-hidden">Switch</span> },
  { label: 'Options', kind: 'options' },
];

interface TenantTableProps {
  readonly tenants: readonly ListedTenant[];
  readonly current: Tenant | undefined;
  readonly onRename: (tenant: ListedTenant) => void;
  readonly onExport: (exportId: string) => void;
  /** Deletes the selected organisation: it shows what it holds. */
  readonly onDelete: () => void;
}

function TenantTable({ tenants, current, onRename, onExport, onDelete }: TenantTableProps) {
  return (
    <Table label="Organisations" columns={COLUMNS}>
      <tbody>
        {tenants.map((tenant) => (
          <tr key={tenant.id}>
            <td className="name">{tenant.name}</td>
            <td>{tenant.role}</td>
            <td className="number">
              {tenant.id === current?.id ? (
                <Label variant="accent">Selected</Label>
              ) : (
                <Button
                  size="small"
                  aria-label={`Switch to ${tenant.name}`}
                  onClick={() => void switchTenant(tenant.id)}
                >
                  Switch
                </Button>
              )}
            </td>
            <td className="options">
              {tenant.role === 'Owner' && (
                <MenuButton
                  label={`Options of ${tenant.name}`}
                  size="small"
                  items={[
                    { label: 'Rename', icon: PencilIcon, run: () => onRename(tenant) },
                    tenant.id === current?.id && {
                      label: current.requireMfa ? 'Make second factor optional' : 'Require second factor',
                      icon: ShieldLockIcon,
                      run: () => void setSecurity(current),
                    },
                    tenant.id === current?.id && {
                      label: 'Export all data',
                      icon: DownloadIcon,
                      run: () => void exportTenant(onExport),
                    },
                    tenants.length > 1 &&
                      tenant.id === current?.id && {
                        label: 'Delete',
                        icon: TrashIcon,
                        danger: true,
                        run: onDelete,
                      },
                  ]}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Whether and since when the organisation requires a second factor. */
function factorRule({ requireMfa, mfaRequiredFrom }: Tenant): string {
  if (!requireMfa || mfaRequiredFrom === null) return 'Optional';
  const isGrace = Date.parse(mfaRequiredFrom) > Date.now();
  return isGrace ? `Required from ${showDay(mfaRequiredFrom)}` : 'Required';
}

async function setSecurity({ id, name, requireMfa }: Tenant): Promise<void> {
  const isSure = await confirm(
    requireMfa
      ? {
          title: 'Make the second factor optional?',
          body: `Members of ${name} can then log in with their password alone.`,
          action: 'Make optional',
          danger: true,
        }
      : {
          title: 'Require a second factor?',
          body: `Members of ${name} have seven days to add one. After that they need it to work here, you as well.`,
          action: 'Require',
        },
  );
  if (!isSure) return;
  try {
    const after = await change('PATCH /v1/tenants/{tenantId}/security', {
      params: { tenantId: id },
      body: { requireMfa: !requireMfa },
    });
    toast.success(tenantTexts.security(factorRule(after)));
  } catch (error) {
    toast.failure(error, tenantTexts.setSecurity);
  }
}

/** Saves the export, or shows the progress of the job that makes it. */
async function exportTenant(showJob: (exportId: string) => void): Promise<void> {
  try {
    const answer = await reauthenticating(() =>
      downloadWhenReady('GET /v1/tenants/export', {}, 'application/zip'),
    );
    if ('blob' in answer) saveBlob(answer.name, answer.blob);
    else showJob(answer.exportId);
  } catch (error) {
    toast.failure(error, tenantTexts.export);
  }
}

async function createTenant(name: string): Promise<void> {
  const tenant = await change('POST /v1/tenants', { body: { name } });
  toast.success(tenantTexts.created(tenant.name), {
    label: 'Switch',
    run: () => void switchTenant(tenant.id),
  });
}

async function renameTenant(tenantId: string, name: string): Promise<void> {
  const tenant = await change('PUT /v1/tenants/{tenantId}', { params: { tenantId }, body: { name } });
  toast.success(tenantTexts.renamed(tenant.name));
}

/** Deletes the selected organisation and continues in another. */
async function deleteTenant(tenant: Tenant, tenants: readonly ListedTenant[]): Promise<void> {
  // The switch reloads the page; until then the session is of an organisation that can't be read any more.
  await reauthenticatingCall('DELETE /v1/tenants', { body: { tenant: tenant.id } });
  toast.success(tenantTexts.deleted(tenant.name));
  const next = tenants.find(({ id }) => id !== tenant.id);
  if (next) await switchTenant(next.id);
}
