import type { GivableRole } from '../../domain/roles.ts';
import { SelectField } from '../ui/select-field.tsx';

const DUTIES: Readonly<Record<GivableRole, string>> = {
  Guest: 'views entities, schedules and reports, changes nothing',
  Member: 'manages entities and schedules, links Xero and syncs',
  Admin: 'as a Member of all clients, and manages users and migrates entities',
};

interface RoleFieldProps {
  readonly roles: readonly GivableRole[];
  readonly value: GivableRole;
  readonly onChange: (role: GivableRole) => void;
}

export function RoleField({ roles, value, onChange }: RoleFieldProps) {
  return (
    <SelectField
      label="Role"
      hint={`${value}: ${DUTIES[value]}.`}
      required
      choices={roles.map((role) => ({ value: role, label: role }))}
      value={value}
      onChange={onChange}
    />
  );
}
