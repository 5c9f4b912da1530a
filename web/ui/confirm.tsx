/** Asks for confirmation: `if (await confirm({…})) …`. */
import { createStore } from '../data/store.ts';
import { deferred } from './deferred.tsx';
import type { Question } from './question.ts';

interface Asked extends Question {
  readonly answer: (yes: boolean) => void;
}

const asked = createStore<Asked | null>(null);

/** Resolves to the user's decision. A new question answers an open one with no. */
export function confirm(question: Question): Promise<boolean> {
  asked.read()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean): void => {
      asked.write(null);
      resolve(yes);
    };
    asked.write({ ...question, answer });
  });
}

export const ConfirmDialog = deferred(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** Renders the open question; placed once on the page. */
export function Questions() {
  const question = asked.use();
  return (
    question && <ConfirmDialog key={question.title} {...question} onClose={() => question.answer(false)} />
  );
}
