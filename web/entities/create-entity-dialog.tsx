import { useState } from 'react';
import { useLocation } from 'wouter';
import { MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { call, refresh } from '../api.ts';
import { messageOf } from '../problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { entityTexts } from './texts.ts';

/** Asks for a name, creates the entity and opens it. Nothing happens without a name. */
export function CreateEntityDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [, navigate] = useLocation();
  const create = async (): Promise<void> => {
    try {
      const entity = await call('POST /v1/entities', { body: { name: name.trim() } });
      void refresh('GET /v1/entities');
      onClose();
      navigate(`/entity/${entity.id}`);
    } catch (failure) {
      setError(messageOf(failure, entityTexts.create));
      throw failure;
    }
  };
  return (
    <FormDialog
      title="Create new entity"
      submit="Create entity"
      disabled={name.trim() === ''}
      onSubmit={create}
      onClose={onClose}
    >
      <Field label="Name" hint="The business as you call it." error={error} required>
        {(control) => (
          <input
            {...control}
            className="input"
            autoComplete="off"
            maxLength={MAX_TEXT_LENGTH}
            value={name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}
