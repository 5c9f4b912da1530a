import { EyeClosedIcon, EyeIcon } from '@primer/octicons-react';
import { useState, type Ref } from 'react';
import { Field } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const RULE = 'At least 8 characters with lowercase, uppercase, a number and a special character.';

interface PasswordFieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly kind: 'current-password' | 'new-password';
  /** Shows the password rule. */
  readonly showsRule?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password field that can reveal its text. */
export function PasswordField({
  label,
  error,
  value,
  onChange,
  kind,
  showsRule = false,
  ref,
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={showsRule && RULE}>
      {(control) => (
        <div className="password">
          <input
            {...control}
            ref={ref}
            className="input"
            type={isShown ? 'text' : 'password'}
            autoComplete={kind}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <IconButton
            icon={isShown ? EyeClosedIcon : EyeIcon}
            label={isShown ? 'Hide password' : 'Show password'}
            size="small"
            hint="none"
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}
