import { useState } from 'react';
import { yearEndLabel } from '../../domain/years.ts';
import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { TextDialog } from '../ui/text-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toasts.tsx';
import type { Entity } from '../data/answers.ts';
import { entityTexts } from '../data/entity-texts.ts';

interface RenameEntityDialogProps {
  readonly entity: Entity;
  readonly onClose: () => void;
}

type YearEnd = Entity['financialYearEnd'];

/** The last days of the months; an entity may have another day. */
const MONTH_ENDS: readonly YearEnd[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map((day, index) => ({
  month: index + 1,
  day,
}));

const isSame = (one: YearEnd, other: YearEnd): boolean => yearEndLabel(one) === yearEndLabel(other);

export function RenameEntityDialog({ entity, onClose }: RenameEntityDialogProps) {
  const params = { entityId: entity.id };
  const [yearEnd, setYearEnd] = useState(entity.financialYearEnd);
  const isKnown = MONTH_ENDS.some((each) => isSame(each, entity.financialYearEnd));
  const choices = isKnown ? MONTH_ENDS : [entity.financialYearEnd, ...MONTH_ENDS];
  const isChanged = !isSame(yearEnd, entity.financialYearEnd);
  const save = async (name: string): Promise<void> => {
    const body = { name, ...(isChanged && { financialYearEnd: yearEnd }) };
    const changed = await change('PATCH /v1/entities/{entityId}', { params, body });
    await store('GET /v1/entities/{entityId}', { params }, changed);
    toast.success(entityTexts.renamed(changed.name));
  };
  return (
    <TextDialog
      title="Edit entity"
      label="Name"
      submit="Save"
      text={entity.name}
      failure={entityTexts.update}
      isChanged={isChanged}
      onSave={save}
      onClose={onClose}
    >
      <SelectField
        label="Financial year ends on"
        choices={choices.map((each) => ({ value: yearEndLabel(each), label: yearEndLabel(each) }))}
        value={yearEndLabel(yearEnd)}
        onChange={(label) => setYearEnd(choices.find((each) => yearEndLabel(each) === label) ?? yearEnd)}
      />
    </TextDialog>
  );
}
