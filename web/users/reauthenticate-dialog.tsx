import { useEffect, useState } from 'react';
import { call, type Answer } from '../data/api.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import { useStable } from '../ui/use-stable.ts';
import { ProofFields } from './proof-fields.tsx';
import { useProof } from './proof.ts';
import { securityTexts } from './security-texts.ts';

type Offer = Answer<'POST /v1/users/reauthenticate/options'>;

interface ReauthenticateDialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks for a proof by one of the user's methods, so that a refused call can be repeated. */
export function ReauthenticateDialog({ onDone, onClose }: ReauthenticateDialogProps) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const giveUp = useStable((error: unknown) => {
    toast.failure(error, securityTexts.confirmFailed);
    onClose();
  });
  useEffect(() => {
    call('POST /v1/users/reauthenticate/options').then(setOffer, giveUp);
  }, [giveUp]);
  return offer && <ProofDialog offer={offer} onDone={onDone} onClose={onClose} />;
}

function ProofDialog({ offer, onDone, onClose }: ReauthenticateDialogProps & { readonly offer: Offer }) {
  const proof = useProof(offer);
  const send = async (): Promise<void> => {
    await proof.prove((body) => call('POST /v1/users/reauthenticate', { body }));
    onDone();
  };
  return (
    <FormDialog
      title="Confirm that it is you"
      subtitle="This action requires a recent confirmation."
      submit="Confirm"
      onSubmit={send}
      onClose={onClose}
    >
      <ProofFields proof={proof} />
    </FormDialog>
  );
}
