import { useState } from 'react';
import { MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { call, refresh, store } from '../api.ts';
import { messageOf } from '../problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { toast } from '../ui/toasts.tsx';
import type { Entity } from './entity-page.tsx';
import { entityTexts } from './texts.ts';

/** Renames an entity. An empty or unchanged name does nothing. */
export function RenameEntityDialog({
  entity,
  onClose,
}: {
  readonly entity: Entity;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(entity.name);
  const [error, setError] = useState<string>();
  const params = { entityId: entity.id };
  const wanted = name.trim();
  const rename = async (): Promise<void> => {
    try {
      const renamed = await call('PATCH /v1/entities/{entityId}', { params, body: { name: wanted } });
      await store('GET /v1/entities/{entityId}', { params }, renamed);
      void refresh('GET /v1/entities');
      toast.success(entityTexts.renamed(renamed.name));
      onClose();
    } catch (failure) {
      setError(messageOf(failure, entityTexts.update));
      throw failure;
    }
  };
  return (
    <FormDialog
      title="Edit entity"
      submit="Save"
      disabled={wanted === '' || wanted === entity.name}
      onSubmit={rename}
      onClose={onClose}
    >
      <Field label="Name" error={error} required>
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
