import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { fieldMessages } from '../data/problem.ts';
import { focusFirstError, focusUnreadable } from './field.tsx';
import { useAction } from './use-action.ts';

/** Messages by field. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

interface Submission {
  /** Returns the errors of the fields; any of them stops the submission. */
  readonly validate?: () => FormErrors;
  /** Asks the user for confirmation; false stops the submission. */
  readonly ask?: () => Promise<boolean>;
  readonly send: () => Promise<void>;
  /** Reports a failure; the fields that the service refused show their messages already. */
  readonly onFailure: (error: unknown) => void;
}

interface Submit {
  readonly isBusy: boolean;
  readonly errors: FormErrors;
  /** Removes a field's error, or all of them: the user has typed something else. */
  readonly clearError: (field?: string) => void;
  /** Submits without the event of a form. */
  readonly submit: () => void;
  readonly form: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent) => void;
  };
}

/** The submission of a form: validates, asks, sends once at a time, and shows the errors of the fields. */
export function useSubmit({ validate, ask, send, onFailure }: Submission): Submit {
  const [errors, setErrors] = useState<FormErrors>({});
  const ref = useRef<HTMLFormElement>(null);
  const { isBusy, start } = useAction(send, (error) => {
    setErrors(fieldMessages(error));
    onFailure(error);
  });
  const run = async (): Promise<void> => {
    if (isBusy) return;
    const found = validate?.() ?? {};
    setErrors(found);
    if (Object.values(found).some((message) => message !== undefined)) return focusFirstError(ref.current);
    if (ask && !(await ask())) return;
    start();
  };
  const submit = (): void => void run();
  const clearError = (field?: string): void =>
    setErrors(({ ...others }) => (field === undefined ? {} : { ...others, [field]: undefined }));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!focusUnreadable(event.currentTarget)) submit();
  };
  return { isBusy, errors, clearError, submit, form: { ref, noValidate: true, onSubmit } };
}
