import { change } from '../data/change.ts';
import { TextDialog } from '../ui/text-dialog.tsx';
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
  const isAdopted = decision === 'adopt';
  const answer = async (note: string): Promise<void> => {
    await change('POST /v1/entities/{entityId}/xero/unknown/{documentId}', {
      params: { entityId, documentId },
      body: { decision, note, ...(isAdopted && candidateFor && { candidateFor }) },
    });
    toast.success(unknownTexts.answered);
  };
  return (
    <TextDialog
      {...(isAdopted ? adoptTexts(document) : foreignTexts)}
      label="Note"
      hint="It stands in the audit log."
      failure={unknownTexts.failed}
      onSave={answer}
      onClose={onClose}
    />
  );
}
