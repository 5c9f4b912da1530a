import { useState } from 'react';
import { DEFAULT_ROLE, GIVABLE_ROLES, type GivableRole } from '../../domain/roles.ts';
import { isEmail, MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { call, refresh } from '../api.ts';
import { messageOf } from '../problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { toast } from '../ui/toasts.tsx';
import { userTexts } from '../users/texts.ts';
import { RoleField } from './role-field.tsx';
import { tenantTexts } from './texts.ts';

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivableRole>(DEFAULT_ROLE);
  const [error, setError] = useState<string>();
  const address = email.trim();
  const invite = async (): Promise<void> => {
    if (!isEmail(address)) {
      setError(userTexts.emailInvalid);
      return;
    }
    try {
      await call('POST /v1/tenants/users/invite', { body: { email: address, role } });
      toast.success(tenantTexts.invited(address));
      void refresh('GET /v1/tenants/users');
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
      <Field label="Email" error={error} required>
        {(control) => (
          <input
            {...control}
            className="input"
            type="email"
            autoComplete="off"
            maxLength={MAX_TEXT_LENGTH}
            value={email}
            onChange={({ currentTarget }) => {
              setEmail(currentTarget.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <RoleField roles={GIVABLE_ROLES} value={role} onChange={setRole} />
    </FormDialog>
  );
}
