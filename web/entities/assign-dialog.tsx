import { useState } from 'react';
import { useMay, useUser } from '../data/account.ts';
import { call, useApi } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toasts.tsx';

const NOBODY = '';
const CHANGE = 'PATCH /v1/entities/{entityId}';

interface AssignDialogProps {
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

/** Chooses the person who is responsible for entities. Admins choose any user, Members themselves. */
export function AssignDialog({ entities, onClose }: AssignDialogProps) {
  const { data: user } = useUser();
  const { data: users } = useApi('GET /v1/tenants/users', useMay('manage users') ? {} : null);
  const [chosen, setChosen] = useState<string | null>(null);
  const own = user ? [{ value: user.id, label: `${user.givenName} ${user.surname} (you)` }] : [];
  const others = (users?.tenantUsers ?? [])
    .filter(({ id }) => id !== user?.id)
    .map(({ id, givenName, surname }) => ({ value: id, label: `${givenName} ${surname}` }));
  const value = chosen ?? own[0]?.value ?? NOBODY;
  const save = async (): Promise<void> => {
    try {
      for (const { id } of entities) {
        const body = { responsibleUserId: value === NOBODY ? null : value };
        await call(CHANGE, { params: { entityId: id }, body });
      }
      toast.success(entityTexts.assigned(entities.length));
      onClose();
    } catch (error) {
      toast.failure(error, entityTexts.update);
      throw error;
    } finally {
      // After a failure, some of them are assigned.
      void refreshAfter(CHANGE);
    }
  };
  return (
    <FormDialog
      title="Assign"
      subtitle={entities.length === 1 ? (entities[0]?.name ?? '') : `${entities.length} entities`}
      submit="Assign"
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField
        label="Responsible"
        choices={[...own, ...others, { value: NOBODY, label: 'No one' }]}
        value={value}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
