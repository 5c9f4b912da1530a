/**
 * Drafts of forms, kept for this user, organisation, page and tab. They survive the end of a session, a reload and an
 * outage; saving, leaving on purpose and logging out delete them.
 */
import { Button } from '@primer/react';
import { useEffect, useState } from 'react';
import { draftKeyOfPage } from './drafts.ts';
import { isEqual } from './equality.ts';
import { Notice } from './notice.tsx';
import { useUnsavedChanges } from './unsaved.ts';

interface Kept<Draft> {
  readonly draft: Draft;
  /** The form's initial values when the draft was typed; the form may have been reloaded since. */
  readonly typedOn: Draft;
}

interface KeptDraft<Draft> extends Kept<Draft> {
  /** Whether the draft differs from the initial values. */
  readonly hasChanges: boolean;
  readonly setDraft: (draft: Draft) => void;
  /** Whether the draft was restored. */
  readonly isRestored: boolean;
  /** Returns to the initial values. */
  readonly discard: () => void;
}

interface KeptDraftOptions<Draft> {
  /** Whether a draft is worth storing, where another difference than that of any field counts. */
  readonly isChanged?: (draft: Draft) => boolean;
  /** Tells the drafts of pages of one path apart. */
  readonly subject?: string;
}

/**
 * Returns the draft of a form, guarded against leaving while it differs from the initial values.
 * @param start the initial values without a stored draft.
 */
export function useKeptDraft<Draft>(
  start: Draft,
  { isChanged = (draft) => !isEqual(draft, start), subject = '' }: KeptDraftOptions<Draft> = {},
): KeptDraft<Draft> {
  const [key] = useState(() => draftKeyOfPage() + subject);
  const [kept] = useState(() => readDraft<Draft>(key));
  const [draft, setDraft] = useState(kept?.draft ?? start);
  const [isRestored, setRestored] = useState(kept !== null && isChanged(kept.draft));
  const hasChanges = isChanged(draft);
  const worthKeeping = hasChanges ? JSON.stringify({ draft, typedOn: start } satisfies Kept<Draft>) : null;
  useEffect(() => {
    if (worthKeeping === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, worthKeeping);
  }, [key, worthKeeping]);
  useUnsavedChanges(hasChanges, () => sessionStorage.removeItem(key));
  const discard = (): void => {
    setDraft(start);
    setRestored(false);
  };
  return { draft, setDraft, typedOn: kept?.typedOn ?? start, hasChanges, isRestored, discard };
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
