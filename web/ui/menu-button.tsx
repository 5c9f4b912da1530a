/** A button that opens a menu. The menu itself, 30 KB of it, comes when it is first reached for. */
import { KebabHorizontalIcon, type Icon } from '@primer/octicons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: Icon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Where it leads… */
  readonly href?: string;
  /** …in a new tab if that is another site. */
  readonly isExternal?: boolean;
  readonly run?: () => void;
}

const loadMenu = async () => ({ default: (await import('./menu.tsx')).Menu });
const Menu = lazy(loadMenu);

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly (MenuItem | false)[];
  readonly icon?: Icon;
  readonly size?: 'small' | 'medium';
}

export function MenuButton({ label, items, icon = KebabHorizontalIcon, size = 'medium' }: MenuButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const offered = items.filter((item) => item !== false);
  return (
    <>
      <IconButton
        ref={anchor}
        icon={icon}
        label={label}
        size={size}
        hint="left"
        aria-haspopup="true"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Suspense>
          <Menu items={offered} anchor={anchor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
