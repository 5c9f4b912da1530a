import { RadioField } from '../ui/radio-field.tsx';
import {
  type ChosenTracking,
  hasTracking,
  type Tracking,
  TrackingSelects,
  trackingText,
} from '../xero/tracking-selects.tsx';

interface OwnTrackingProps {
  readonly tracking: Tracking | undefined;
  /** Null follows the entity's. */
  readonly value: ChosenTracking | null;
  readonly isDisabled?: boolean;
  readonly error?: string | undefined;
  readonly onChange: (value: ChosenTracking | null) => void;
}

/** A loan's tracking: as the entity's, or a choice of its own. Nothing where the organisation has no categories. */
export function OwnTracking({ tracking, value, isDisabled = false, error, onChange }: OwnTrackingProps) {
  if (!tracking || !hasTracking(tracking, value ?? [])) return null;
  const { categories } = tracking;
  return (
    <>
      <RadioField
        label="Tracking"
        choices={[
          {
            value: 'entity',
            label: `As the entity: ${trackingText(categories, tracking.tracking)}`,
            disabled: isDisabled,
          },
          { value: 'own', label: 'Own choice', disabled: isDisabled },
        ]}
        value={value === null ? 'entity' : 'own'}
        error={error}
        onChange={(choice) => onChange(choice === 'entity' ? null : [])}
      />
      {value !== null && (
        <TrackingSelects categories={categories} value={value} isDisabled={isDisabled} onChange={onChange} />
      )}
    </>
  );
}
