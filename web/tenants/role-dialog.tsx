import { useState } from 'react';
import { DEFAULT_ROLE, otherRoles } from '../../domain/roles.ts';
import { type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import { RoleField } from './role-field.tsx';
import { nameOf } from './name-of.ts';
import { tenantTexts } from './texts.ts';

interface RoleDialogProps {
  readonly user: Answer<'GET /v1/tenants/users'>['tenantUsers'][number];
  readonly onClose: () => void;
}

/** Offers every role except the current one. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const roles = otherRoles(user.role);
  const [role, setRole] = useState(roles[0] ?? DEFAULT_ROLE);
  const changeRole = async (): Promise<void> => {
    try {
      await change('PATCH /v1/tenants/users/{userId}/role', { params: { userId: user.id }, body: { role } });
      toast.success(tenantTexts.roleChanged(nameOf(user), role));
      onClose();
    } catch (error) {
      toast.failure(error, tenantTexts.changeRole);
      throw error;
    }
  };
  return (
    <FormDialog
      title="Update role"
      subtitle={`${nameOf(user)} – current role: ${user.role}`}
      submit="Update role"
      onSubmit={changeRole}
      onClose={onClose}
    >
      <RoleField roles={roles} value={role} onChange={setRole} />
    </FormDialog>
  );
}
