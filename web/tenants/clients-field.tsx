import { useId, useState } from 'react';
import { MAX_ENTITY_IDS } from '../../domain/roles.ts';
import { useApi } from '../data/api.ts';
import { FieldError } from '../ui/field-error.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { RadioField } from '../ui/radio-field.tsx';
import { clientsText, tenantTexts } from './texts.ts';
import './clients-field.css';

/** The ids of the entities that a user may see; null for all. */
export type Clients = readonly string[] | null;

interface ClientsFieldProps {
  readonly value: Clients;
  readonly error?: string | undefined;
  readonly onChange: (clients: Clients) => void;
}

/** Lists with more entities than this have a filter. */
const MOST_AT_A_GLANCE = 8;

/** The choice between all clients and some of them. */
export function ClientsField({ value, error, onChange }: ClientsFieldProps) {
  return (
    <>
      <RadioField
        label="Clients"
        choices={[
          { value: 'all', label: 'All clients', hint: 'Also those that are added later.' },
          { value: 'some', label: 'Only some clients', hint: 'Each client is an entity.' },
        ]}
        value={value === null ? 'all' : 'some'}
        onChange={(which) => onChange(which === 'all' ? null : [])}
      />
      {value !== null && <Picker value={value} error={error} onChange={onChange} />}
    </>
  );
}

interface PickerProps extends ClientsFieldProps {
  readonly value: readonly string[];
}

function Picker({ value, error, onChange }: PickerProps) {
  const { data: entities, error: failure } = useApi('GET /v1/entities', {});
  const [filter, setFilter] = useState('');
  // The clients chosen before stand first, and stay where they are.
  const [before] = useState(() => new Set(value));
  const id = useId();
  useLoadFailure(failure, tenantTexts.loadClients);
  const text = filter.trim().toLocaleLowerCase('en-AU');
  const shown = (entities ?? [])
    .filter(({ name }) => name.toLocaleLowerCase('en-AU').includes(text))
    .toSorted((a, b) => Number(before.has(b.id)) - Number(before.has(a.id)));
  const toggle = (entityId: string): void =>
    onChange(value.includes(entityId) ? value.filter((each) => each !== entityId) : [...value, entityId]);
  return (
    <fieldset className="field clients-field" aria-describedby={error ? `${id}-error` : `${id}-hint`}>
      <legend className="field-label">{clientsText(value)} chosen</legend>
      {entities && entities.length > MOST_AT_A_GLANCE && (
        <input
          className="input"
          type="search"
          aria-label="Filter clients"
          placeholder="Filter clients"
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      )}
      <div className="clients-list">
        {shown.map((entity) => (
          <label key={entity.id} className="clients-choice">
            <input
              type="checkbox"
              checked={value.includes(entity.id)}
              disabled={!value.includes(entity.id) && value.length >= MAX_ENTITY_IDS}
              onChange={() => toggle(entity.id)}
            />
            {entity.name}
          </label>
        ))}
        {entities && shown.length === 0 && <p className="field-hint">{tenantTexts.noClients}</p>}
      </div>
      {error ? (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      ) : (
        <p id={`${id}-hint`} className="field-hint">
          {value.length === 0 ? tenantTexts.seesNothing : tenantTexts.seesChosen}
        </p>
      )}
    </fieldset>
  );
}
