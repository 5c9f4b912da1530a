/** The undo of documents that were posted at once. */
import { useState } from 'react';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useUnseen } from '../ui/use-unseen.ts';
import {
  type DocumentFailure,
  failureLines,
  type PostedDocument,
  type PostedWhat,
  takeBack,
  undoneText,
} from './posted.ts';

export interface Undo {
  readonly isUndoing: boolean;
  /** How many have been tried. */
  readonly done: number;
  /** The documents that Xero keeps, with reasons; null until the undo has ended. */
  readonly kept: readonly DocumentFailure[] | null;
  readonly start: () => void;
}

export function useUndo(what: PostedWhat, posted: readonly PostedDocument[]): Undo {
  const [done, setDone] = useState(0);
  const [kept, setKept] = useState<readonly DocumentFailure[] | null>(null);
  const reportUnseen = useUnseen();
  const { isBusy: isUndoing, start } = useAction(async () => {
    setDone(0);
    const left = await takeBack(posted, setDone);
    setKept(left);
    if (left.length === 0) return;
    reportUnseen([undoneText(posted.length - left.length, left.length, what), ...failureLines(left, what)]);
  }, toast.failure);
  return { isUndoing, done, kept, start };
}
