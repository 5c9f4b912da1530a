/**
 * What is typed into a form outlives the end of the session, a reload and a service that is down: it is kept for
 * this person, this organisation and this page, in this tab. Saving, leaving on purpose and logging out drop it.
 */
import { Button } from '@primer/react';
import { useEffect, useState } from 'react';
import { claimsOf, readSession, tenantOf, type Session } from '../session.ts';
import { Notice } from './notice.tsx';
import { useUnsavedChanges } from './unsaved.ts';

const PREFIX = 'paydown.draft';

interface Kept<Draft> {
  readonly draft: Draft;
  /** What the form began with when the draft was typed, perhaps before it was loaded anew. */
  readonly typedOn: Draft;
}

interface KeptDraft<Draft> extends Kept<Draft> {
  readonly setDraft: (draft: Draft) => void;
  /** Whether the draft was typed before, and is shown again. */
  readonly isBack: boolean;
  /** Begins anew. */
  readonly discard: () => void;
}

/**
 * The draft of a form, guarded against leaving while it differs from what the form began with.
 * @param start what the form begins with, where nothing was kept.
 * @param hasChanges whether a draft is worth keeping; never for what can only be read.
 */
export function useKeptDraft<Draft>(start: Draft, hasChanges: (draft: Draft) => boolean): KeptDraft<Draft> {
  const [key] = useState(keyOfPage);
  const [kept] = useState(() => readDraft<Draft>(key));
  const [draft, setDraft] = useState(kept?.draft ?? start);
  const [isBack, setBack] = useState(kept !== null && hasChanges(kept.draft));
  const isChanged = hasChanges(draft);
  const worthKeeping = isChanged ? JSON.stringify({ draft, typedOn: start } satisfies Kept<Draft>) : null;
  useEffect(() => {
    if (worthKeeping === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, worthKeeping);
  }, [key, worthKeeping]);
  useUnsavedChanges(isChanged, () => sessionStorage.removeItem(key));
  const discard = (): void => {
    setDraft(start);
    setBack(false);
  };
  return { draft, setDraft, typedOn: kept?.typedOn ?? start, isBack, discard };
}

/** Whether something typed on this page before is kept. */
export function isDraftKept(): boolean {
  return sessionStorage.getItem(keyOfPage()) !== null;
}

/** Tells that what was typed is back. */
export function DraftIsBack({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Notice
      tone="info"
      action={
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      What you typed before is still here.
    </Notice>
  );
}

/** Drops every draft of this tab: somebody logs out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}

/** Drops what somebody else typed in this tab before their session ended. */
export function forgetDraftsOfOthers(): void {
  const own = `${PREFIX} ${userOf(readSession())} `;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && !key.startsWith(own)) sessionStorage.removeItem(key);
  }
}

function keyOfPage(): string {
  const session = readSession();
  return [PREFIX, userOf(session), tenantOf(session), location.pathname].join(' ');
}

function userOf(session: Session | null): string {
  return String(claimsOf(session?.token)['sub']);
}

function readDraft<Draft>(key: string): Kept<Draft> | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as Kept<Draft>);
}
