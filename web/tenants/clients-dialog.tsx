import { useState } from 'react';
import type { Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { messageOf } from '../data/problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import { type Clients, ClientsField } from './clients-field.tsx';
import { nameOf } from './name-of.ts';
import { clientsText, tenantTexts } from './texts.ts';

interface ClientsDialogProps {
  readonly user: Answer<'GET /v1/tenants/users'>['tenantUsers'][number];
  readonly onClose: () => void;
}

/** Chooses the clients that a Guest or Member sees. */
export function ClientsDialog({ user, onClose }: ClientsDialogProps) {
  const [clients, setClients] = useState<Clients>(user.entityIds);
  const [error, setError] = useState<string>();
  const save = async (): Promise<void> => {
    try {
      const body = { entityIds: clients && [...clients] };
      await change('PATCH /v1/tenants/users/{userId}/entities', { params: { userId: user.id }, body });
      toast.success(tenantTexts.clientsChanged(nameOf(user), clientsText(clients)));
      onClose();
    } catch (failure) {
      setError(messageOf(failure, tenantTexts.changeClients));
      throw failure;
    }
  };
  return (
    <FormDialog
      title="Choose clients"
      subtitle={`${nameOf(user)} – ${user.role}, ${clientsText(user.entityIds).toLowerCase()}`}
      submit="Save"
      onSubmit={save}
      onClose={onClose}
    >
      <ClientsField
        value={clients}
        error={error}
        onChange={(chosen) => {
          setClients(chosen);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
