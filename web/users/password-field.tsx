import { EyeClosedIcon, EyeIcon } from '@primer/octicons-react';
import { useState, type Ref } from 'react';
import { passwordProblems } from '../../domain/password.ts';
import { Field } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { userTexts } from './texts.ts';

const RULE = 'At least 8 characters with lowercase, uppercase, a number and a special character.';

interface PasswordFieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly kind: 'current-password' | 'new-password';
  /** Shows the password rule, and what the password breaks of it once the user has left the field. */
  readonly showsRule?: boolean;
  /** The password that this one must repeat, checked once the user has left the field. */
  readonly repeats?: string;
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
  repeats,
  ref,
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const checks = isLeft && value !== '';
  const problem = checks && showsRule ? passwordProblems(value)[0] : undefined;
  const differs = checks && repeats !== undefined && value !== repeats;
  return (
    <Field
      label={label}
      error={error ?? problem ?? (differs ? userTexts.passwordsDiffer : undefined)}
      hint={showsRule && RULE}
    >
      {(control) => (
        <div className="password">
          <input
            {...control}
            ref={ref}
            className="input"
            type={isShown ? 'text' : 'password'}
            autoComplete={kind}
            value={value}
            onBlur={() => afterClick(() => setLeft(true))}
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

/** Runs when the pointer is up: a message that appeared under it would move the button that it presses. */
function afterClick(run: () => void): void {
  if (document.querySelector(':active') === null) run();
  else addEventListener('pointerup', () => setTimeout(run), { once: true });
}
