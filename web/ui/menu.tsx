import { ActionList, ActionMenu } from '@primer/react';
import type { RefObject } from 'react';
import { useLocation } from 'wouter';
import type { MenuItem } from './menu-item.ts';

interface MenuProps {
  readonly items: readonly MenuItem[];
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

export function Menu({ items, anchor, onClose }: MenuProps) {
  const [, navigate] = useLocation();
  const choose = ({ href, isExternal, run }: MenuItem): void => {
    onClose();
    if (href !== undefined && isExternal) window.open(href, '_blank', 'noopener');
    else if (href !== undefined) navigate(href);
    else run?.();
  };
  return (
    <ActionMenu open anchorRef={anchor} onOpenChange={(open) => !open && onClose()}>
      <ActionMenu.Overlay align="end" displayInViewport>
        <ActionList>
          {items.map((item) => (
            <ActionList.Item
              key={item.label}
              variant={item.danger ? 'danger' : 'default'}
              disabled={item.disabled ?? false}
              onSelect={() => choose(item)}
            >
              {item.icon && (
                <ActionList.LeadingVisual>
                  <item.icon />
                </ActionList.LeadingVisual>
              )}
              {item.label}
            </ActionList.Item>
          ))}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}
