import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { store, useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { paths, pathTo } from '../data/paths.ts';
import { useAccounts } from '../events/accounts.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetChanges } from '../ui/unsaved.ts';
import { emptyDraft } from './spread-draft.ts';
import { SpreadForm, type SpreadSent } from './spread-form.tsx';
import { registerTexts } from './texts.ts';

export function NewSpread() {
  const { entityId = '' } = useParams();
  const [, navigate] = useLocation();
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const accounts = useAccounts(entity);
  useLoadFailure(error, entityTexts.load);
  const [start] = useState(emptyDraft);
  const list = pathTo(paths.spreads, { entityId });
  const create = async (sent: SpreadSent): Promise<void> => {
    try {
      const register = await change('POST /v1/entities/{entityId}/registers', {
        params: { entityId },
        body: { kind: 'spread', ...sent },
      });
      const params = { entityId, registerId: register.id };
      await store('GET /v1/entities/{entityId}/registers/{registerId}', { params }, register);
      forgetChanges();
      toast.success(registerTexts.created(register.name));
      navigate(pathTo(paths.registerPage, params), { replace: true });
    } catch (failure) {
      toast.failure(failure, registerTexts.create);
      throw failure;
    }
  };
  return (
    <Page
      title="New spread"
      above={[
        { label: 'All entities', href: paths.home },
        { label: entity?.name ?? '…', href: pathTo(paths.entity, { entityId }) },
        { label: 'Spreads', href: list },
      ]}
    >
      {entity ? (
        <SpreadForm
          entity={entity}
          start={start}
          accounts={accounts}
          submit="Create spread"
          isNew
          onSubmit={create}
          onCancel={() => navigate(list)}
        />
      ) : (
        <div className="card">
          <TableSkeleton columns={2} />
        </div>
      )}
    </Page>
  );
}
