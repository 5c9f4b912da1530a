import { type ReactNode, useState } from 'react';
import { messageOf } from '../data/problem.ts';
import { FormDialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint?: string;
  readonly submit: string;
  /** The current name; absent for a new thing. */
  readonly name?: string;
  /** The message if the service gives no reason. */
  readonly failure: string;
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
  /** Further fields below the name. */
  readonly children?: ReactNode;
  /** Whether the further fields have changed, so that the name may stay. */
  readonly isChanged?: boolean;
}

/** Asks for a name. An empty or unchanged one can't be submitted. */
export function NameDialog({
  title,
  label,
  hint,
  submit,
  name: before = '',
  failure,
  onSave,
  onClose,
  children,
  isChanged = false,
}: NameDialogProps) {
  const [name, setName] = useState(before);
  const [error, setError] = useState<string>();
  const wanted = name.trim();
  const save = async (): Promise<void> => {
    try {
      await onSave(wanted);
      onClose();
    } catch (problem) {
      setError(messageOf(problem, failure));
      throw problem;
    }
  };
  return (
    <FormDialog
      title={title}
      submit={submit}
      disabled={wanted === '' || (wanted === before && !isChanged)}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={label}
        hint={hint}
        error={error}
        required
        value={name}
        onChange={(text) => {
          setName(text);
          setError(undefined);
        }}
      />
      {children}
    </FormDialog>
  );
}
