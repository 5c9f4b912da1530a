import { type ReactNode, useState } from 'react';
import { messageOf } from '../data/problem.ts';
import { FormDialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';

interface TextDialogProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly label: string;
  readonly hint?: string;
  readonly submit: string;
  /** The current text; absent for a new one. */
  readonly text?: string;
  /** The message if the service gives no reason. */
  readonly failure: string;
  /** The dialog closes after it. */
  readonly onSave: (text: string) => Promise<void>;
  readonly onClose: () => void;
  /** Stands above the text. */
  readonly above?: ReactNode;
  /** Further fields below the text. */
  readonly children?: ReactNode;
  /** Whether the further fields have changed, so that the text may stay. */
  readonly isChanged?: boolean;
  readonly disabled?: boolean;
}

/** Asks for a name or a note. An empty or unchanged one can't be submitted. */
export function TextDialog({
  title,
  subtitle,
  label,
  hint,
  submit,
  text: before = '',
  failure,
  onSave,
  onClose,
  above,
  children,
  isChanged = false,
  disabled = false,
}: TextDialogProps) {
  const [text, setText] = useState(before);
  const [error, setError] = useState<string>();
  const wanted = text.trim();
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
      {...(subtitle !== undefined && { subtitle })}
      submit={submit}
      disabled={disabled || wanted === '' || (wanted === before && !isChanged)}
      onSubmit={save}
      onClose={onClose}
    >
      {above}
      <TextField
        label={label}
        hint={hint}
        error={error}
        required
        value={text}
        onChange={(typed) => {
          setText(typed);
          setError(undefined);
        }}
      />
      {children}
    </FormDialog>
  );
}
