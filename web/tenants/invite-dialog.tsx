import { useState } from 'react';
import { DEFAULT_ROLE, GIVABLE_ROLES, type GivableRole, mayBeLimited } from '../../domain/roles.ts';
import { isEmail } from '../../domain/text.ts';
import { change } from '../data/change.ts';
import { messageOf } from '../data/problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { userTexts } from '../users/texts.ts';
import { type Clients, ClientsField } from './clients-field.tsx';
import { RoleField } from './role-field.tsx';
import { tenantTexts } from './texts.ts';

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivableRole>(DEFAULT_ROLE);
  const [clients, setClients] = useState<Clients>(null);
  const [error, setError] = useState<string>();
  const address = email.trim();
  const invite = async (): Promise<void> => {
    if (!isEmail(address)) {
      setError(userTexts.emailInvalid);
      return;
    }
    try {
      const entityIds = mayBeLimited(role) && clients ? [...clients] : null;
      await change('POST /v1/tenants/users/invite', { body: { email: address, role, entityIds } });
      toast.success(tenantTexts.invited(address));
      onClose();
    } catch (failure) {
      setError(messageOf(failure, tenantTexts.sendInvite));
      throw failure;
    }
  };
  return (
    <FormDialog
      title="Invite user"
      submit="Send invite"
      disabled={address === ''}
      onSubmit={invite}
      onClose={onClose}
    >
      <TextField
        label="Email"
        type="email"
        error={error}
        required
        value={email}
        onChange={(text) => {
          setEmail(text);
          setError(undefined);
        }}
      />
      <RoleField roles={GIVABLE_ROLES} value={role} onChange={setRole} />
      {mayBeLimited(role) && <ClientsField value={clients} onChange={setClients} />}
    </FormDialog>
  );
}
