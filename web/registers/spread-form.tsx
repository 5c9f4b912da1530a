import { Button } from '@primer/react';
import { useMemo, useState } from 'react';
import { spreadRoles } from '../../domain/registers/spread.ts';
import { call } from '../data/api.ts';
import type { Entity } from '../data/answers.ts';
import { fieldMessages, messageOf } from '../data/problem.ts';
import { usePreview } from '../data/use-preview.ts';
import { focusFirstError } from '../ui/field.tsx';
import { DraftRestored, useKeptDraft } from '../ui/kept-draft.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { RegisterPreviewCard } from './register-preview.tsx';
import {
  accountsOf,
  factsOf,
  missingIn,
  type SpreadDraft,
  type SpreadFacts,
  wrongIn,
} from './spread-draft.ts';
import { SpreadFields } from './spread-fields.tsx';
import { registerTexts } from './texts.ts';
import type { NewSpread, RegisterChange } from './types.ts';
import '../contract/schedule-form.css';

const PREVIEW = 'POST /v1/entities/{entityId}/registers/preview';
/** A pause in typing. */
const DELAY_MS = 350;

/** A spread as it is sent. */
export interface SpreadSent {
  readonly name: string;
  readonly facts: SpreadFacts;
  readonly accounts: NonNullable<NewSpread['accounts']>;
  readonly postFrom: string | null;
  readonly autoPost: boolean;
}

interface SpreadFormProps {
  readonly entity: Entity;
  readonly start: SpreadDraft;
  /** Those recorded, which the preview takes into account. */
  readonly changes?: readonly RegisterChange[];
  readonly accounts: readonly LedgerAccount[] | undefined;
  readonly submit: string;
  /** Whether the form can be sent as it opens. */
  readonly isNew: boolean;
  /** Rejects after reporting the failure; the form then stays. */
  readonly onSubmit: (spread: SpreadSent) => Promise<void>;
  readonly onCancel: () => void;
}

const NONE: readonly RegisterChange[] = [];

/** The form of a spread beside its entries, as the service works them out. */
export function SpreadForm({
  entity,
  start,
  changes = NONE,
  accounts,
  submit,
  isNew,
  onSubmit,
  onCancel,
}: SpreadFormProps) {
  const { draft, setDraft, isRestored, discard } = useKeptDraft(
    start,
    (typed) => JSON.stringify(typed) !== JSON.stringify(start),
  );
  const hasChanges = isNew || JSON.stringify(draft) !== JSON.stringify(start);
  const wrong = wrongIn(draft);
  const sent = useMemo(() => sentBy(draft, entity.hasXeroLink), [draft, entity.hasXeroLink]);
  const input = sent && {
    params: { entityId: entity.id },
    body: {
      kind: 'spread' as const,
      name: sent.name || 'Spread',
      facts: sent.facts,
      accounts: sent.accounts,
      postFrom: sent.postFrom,
      changes: [...changes],
    },
  };
  const { preview, isCurrent, error } = usePreview(input, (wanted) => call(PREVIEW, wanted), DELAY_MS);
  const { isBusy, errors, clearError, form } = useSubmit({
    validate: () => ({ ...wrong, ...fieldMessages(error) }),
    send: async () => {
      if (sent) await onSubmit(sent);
    },
    onFailure: () => focusFirstError(form.ref.current),
  });
  const set = (change: Partial<SpreadDraft>): void => {
    setDraft({ ...draft, ...change });
    clearError();
  };
  const [roles] = useState(() => ({ expense: rolesOf('expense'), income: rolesOf('income') }));
  const missing = missingIn(draft);
  return (
    <div className="schedule-form">
      {isRestored && <DraftRestored onDiscard={discard} />}
      <form className="card card-body" {...form}>
        <SpreadFields
          entityId={entity.id}
          draft={draft}
          errors={{ ...fieldMessages(error), ...wrong, ...errors }}
          accounts={accounts}
          isLinked={entity.hasXeroLink}
          onChange={set}
        />
        <MissingFields labels={missing} />
        <div className="form-actions">
          <Button
            type="submit"
            variant="primary"
            disabled={missing.length > 0 || !hasChanges}
            loading={isBusy}
          >
            {submit}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
      <RegisterPreviewCard
        preview={preview}
        isCurrent={isCurrent}
        isRefused={error !== undefined}
        message={
          error
            ? messageOf(error, registerTexts.preview)
            : 'The entries appear here as soon as amount and days are complete.'
        }
        accounts={accounts}
        labels={roles[draft.purpose === 'income' ? 'income' : 'expense']}
      />
    </div>
  );
}

/** The labels of the roles. */
function rolesOf(direction: 'expense' | 'income'): Readonly<Record<string, string>> {
  const roles = spreadRoles(direction);
  return Object.fromEntries(Object.entries(roles).map(([role, { label }]) => [role, label]));
}

/** Null while a fact is missing or wrong. Accounts need a link to Xero. */
function sentBy(draft: SpreadDraft, isLinked: boolean): SpreadSent | null {
  const facts = factsOf(draft);
  if (facts === null) return null;
  return {
    name: draft.name.trim(),
    facts,
    accounts: isLinked ? accountsOf(draft) : {},
    postFrom: draft.postFrom || null,
    autoPost: draft.autoPost,
  };
}
