/**
 * Drafts of forms, kept for this user, organisation, page and tab. They survive the end of a session, a reload and an
 * outage; saving, leaving on purpose and logging out delete them.
 */
import { Button } from '@primer/react';
import { useEffect, useState } from 'react';
import { draftKeyOfPage } from './drafts.ts';
import { Notice } from './notice.tsx';
import { useUnsavedChanges } from './unsaved.ts';

interface Kept<Draft> {
  readonly draft: Draft;
  /** The form's initial values when the draft was typed; the form may have been reloaded since. */
  readonly typedOn: Draft;
}

interface KeptDraft<Draft> extends Kept<Draft> {
  readonly setDraft: (draft: Draft) => void;
  /** Whether the draft was restored. */
  readonly isRestored: boolean;
  /** Returns to the initial values. */
  readonly discard: () => void;
}

/**
 * Returns the draft of a form, guarded against leaving while it differs from the initial values.
 * @param start the initial values without a stored draft.
 * @param hasChanges whether a draft is worth storing; never for a read-only form.
 * @param subject tells the drafts of pages of one path apart.
 */
export function useKeptDraft<Draft>(
  start: Draft,
  hasChanges: (draft: Draft) => boolean,
  subject = '',
): KeptDraft<Draft> {
  const [key] = useState(() => draftKeyOfPage() + subject);
  const [kept] = useState(() => readDraft<Draft>(key));
  const [draft, setDraft] = useState(kept?.draft ?? start);
  const [isRestored, setRestored] = useState(kept !== null && hasChanges(kept.draft));
  const isChanged = hasChanges(draft);
  const worthKeeping = isChanged ? JSON.stringify({ draft, typedOn: start } satisfies Kept<Draft>) : null;
  useEffect(() => {
    if (worthKeeping === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, worthKeeping);
  }, [key, worthKeeping]);
  useUnsavedChanges(isChanged, () => sessionStorage.removeItem(key));
  const discard = (): void => {
    setDraft(start);
    setRestored(false);
  };
  return { draft, setDraft, typedOn: kept?.typedOn ?? start, isRestored, discard };
}

/** Whether a draft of this page is stored. */
export function hasStoredDraft(): boolean {
  return sessionStorage.getItem(draftKeyOfPage()) !== null;
}

/** Reports that a draft was restored. */
export function DraftRestored({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Notice
      tone="info"
      action={
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      We restored your unsaved draft.
    </Notice>
  );
}

function readDraft<Draft>(key: string): Kept<Draft> | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as Kept<Draft>);
}
