import { useState } from 'react';
import { messageOf } from '../problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly name: string;
  /** What to say when the service gives no reason. */
  readonly failure: string;
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for an organisation's name. Empty or unchanged does nothing. */
export function NameDialog({ title, submit, name: before, failure, onSave, onClose }: NameDialogProps) {
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
      disabled={wanted === '' || wanted === before}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Organisation name"
        autoComplete="organization"
        error={error}
        required
        value={name}
        onChange={(text) => {
          setName(text);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
