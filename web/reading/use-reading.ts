/** A document from the choice of its file to its reading. */
import { useEffect, useRef, useState } from 'react';
import type { Choices } from '../extraction/read-document.ts';
import type { OpenDocument, Progress } from './open-document.ts';
import { useStable } from '../ui/use-stable.ts';
import { REFUSALS } from './texts.ts';
import { Unreadable } from './unreadable.ts';

/** The state of a reading, which replaces the drop zone. */
export type ReadingState =
  | { readonly step: 'none' }
  | { readonly step: 'refused'; readonly name: string; readonly reason: string }
  | { readonly step: 'reading'; readonly name: string; readonly progress: Progress | null }
  | { readonly step: 'password'; readonly file: File; readonly isWrong: boolean }
  /** The dates may have the month first, or a spreadsheet may have swapped some. */
  | {
      readonly step: 'month-first' | 'swapped-dates';
      readonly file: File;
      readonly password: string | undefined;
      readonly choices: Choices;
    }
  | { readonly step: 'check'; readonly document: OpenDocument };

export interface ReadingActions {
  readonly state: ReadingState;
  readonly read: (file: File, password?: string, choices?: Choices) => void;
  /** Cancels, or closes the document. */
  readonly close: () => void;
}

/**
 * Reads one file at a time; a new one, or leaving the page, ends the workers of the one before.
 * @param take receives a document that is read, which is closed then; without it the document stays open to be checked
 */
export function useReading(take?: (document: OpenDocument) => void): ReadingActions {
  const [state, setState] = useState<ReadingState>({ step: 'none' });
  const work = useRef<AbortController>(null);
  const opened = useRef<OpenDocument>(null);
  const end = (): void => {
    work.current?.abort();
    opened.current?.close();
    opened.current = null;
  };
  const endOnLeaving = useStable(end);
  useEffect(() => endOnLeaving, [endOnLeaving]);

  const read = async (file: File, password?: string, choices: Choices = {}): Promise<void> => {
    end();
    const controller = new AbortController();
    work.current = controller;
    const { signal } = controller;
    const show = (next: ReadingState): void => {
      if (!signal.aborted) setState(next);
    };
    show({ step: 'reading', name: file.name, progress: null });
    try {
      const { openDocument } = await import('./open-document.ts');
      const onProgress = (progress: Progress): void => show({ step: 'reading', name: file.name, progress });
      const document = await openDocument(file, { password, choices, signal, onProgress });
      if (signal.aborted) return document.close();
      opened.current = document;
      if (!take) return show({ step: 'check', document });
      close();
      take(document);
    } catch (error) {
      const outcome = error instanceof Unreadable && error.outcome !== 'read' ? error.outcome : 'damaged';
      if (outcome === 'password') show({ step: 'password', file, isWrong: password !== undefined });
      else if (outcome === 'month-first' || outcome === 'swapped-dates')
        show({ step: outcome, file, password, choices });
      else show({ step: 'refused', name: file.name, reason: REFUSALS[outcome] });
    }
  };
  const close = (): void => {
    end();
    setState({ step: 'none' });
  };
  return { state, read: (file, password, choices) => void read(file, password, choices), close };
}
