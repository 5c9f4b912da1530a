/** The choice of tracking options: one list for each category. */
import type { Answer } from '../data/api.ts';
import { useApi } from '../data/api.ts';
import { SelectField } from '../ui/select-field.tsx';

export type Tracking = Answer<'GET /v1/entities/{entityId}/tracking'>;
export type ChosenTracking = Tracking['tracking'];

/** Reads the categories of an entity's organisation; undefined until loaded, and without a link. */
export const useTracking = (entityId: string, isLinked: boolean) =>
  useApi('GET /v1/entities/{entityId}/tracking', isLinked ? { params: { entityId } } : null);

interface TrackingSelectsProps {
  readonly categories: Tracking['categories'];
  readonly value: ChosenTracking;
  readonly isDisabled?: boolean;
  readonly error?: string | undefined;
  readonly onChange: (value: ChosenTracking) => void;
}

const NONE = 'none';

/** Archived options are listed only where one is chosen, until it is replaced. */
export function TrackingSelects({
  categories,
  value,
  isDisabled = false,
  error,
  onChange,
}: TrackingSelectsProps) {
  const chosenOf = (categoryId: string): string | undefined =>
    value.find((one) => one.categoryId === categoryId)?.optionId;
  const shown = categories.filter(({ id, isArchived }) => !isArchived || chosenOf(id) !== undefined);
  return shown.map((category) => {
    const chosen = chosenOf(category.id);
    const options = category.options.filter(({ id, isArchived }) => !isArchived || id === chosen);
    return (
      <SelectField
        key={category.id}
        label={category.isArchived ? `${category.name} (archived)` : category.name}
        error={error}
        disabled={isDisabled}
        choices={[
          { value: NONE, label: 'None' },
          ...options.map(({ id, name, isArchived }) => ({
            value: id,
            label: isArchived ? `${name} (archived)` : name,
          })),
        ]}
        value={chosen ?? NONE}
        onChange={(optionId) => {
          const others = value.filter(({ categoryId }) => categoryId !== category.id);
          onChange(optionId === NONE ? others : [...others, { categoryId: category.id, optionId }]);
        }}
      />
    );
  });
}

/** `Division North block, Vehicle Truck 1`. */
export function trackingText(categories: Tracking['categories'], value: ChosenTracking): string {
  const texts = value.map(({ categoryId, optionId }) => {
    const category = categories.find(({ id }) => id === categoryId);
    return `${category?.name ?? ''} ${category?.options.find(({ id }) => id === optionId)?.name ?? ''}`.trim();
  });
  return texts.length === 0 ? 'none' : texts.join(', ');
}
