import { useState } from 'react';
import { call, refresh, store } from '../api.ts';
import { messageOf } from '../problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
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
      <TextField
        label="Name"
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
