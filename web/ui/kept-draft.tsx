/**
 * Drafts of forms, kept for this user, organisation, page and tab. They survive the end of a session, a reload and an
 * outage; saving, leaving on purpose and logging out delete them.
 */
import { Button } from '@primer/react';
import { type ReactNode, useEffect, useState } from 'react';
import { draftKeyOfPage } from './drafts.ts';
import { Notice } from './notice.tsx';
import { isSame, rebased, replacesChange } from './rebased.ts';
import { useUnsavedChanges } from './unsaved.ts';

interface Kept<Draft> {
  readonly draft: Draft;
  /** The form's initial values when the draft was typed; the form may have been reloaded since. */
  readonly typedOn: Draft;
}

interface KeptDraft<Draft> {
  readonly draft: Draft;
  /** Whether the draft differs from the initial values. */
  readonly hasChanges: boolean;
  readonly setDraft: (draft: Draft) => void;
  /** Says that the draft was restored, or that it would replace a change of another user; null for neither. */
  readonly notice: ReactNode;
}

interface KeptDraftOptions<Draft> {
  /** Whether a draft is worth storing, where another difference than that of any field counts. */
  readonly isChanged?: (draft: Draft) => boolean;
  /** Tells the drafts of pages of one path apart. */
  readonly subject?: string;
  /** Puts the draft on new initial values, where fields depend on each other. */
  readonly rebase?: (draft: Draft, before: Draft, now: Draft) => Draft;
}

const texts = {
  restored: 'We restored your unsaved draft.',
  replaces:
    'What you have typed was changed by another user in the meantime. Saving replaces their changes by yours.',
};

/**
 * Returns the draft of a form, guarded against leaving while it differs from the initial values.
 * @param start the initial values without a stored draft. If they change, fields that the user hasn't typed follow them.
 */
export function useKeptDraft<Draft extends object>(
  start: Draft,
  {
    isChanged = (draft) => !isSame(draft, start),
    subject = '',
    rebase = rebased,
  }: KeptDraftOptions<Draft> = {},
): KeptDraft<Draft> {
  const [key] = useState(() => draftKeyOfPage() + subject);
  const [{ draft, typedOn, isRestored, isReplacing }, setState] = useState(() => {
    const kept = readDraft<Draft>(key);
    return {
      ...(kept ?? { draft: start, typedOn: start }),
      isRestored: kept !== null && isChanged(kept.draft),
      isReplacing: false,
    };
  });
  if (!isSame(typedOn, start)) {
    setState({
      draft: rebase(draft, typedOn, start),
      typedOn: start,
      isRestored,
      isReplacing: isReplacing || replacesChange(draft, typedOn, start),
    });
  }
  const hasChanges = isChanged(draft);
  const worthKeeping = hasChanges ? JSON.stringify({ draft, typedOn } satisfies Kept<Draft>) : null;
  useEffect(() => {
    if (worthKeeping === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, worthKeeping);
  }, [key, worthKeeping]);
  useUnsavedChanges(hasChanges, () => sessionStorage.removeItem(key));
  const discard = (): void =>
    setState({ draft: start, typedOn: start, isRestored: false, isReplacing: false });
  const shown = (isReplacing && hasChanges && 'replaces') || (isRestored && 'restored');
  return {
    draft,
    setDraft: (typed) => setState((before) => ({ ...before, draft: typed })),
    hasChanges,
    notice: shown ? <DraftNotice shown={shown} onDiscard={discard} /> : null,
  };
}

/** Whether a draft of this page is stored. */
export function hasStoredDraft(): boolean {
  return sessionStorage.getItem(draftKeyOfPage()) !== null;
}

interface DraftNoticeProps {
  readonly shown: keyof typeof texts;
  readonly onDiscard: () => void;
}

function DraftNotice({ shown, onDiscard }: DraftNoticeProps) {
  return (
    <Notice
      tone={shown === 'replaces' ? 'warning' : 'info'}
      action={
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      {texts[shown]}
    </Notice>
  );
}

function readDraft<Draft>(key: string): Kept<Draft> | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as Kept<Draft>);
}
