import type { InputHTMLAttributes } from 'react';
import './switch.css';

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type' | 'role'> {
  readonly checked: boolean;
  /** `isRange` after a click with the Shift key. */
  readonly onChange: (checked: boolean, isRange: boolean) => void;
}

/** A native checkbox with the role and look of a switch, cheap enough for thousands in a table. */
export function Switch({ checked, onChange, className = '', ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className={`switch ${className}`}
      checked={checked}
      onChange={({ currentTarget, nativeEvent }) =>
        onChange(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}
