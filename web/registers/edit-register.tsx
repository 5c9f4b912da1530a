import { Redirect, useLocation, useParams } from 'wouter';
import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import type { Entity } from '../data/answers.ts';
import { paths, pathTo } from '../data/paths.ts';
import { useAccounts } from '../xero/use-accounts.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { sentChanges } from './changes.ts';
import { loanDraftOf } from './division-7a-draft.ts';
import { DIVISION_7A_FORM } from './division-7a-fields.tsx';
import { crumbsOf, REGISTER_KINDS } from './kinds.tsx';
import type { RegisterDraft } from './register-draft.ts';
import { type KindForm, RegisterForm, type RegisterSent } from './register-form.tsx';
import { spreadDraftOf } from './spread-draft.ts';
import { SPREAD_FORM } from './spread-fields.tsx';
import { registerTexts } from './texts.ts';
import type { Register } from './types.ts';
import { useRegister } from './use-register.ts';

/** Edits a register; what is in Xero stays as it is. */
export function EditRegister() {
  const { entityId = '', registerId = '' } = useParams();
  const { entity, register } = useRegister(entityId, registerId);
  const page = pathTo(paths.registerPage, { entityId, registerId });
  if (register?.status === 'archived') return <Redirect to={page} replace />;
  const kind = register?.kind ?? 'spread';
  return (
    <Page
      title={`Edit ${REGISTER_KINDS[kind].noun}`}
      documentTitle={register && `Edit ${register.name}`}
      above={[...crumbsOf(entity, kind, entityId), { label: register?.name ?? '…', href: page }]}
    >
      {register && register.posted > 0 && (
        <Notice tone="info">
          Entries that are in Xero keep their dates and amounts. Other accounts hold for later entries.
          {register.kind === 'spread' &&
            ' To change the amount or the last day from a day on, record a change instead.'}
        </Notice>
      )}
      {entity && register ? (
        <FormOfKind key={register.id} entity={entity} register={register} page={page} />
      ) : (
        <CardSkeleton columns={2} />
      )}
    </Page>
  );
}

interface EditProps {
  readonly entity: Entity;
  readonly register: Register;
  readonly page: string;
}

function FormOfKind({ entity, register, page }: EditProps) {
  if (register.kind === 'spread') {
    return (
      <EditForm
        entity={entity}
        register={register}
        page={page}
        form={SPREAD_FORM}
        stored={spreadDraftOf(register)}
      />
    );
  }
  const stored = loanDraftOf(register);
  return <EditForm entity={entity} register={register} page={page} form={DIVISION_7A_FORM} stored={stored} />;
}

function EditForm<Draft extends RegisterDraft>({
  entity,
  register,
  page,
  form,
  stored,
}: EditProps & { readonly form: KindForm<Draft>; readonly stored: Draft }) {
  const [, navigate] = useLocation();
  const leave = useLeave();
  const accounts = useAccounts(entity);
  const params = { entityId: entity.id, registerId: register.id };
  const save = async ({ facts, ...sent }: RegisterSent): Promise<void> => {
    try {
      const saved = await change('PUT /v1/entities/{entityId}/registers/{registerId}', {
        params,
        body: { ...sent, facts, revision: register.revision },
      });
      await store('GET /v1/entities/{entityId}/registers/{registerId}', { params }, saved);
      toast.success(registerTexts.saved(saved.name));
      leave(() => navigate(page));
    } catch (failure) {
      toast.failure(failure, registerTexts.update);
      throw failure;
    }
  };
  return (
    <RegisterForm
      form={form}
      entity={entity}
      start={stored}
      changes={sentChanges(register)}
      accounts={accounts}
      submit="Save"
      isNew={false}
      onSubmit={save}
      onCancel={() => navigate(page)}
    />
  );
}
