import type { Choice } from '../ui/select-field.tsx';

interface ChooseProps {
  /** The accessible name: the field stands in a table. */
  readonly label: string;
  readonly choices: readonly Choice<string>[];
  /** Empty for none. */
  readonly value: string;
  readonly isDisabled: boolean;
  /** A choice of none that stays; without it, none can't be chosen again. */
  readonly none?: string;
  readonly onChange: (value: string) => void;
}

/** A choice in the cell of a table. */
export function Choose({ label, choices, value, isDisabled, none, onChange }: ChooseProps) {
  return (
    <select
      className="input"
      aria-label={label}
      disabled={isDisabled}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {(value === '' || none !== undefined) && <option value="">{none ?? 'Choose…'}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} disabled={choice.disabled}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
