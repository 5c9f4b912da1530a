import type { Icon } from '@primer/octicons-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import './icon-button.css';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: Icon;
  /** The accessible name, shown as a hint on hover and focus. */
  readonly label: string;
  readonly size?: 'small' | 'medium';
  readonly hint?: 'below' | 'left' | 'right' | 'none';
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button with only an icon. Its hint is CSS: Primer's tooltip costs 7 KB before the first paint. */
export function IconButton({
  icon: Picture,
  label,
  size = 'medium',
  hint = 'below',
  className = '',
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-hint={hint === 'none' ? undefined : label}
      className={`icon-button icon-button-${size} hint-${hint} ${className}`}
      {...rest}
    >
      <Picture size={16} />
      {children}
    </button>
  );
}
