import { useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../data/api.ts';
import { entityTexts } from '../data/entity-texts.ts';
import { paths, pathTo } from '../data/paths.ts';
import { handOver } from '../reading/handed-file.ts';
import { FormActions } from '../ui/form-actions.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { SelectField } from '../ui/select-field.tsx';

interface ChooseEntityProps {
  readonly document: File;
  readonly onCancel: () => void;
}

/** Asks for the entity of a lender's document, which is then read on the page of a new schedule. */
export function ChooseEntity({ document, onCancel }: ChooseEntityProps) {
  const [, navigate] = useLocation();
  const { data: entities = [], error } = useApi('GET /v1/entities', {});
  useLoadFailure(error, entityTexts.load);
  const [entityId, setEntityId] = useState('');
  const go = (): void => {
    handOver(document);
    navigate(pathTo(paths.newSchedule, { entityId }));
  };
  return (
    <form
      className="card card-body choose-entity"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <p>{document.name} holds one contract. Choose its entity to read it as a new schedule.</p>
      <SelectField
        label="Entity"
        required
        choices={entities.map(({ id, name }) => ({ value: id, label: name }))}
        value={entityId}
        onChange={setEntityId}
      />
      <FormActions submit="Continue" disabled={entityId === ''} onCancel={onCancel} />
    </form>
  );
}
