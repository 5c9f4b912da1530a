import { EyeClosedIcon, EyeIcon } from '@primer/octicons-react';
import { useState, type Ref } from 'react';
import type { ControlProps } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const LONGEST_PASSWORD = 128;

interface PasswordInputProps {
  readonly control: ControlProps;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly kind: 'current-password' | 'new-password';
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password field whose text can be shown. */
export function PasswordInput({ control, value, onChange, kind, ref }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="password">
      <input
        {...control}
        ref={ref}
        className="input"
        type={isShown ? 'text' : 'password'}
        autoComplete={kind}
        maxLength={LONGEST_PASSWORD}
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
  );
}
