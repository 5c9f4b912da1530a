import { useLocation } from 'wouter';
import { change } from '../data/change.ts';
import { paths, pathTo } from '../data/paths.ts';
import { useClosedByBack } from '../ui/closed-by-back.ts';
import { TextDialog } from '../ui/text-dialog.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { entityTexts } from '../data/entity-texts.ts';

/** Asks for a name, creates the entity and opens it. */
export function CreateEntityDialog({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const leave = useLeave();
  useClosedByBack(onClose);
  const create = async (name: string): Promise<void> => {
    const entity = await change('POST /v1/entities', { body: { name } });
    toast.success(entityTexts.created(entity.name));
    leave(() => navigate(pathTo(paths.entity, { entityId: entity.id })));
  };
  return (
    <TextDialog
      title="Create new entity"
      label="Name"
      hint="Your name for this business."
      submit="Create entity"
      failure={entityTexts.create}
      onSave={create}
      onClose={onClose}
    />
  );
}
