import { useEffect, useState } from 'react';
import { readSession } from '../session.ts';
import type { Draft } from './draft.ts';

/**
 * A draft that outlives the end of the session and a reload of the page: whoever logs in again finds what they
 * typed. Leaving the form on purpose forgets it.
 * @param start what the form begins with; the same object from render to render.
 */
export function useKeptDraft(start: Draft, hasChanges: (draft: Draft) => boolean) {
  const key = `paydown.draft ${location.pathname}`;
  const [kept] = useState(() => readDraft(key));
  const [draft, setDraft] = useState(kept ?? start);
  const [wasKept, setWasKept] = useState(kept !== null);
  useEffect(() => {
    if (hasChanges(draft)) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  });
  useEffect(
    () => () => {
      if (readSession()) sessionStorage.removeItem(key);
    },
    [key],
  );
  const discard = (): void => {
    setDraft(start);
    setWasKept(false);
  };
  return { draft, setDraft, wasKept, discard };
}

function readDraft(key: string): Draft | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as Draft);
}
