import { useState } from 'react';
import { messageOf } from '../problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { documentTexts } from './document-texts.ts';

interface AcceptDialogProps {
  /** `payment 5`. */
  readonly subject: string;
  readonly onAccept: (note: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks why a document that was changed or deleted in Xero stays as it is. */
export function AcceptDialog({ subject, onAccept, onClose }: AcceptDialogProps) {
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const accept = async (): Promise<void> => {
    try {
      await onAccept(note.trim());
      toast.success(documentTexts.acceptedNow);
      onClose();
    } catch (problem) {
      setError(messageOf(problem, documentTexts.failed));
      throw problem;
    }
  };
  return (
    <FormDialog
      title={`Accept ${subject} as it is in Xero?`}
      submit="Accept as is"
      disabled={note.trim() === ''}
      onSubmit={accept}
      onClose={onClose}
    >
      <TextField
        label="Note"
        hint={documentTexts.acceptHint}
        error={error}
        required
        value={note}
        onChange={(text) => {
          setNote(text);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
