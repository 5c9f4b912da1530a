import type { Icon } from '@primer/octicons-react';

export interface MenuItem {
  readonly label: string;
  readonly icon?: Icon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The address that the item opens… */
  readonly href?: string;
  /** …in a new tab if it is another site. */
  readonly isExternal?: boolean;
  readonly run?: () => void;
}
