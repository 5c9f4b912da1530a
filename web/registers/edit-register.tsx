import { useMemo } from 'react';
import { Redirect, useLocation, useParams } from 'wouter';
import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths, pathTo } from '../data/paths.ts';
import { useAccounts } from '../events/accounts.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetChanges } from '../ui/unsaved.ts';
import { sentChanges } from './changes.ts';
import { draftOf } from './spread-draft.ts';
import { SpreadForm, type SpreadSent } from './spread-form.tsx';
import { registerTexts } from './texts.ts';
import { useRegister } from './use-register.ts';

/** Edits a register; what is in Xero stays as it is. */
export function EditRegister() {
  const { entityId = '', registerId = '' } = useParams();
  const [, navigate] = useLocation();
  const { entity, register } = useRegister(entityId, registerId);
  const accounts = useAccounts(entity);
  const params = { entityId, registerId };
  const page = pathTo(paths.registerPage, params);
  const start = useMemo(() => register && draftOf(register), [register]);
  const changes = useMemo(() => register && sentChanges(register), [register]);
  if (register?.status === 'archived') return <Redirect to={page} replace />;
  const save = async (sent: SpreadSent): Promise<void> => {
    if (!register) return;
    try {
      const saved = await change('PUT /v1/entities/{entityId}/registers/{registerId}', {
        params,
        body: { ...sent, revision: register.revision },
      });
      await store('GET /v1/entities/{entityId}/registers/{registerId}', { params }, saved);
      forgetChanges();
      toast.success(registerTexts.saved(saved.name));
      navigate(page);
    } catch (failure) {
      toast.failure(failure, registerTexts.update);
      throw failure;
    }
  };
  return (
    <Page
      title="Edit spread"
      documentTitle={register && `Edit ${register.name}`}
      above={[
        { label: 'All entities', href: paths.home },
        { label: entity?.name ?? '…', href: pathTo(paths.entity, { entityId }) },
        { label: 'Spreads', href: pathTo(paths.spreads, { entityId }) },
        { label: register?.name ?? '…', href: page },
      ]}
    >
      {register && register.posted > 0 && (
        <Notice tone="info">
          Entries that are in Xero keep their dates and amounts. To change the amount or the last day from a
          day on, record a change instead. Other accounts hold for later entries.
        </Notice>
      )}
      {entity && start && changes ? (
        <SpreadForm
          entity={entity}
          start={start}
          changes={changes}
          accounts={accounts}
          submit="Save"
          isNew={false}
          onSubmit={save}
          onCancel={() => navigate(page)}
        />
      ) : (
        <div className="card">
          <TableSkeleton columns={2} />
        </div>
      )}
    </Page>
  );
}
