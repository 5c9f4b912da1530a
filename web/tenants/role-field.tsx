import type { GivableRole } from '../../domain/roles.ts';
import { Field } from '../ui/field.tsx';

const DUTIES: Readonly<Record<GivableRole, string>> = {
  Guest: 'sees everything, changes nothing',
  Member: 'looks after entities and schedules, links Xero and syncs',
  Admin: 'a Member who also manages users and migrates entities',
};

interface RoleFieldProps {
  readonly roles: readonly GivableRole[];
  readonly value: GivableRole;
  readonly onChange: (role: GivableRole) => void;
}

export function RoleField({ roles, value, onChange }: RoleFieldProps) {
  return (
    <Field label="Role" hint={`${value}: ${DUTIES[value]}.`} required>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value}
          onChange={({ currentTarget }) =>
            onChange(roles.find((role) => role === currentTarget.value) ?? value)
          }
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
