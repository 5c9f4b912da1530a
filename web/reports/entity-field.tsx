import type { Answer } from '../data/api.ts';
import { SelectField } from '../ui/select-field.tsx';

interface EntityFieldProps {
  readonly entities: Answer<'GET /v1/entities'>;
  /** Null for all entities. */
  readonly value: string | null;
  readonly onChange: (entityId: string | null) => void;
}

const ALL = 'all';

/** The choice between all entities and one. */
export function EntityField({ entities, value, onChange }: EntityFieldProps) {
  return (
    <SelectField
      label="Entity"
      choices={[
        { value: ALL, label: 'All entities' },
        ...entities.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value ?? ALL}
      onChange={(id) => onChange(id === ALL ? null : id)}
    />
  );
}
