import type { ReactNode } from 'react';
import { Switch } from './switch.tsx';

interface FlagProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch with a label and a hint. */
export function Flag({ label, hint, checked, disabled, onChange }: FlagProps) {
  return (
    <label className="switch-row">
      <Switch checked={checked} disabled={disabled} onChange={onChange} />
      <span>
        {label}
        {hint && <span className="field-hint switch-hint">{hint}</span>}
      </span>
    </label>
  );
}
