import { useState } from 'react';
import { change } from '../data/change.ts';
import { messageOf } from '../data/problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { adoptTexts, type Answering, foreignTexts, unknownTexts } from './unknown-texts.ts';

interface UnknownAnswerProps {
  readonly entityId: string;
  readonly answering: Answering;
  readonly onClose: () => void;
}

/** Asks for the note with which a member says whose a document in Xero is. */
export function UnknownAnswer({ entityId, answering, onClose }: UnknownAnswerProps) {
  const { document, decision } = answering;
  const { documentId, candidateFor } = document;
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const isAdopted = decision === 'adopt';
  const answer = async (): Promise<void> => {
    const body = { decision, note: note.trim(), ...(isAdopted && candidateFor && { candidateFor }) };
    try {
      await change('POST /v1/entities/{entityId}/xero/unknown/{documentId}', {
        params: { entityId, documentId },
        body,
      });
      toast.success(unknownTexts.answered);
      onClose();
    } catch (problem) {
      setError(messageOf(problem, unknownTexts.failed));
      throw problem;
    }
  };
  return (
    <FormDialog
      {...(isAdopted ? adoptTexts(document) : foreignTexts)}
      disabled={note.trim() === ''}
      onSubmit={answer}
      onClose={onClose}
    >
      <TextField
        label="Note"
        hint="It stands in the audit log."
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
