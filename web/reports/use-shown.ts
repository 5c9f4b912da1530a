import { useState } from 'react';
import { isEqual } from '../ui/equality.ts';

interface Shown<Input, Answer> {
  /** The values of the request. */
  readonly input: Input;
  readonly answer: Answer;
}

/** Keeps the answer to an input with it; null while the page asks for something else, so that only it is posted. */
export function useShown<Input, Answer>(
  input: Input,
): readonly [Shown<Input, Answer> | null, (shown: Shown<Input, Answer>) => void] {
  const [kept, keep] = useState<Shown<Input, Answer> | null>(null);
  return [kept !== null && isEqual(kept.input, input) ? kept : null, keep];
}
