import { useState } from 'react';
import { useLocation } from 'wouter';
import { call, refresh } from '../api.ts';
import { messageOf } from '../problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
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
      <TextField
        label="Name"
        hint="The business as you call it."
        error={error}
        required
        value={name}
        onChange={(text) => {
          setName(text);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
