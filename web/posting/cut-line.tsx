/** A posting whose line was cut: it waits for the connection, then for the user. */
import { Button } from '@primer/react';
import { useRef, useState } from 'react';
import { isReachable } from '../data/api.ts';

export interface CutLine {
  /** Whether a call got no answer and the posting waits. */
  readonly isCut: boolean;
  /** Waits for the user, who goes on or ends the posting. */
  readonly wait: () => Promise<boolean>;
  readonly goOn: () => void;
  readonly end: () => void;
}

export function useCutLine(): CutLine {
  const [isCut, setCut] = useState(false);
  const answer = useRef<(goesOn: boolean) => void>(undefined);
  const decide = (goesOn: boolean): void => {
    setCut(false);
    answer.current?.(goesOn);
  };
  const wait = (): Promise<boolean> =>
    new Promise((resolve) => {
      answer.current = resolve;
      setCut(true);
    });
  return { isCut, wait, goOn: () => decide(true), end: () => decide(false) };
}

/** Goes on with the payments that are left once the service can be reached. */
export function GoOnButton({ left, onGoOn }: { readonly left: number; readonly onGoOn: () => void }) {
  const isOnline = isReachable.use();
  return (
    <Button size="small" variant="primary" disabled={!isOnline} onClick={onGoOn}>
      Go on with {left}
    </Button>
  );
}

/** The outcome, and the payments that are left. */
export const cutText = (left: number): string =>
  `The connection was lost. ${left} ${left === 1 ? 'payment waits' : 'payments wait'}.`;
