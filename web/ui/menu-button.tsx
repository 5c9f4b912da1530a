/** A button that opens a menu. The menu's code, 30 KB, loads when the user first reaches for it. */
import { KebabHorizontalIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { deferred } from './deferred.tsx';
import { IconButton } from './icon-button.tsx';
import type { MenuItem } from './menu-item.ts';

export const Menu = deferred(async () => (await import('./menu.tsx')).Menu);

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly (MenuItem | false)[];
  readonly size?: 'small' | 'medium';
}

export function MenuButton({ label, items, size = 'medium' }: MenuButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const offered = items.filter((item) => item !== false);
  return (
    <>
      <IconButton
        ref={anchor}
        icon={KebabHorizontalIcon}
        label={label}
        size={size}
        hint="left"
        aria-haspopup="true"
        aria-expanded={isOpen}
        onPointerEnter={Menu.preload}
        onFocus={Menu.preload}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <Menu items={offered} anchor={anchor} onClose={() => setOpen(false)} />}
    </>
  );
}
