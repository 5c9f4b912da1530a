import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { NameDialog } from '../ui/name-dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import type { Entity } from '../data/answers.ts';
import { entityTexts } from '../data/entity-texts.ts';

interface RenameEntityDialogProps {
  readonly entity: Entity;
  readonly onClose: () => void;
}

export function RenameEntityDialog({ entity, onClose }: RenameEntityDialogProps) {
  const params = { entityId: entity.id };
  const rename = async (name: string): Promise<void> => {
    const renamed = await change('PATCH /v1/entities/{entityId}', { params, body: { name } });
    await store('GET /v1/entities/{entityId}', { params }, renamed);
    toast.success(entityTexts.renamed(renamed.name));
  };
  return (
    <NameDialog
      title="Edit entity"
      label="Name"
      submit="Save"
      name={entity.name}
      failure={entityTexts.update}
      onSave={rename}
      onClose={onClose}
    />
  );
}
