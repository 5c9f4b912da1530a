/** The pages of a new register: one for each kind. */
import { useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { store, useApi } from '../data/api.ts';
import { change } from '../data/change.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { paths, pathTo } from '../data/paths.ts';
import { useAccounts } from '../xero/use-accounts.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { emptyLoan } from './division-7a-draft.ts';
import { DIVISION_7A_FORM } from './division-7a-fields.tsx';
import { crumbsOf, REGISTER_KINDS } from './kinds.tsx';
import type { RegisterDraft } from './register-draft.ts';
import { type KindForm, newRegister, RegisterForm, type RegisterSent } from './register-form.tsx';
import { emptySpread, spreadOfLoan } from './spread-draft.ts';
import { SPREAD_FORM } from './spread-fields.tsx';
import { registerTexts } from './texts.ts';

/** A new spread; of a loan, where the address names one. */
export function NewSpreadPage() {
  const { entityId = '' } = useParams();
  const [parameters] = useSearchParams();
  const scheduleId = parameters.get('schedule');
  const { data, error } = useApi(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/spreads',
    scheduleId === null ? null : { params: { entityId, scheduleId } },
  );
  if (scheduleId !== null && !data && !error) {
    return (
      <Page title="New spread">
        <CardSkeleton columns={2} />
      </Page>
    );
  }
  return (
    <NewRegisterPage
      title="New spread"
      form={SPREAD_FORM}
      empty={() => (scheduleId === null ? emptySpread() : spreadOfLoan(scheduleId, data?.spreads[0]))}
    />
  );
}

export const NewDivision7aPage = () => (
  <NewRegisterPage title="New Division 7A loan" form={DIVISION_7A_FORM} empty={emptyLoan} />
);

interface NewRegisterPageProps<Draft extends RegisterDraft> {
  readonly title: string;
  readonly form: KindForm<Draft>;
  readonly empty: () => Draft;
}

function NewRegisterPage<Draft extends RegisterDraft>({ title, form, empty }: NewRegisterPageProps<Draft>) {
  const { entityId = '' } = useParams();
  const [, navigate] = useLocation();
  const leave = useLeave();
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const accounts = useAccounts(entity);
  useLoadFailure(error, entityTexts.load);
  const [start] = useState(empty);
  const list = REGISTER_KINDS[form.kind].listOf(entityId).href ?? paths.home;
  const create = async ({ autoPost, ...sent }: RegisterSent): Promise<void> => {
    try {
      const register = await change('POST /v1/entities/{entityId}/registers', {
        params: { entityId },
        body: { ...newRegister(form.kind, sent), autoPost },
      });
      const params = { entityId, registerId: register.id };
      await store('GET /v1/entities/{entityId}/registers/{registerId}', { params }, register);
      toast.success(registerTexts.created(register.name));
      leave(() => navigate(pathTo(paths.registerPage, params), { replace: true }));
    } catch (failure) {
      toast.failure(failure, registerTexts.create);
      throw failure;
    }
  };
  return (
    <Page title={title} above={crumbsOf(entity, form.kind, entityId)}>
      {entity ? (
        <RegisterForm
          form={form}
          entity={entity}
          start={start}
          accounts={accounts}
          submit={form.kind === 'spread' ? 'Create spread' : 'Create loan'}
          isNew
          onSubmit={create}
          onCancel={() => navigate(list)}
        />
      ) : (
        <CardSkeleton columns={2} />
      )}
    </Page>
  );
}
