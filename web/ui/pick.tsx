import type { ReactNode } from 'react';

interface PickProps {
  /** Names the checkbox. */
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  /** Null or undefined where nothing can be picked: there is no checkbox then. */
  readonly onToggle: (() => void) | null | undefined;
  readonly children: ReactNode;
}

/** The content of a row's first cell, or of its heading, beside a checkbox. */
export function Pick({ label, checked, disabled = false, onToggle, children }: PickProps) {
  if (!onToggle) return children;
  return (
    <span className="pick">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={() => onToggle()}
      />
      {children}
    </span>
  );
}
