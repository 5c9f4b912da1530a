/** Posts the chosen entries of a register. */
import type { RegisterParams } from '../posting/posted.ts';
import { type OwnerPosting, useOwnerPosting } from '../posting/use-owner-posting.ts';
import { toast } from '../ui/toasts.tsx';
import { registerPart } from './post-entries.ts';
import { registerTexts } from './texts.ts';

export interface EntryPosting extends Omit<OwnerPosting, 'run'> {
  /** Does nothing while a run is active. */
  readonly start: (numbers: readonly number[]) => void;
}

export function useEntryPosting(
  params: RegisterParams,
  onPosted: (numbers: readonly number[]) => void,
): EntryPosting {
  const { run, ...posting } = useOwnerPosting(params.registerId, 'entry');
  const start = (numbers: readonly number[]): void =>
    run(
      registerPart(params, numbers, {
        onPosted: ({ posted }) => onPosted(posted.map(({ number }) => number)),
        onFailure: (error) => toast.failure(error, registerTexts.post),
      }),
    );
  return { ...posting, start };
}
