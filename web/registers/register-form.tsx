import { type ReactNode, useMemo } from 'react';
import { call } from '../data/api.ts';
import type { Entity } from '../data/answers.ts';
import { paths, pathTo } from '../data/paths.ts';
import { fieldMessages, messageOf } from '../data/problem.ts';
import { TYPING_PAUSE_MS, usePreview } from '../data/use-preview.ts';
import { HelpLink } from '../help/help-link.tsx';
import type { HelpSlug } from '../help/contents.ts';
import { DateField } from '../ui/date-field.tsx';
import { focusFirstError } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { SideTripLink } from '../ui/side-trip-link.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type FormErrors, useSubmit } from '../ui/use-submit.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { hasTracking, trackingText, useTracking } from '../xero/tracking-selects.tsx';
import { AccountFields, type Roles } from './account-fields.tsx';
import type { RegisterDraft } from './register-draft.ts';
import { RegisterPreviewCard } from './register-preview.tsx';
import { registerTexts } from './texts.ts';
import type { NewRegister, RegisterChange } from './types.ts';
import '../contract/schedule-form.css';

const PREVIEW = 'POST /v1/entities/{entityId}/registers/preview';

/** A register as it is sent. */
export interface RegisterSent {
  readonly name: string;
  readonly facts: NewRegister['facts'];
  readonly accounts: Readonly<Record<string, string | null>>;
  readonly postFrom: string | null;
  readonly autoPost: boolean;
}

interface FieldsProps<Draft> {
  readonly entityId: string;
  readonly draft: Draft;
  /** By names on the wire. */
  readonly errors: FormErrors;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The form of a kind: a row. */
export interface KindForm<Draft extends RegisterDraft> {
  readonly kind: NewRegister['kind'];
  readonly nameHint: string;
  readonly help: { readonly page: HelpSlug; readonly label: string };
  readonly autoPostHint: string;
  /** Stands in place of a preview while facts are missing. */
  readonly awaiting: string;
  /** The labels of the facts that are missing, in their order. */
  readonly missingIn: (draft: Draft) => readonly string[];
  /** Errors of fields that can't be read, by their names on the wire. */
  readonly wrongIn: (draft: Draft) => FormErrors;
  /** Null while a fact is missing or wrong. */
  readonly factsOf: (draft: Draft) => NewRegister['facts'] | null;
  readonly rolesOf: (draft: Draft) => Roles;
  readonly Fields: (props: FieldsProps<Draft>) => ReactNode;
}

interface RegisterFormProps<Draft extends RegisterDraft> {
  readonly form: KindForm<Draft>;
  readonly entity: Entity;
  readonly start: Draft;
  /** Recorded changes, which the preview includes. */
  readonly changes?: readonly RegisterChange[];
  readonly accounts: readonly LedgerAccount[] | undefined;
  readonly submit: string;
  /** Whether the form can be sent as it opens. */
  readonly isNew: boolean;
  /** Rejects after reporting the failure; the form then stays. */
  readonly onSubmit: (register: RegisterSent) => Promise<void>;
  readonly onCancel: () => void;
}

const NONE: readonly RegisterChange[] = [];

/** The form of a register beside its entries, as the service works them out. */
export function RegisterForm<Draft extends RegisterDraft>({
  form: kind,
  entity,
  start,
  changes = NONE,
  accounts,
  submit,
  isNew,
  onSubmit,
  onCancel,
}: RegisterFormProps<Draft>) {
  const { draft, setDraft, hasChanges, notice } = useKeptDraft(start);
  const wrong = kind.wrongIn(draft);
  const sent = useMemo(() => sentBy(kind, draft, entity.hasXeroLink), [kind, draft, entity.hasXeroLink]);
  const input = sent && { params: { entityId: entity.id }, body: previewBody(kind.kind, sent, changes) };
  const { preview, isCurrent, error } = usePreview(input, (wanted) => call(PREVIEW, wanted), TYPING_PAUSE_MS);
  const { isBusy, errors, clearError, form } = useSubmit({
    validate: () => ({ ...wrong, ...fieldMessages(error) }),
    send: async () => {
      if (sent) await onSubmit(sent);
    },
    onFailure: () => focusFirstError(form.ref.current),
  });
  const set = (change: Partial<Draft> | Partial<RegisterDraft>): void => {
    setDraft({ ...draft, ...change });
    clearError();
  };
  const roles = kind.rolesOf(draft);
  const shown = { ...fieldMessages(error), ...wrong, ...errors };
  const missing = [...(draft.name.trim() === '' ? ['Name'] : []), ...kind.missingIn(draft)];
  return (
    <div className="schedule-form">
      {notice}
      <form className="card card-body" {...form}>
        <TextField
          label="Name"
          hint={kind.nameHint}
          error={shown['name']}
          required
          autoFocus={isNew}
          value={draft.name}
          onChange={(name) => set({ name })}
        />
        <kind.Fields entityId={entity.id} draft={draft} errors={shown} onChange={set} />
        <AccountFields
          roles={roles}
          chosen={draft.accounts}
          errors={shown}
          accounts={accounts}
          isLinked={entity.hasXeroLink}
          onChange={(chosen) => set({ accounts: chosen })}
        />
        <TrackingHint entity={entity} />
        <DateField
          label="Post from"
          optional
          hint="Entries before this day are in the accounts already and are never posted. Usually empty."
          error={shown['postFrom']}
          value={draft.postFrom}
          onChange={(postFrom) => set({ postFrom })}
        />
        <div className="form-switches">
          <Flag
            label="Post automatically"
            hint={
              <>
                {kind.autoPostHint} <HelpLink page={kind.help.page}>{kind.help.label}</HelpLink>
              </>
            }
            checked={draft.autoPost}
            disabled={false}
            onChange={(autoPost) => set({ autoPost })}
          />
        </div>
        <MissingFields labels={missing} />
        <FormActions
          submit={submit}
          disabled={missing.length > 0 || (!isNew && !hasChanges)}
          isBusy={isBusy}
          onCancel={onCancel}
        />
      </form>
      <RegisterPreviewCard
        preview={preview}
        isCurrent={isCurrent}
        isRefused={error !== undefined}
        message={error ? messageOf(error, registerTexts.preview) : kind.awaiting}
        accounts={accounts}
        labels={Object.fromEntries(Object.entries(roles).map(([role, { label }]) => [role, label]))}
      />
    </div>
  );
}

/** The tracking that entries carry: the entity's. Nothing where the organisation has no categories. */
function TrackingHint({ entity }: { readonly entity: Entity }) {
  const { data } = useTracking(entity.id, entity.hasXeroLink);
  if (!data || !hasTracking(data, [])) return null;
  const { categories, tracking, isRequired } = data;
  return (
    <p className="field-hint">
      Tracking, as the entity: {trackingText(categories, tracking)}.{' '}
      {isRequired && tracking.length === 0 && 'No entry is posted before one is chosen. '}
      <SideTripLink href={pathTo(paths.tracking, { entityId: entity.id })}>
        Tracking of the entity
      </SideTripLink>
    </p>
  );
}

/** Null while a fact is missing or wrong. Accounts need a link to Xero. */
function sentBy<Draft extends RegisterDraft>(
  kind: KindForm<Draft>,
  draft: Draft,
  isLinked: boolean,
): RegisterSent | null {
  const facts = kind.factsOf(draft);
  if (facts === null) return null;
  const roles = Object.keys(kind.rolesOf(draft));
  return {
    name: draft.name.trim(),
    facts,
    accounts: isLinked ? Object.fromEntries(roles.map((role) => [role, draft.accounts[role] || null])) : {},
    postFrom: draft.postFrom || null,
    autoPost: draft.autoPost,
  };
}

/** A kind and facts of it, as the service takes them. */
export const newRegister = (
  kind: NewRegister['kind'],
  { name, facts, accounts, postFrom }: Omit<RegisterSent, 'autoPost'>,
  changes: readonly RegisterChange[] = NONE,
): NewRegister => ({ kind, name, facts, accounts, postFrom, changes: [...changes] }) as NewRegister;

function previewBody(
  kind: NewRegister['kind'],
  { autoPost: _, ...sent }: RegisterSent,
  changes: readonly RegisterChange[],
): NewRegister {
  return newRegister(kind, { ...sent, name: sent.name || 'New' }, changes);
}
