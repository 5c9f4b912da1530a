import { useState } from 'react';
import { messageOf } from '../data/problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { acceptDocument, type DeviatingDocument } from './accept-document.ts';
import { documentTexts } from './document-texts.ts';

interface AcceptDialogProps {
  readonly params: { readonly entityId: string; readonly scheduleId: string };
  readonly document: DeviatingDocument;
  readonly onClose: () => void;
}

/** Asks why a document that was changed or deleted in Xero stays as it is. */
export function AcceptDialog({ params, document, onClose }: AcceptDialogProps) {
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const accept = async (): Promise<void> => {
    try {
      await acceptDocument(params, document, note.trim());
      toast.success(documentTexts.acceptedNow);
      onClose();
    } catch (problem) {
      setError(messageOf(problem, documentTexts.failed));
      throw problem;
    }
  };
  return (
    <FormDialog
      title={`Accept ${document.subject} as it is in Xero?`}
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
