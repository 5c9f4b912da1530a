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

/** The value of a list without an option. */
export const NONE = 'none';

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
  return [...shown, ...deletedCategories(categories, value)].map((category) => {
    const chosen = chosenOf(category.id);
    const options = optionsOf(category, chosen);
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
        onChange={(optionId) => onChange(withOption(value, category.id, optionId))}
      />
    );
  });
}

/** Returns the choice with another option of a category, or without any. */
export function withOption(value: ChosenTracking, categoryId: string, optionId: string): ChosenTracking {
  const others = value.filter((one) => one.categoryId !== categoryId);
  return optionId === NONE ? others : [...others, { categoryId, optionId }];
}

type Category = Tracking['categories'][number];

/** The active options, and the chosen one whatever became of it. */
export function optionsOf({ options }: Category, chosen: string | undefined): Category['options'] {
  const shown = options.filter(({ id, isArchived }) => !isArchived || id === chosen);
  const isListed = chosen === undefined || shown.some(({ id }) => id === chosen);
  return isListed ? shown : [...shown, { id: chosen, name: 'Deleted in Xero', isArchived: true }];
}

/** The categories of a choice that Xero doesn't list any more. */
const deletedCategories = (categories: readonly Category[], value: ChosenTracking): Category[] =>
  value
    .filter(({ categoryId }) => categories.every(({ id }) => id !== categoryId))
    .map(({ categoryId }) => ({ id: categoryId, name: 'Deleted category', isArchived: true, options: [] }));

/** `Division North block, Vehicle Truck 1`. */
export function trackingText(categories: Tracking['categories'], value: ChosenTracking): string {
  const texts = value.map(({ categoryId, optionId }) => {
    const category = categories.find(({ id }) => id === categoryId);
    const option = category?.options.find(({ id }) => id === optionId);
    if (!category || !option) return 'an option that was deleted in Xero';
    return `${category.name} ${option.name}${category.isArchived || option.isArchived ? ' (archived)' : ''}`;
  });
  return texts.length === 0 ? 'none' : texts.join(', ');
}

/** Whether there is something to choose, or to take away. */
export const hasTracking = ({ categories, tracking }: Tracking, own: ChosenTracking): boolean =>
  categories.some(({ isArchived }) => !isArchived) || tracking.length + own.length > 0;
