import { TextField } from '../ui/text-field.tsx';

interface FactorNameProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
}

/** The name of a second factor that is being added. */
export function FactorName({ name, error, onChange }: FactorNameProps) {
  return (
    <TextField
      label="Name"
      hint="So that you recognise the device."
      error={error}
      maxLength={60}
      value={name}
      onChange={onChange}
    />
  );
}
