/** The left menu: a drawer on phones, icons on tablets unless expanded, and as the user left it on wide screens. */
import { useEffect, useState, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { useMedia } from '../ui/use-media.ts';

const STORED = 'paydown.menu';

interface MenuState {
  readonly isCollapsed: boolean;
  readonly collapse: (collapsed: boolean) => void;
}

/** The collapsed state is remembered for wide screens; a tablet starts collapsed on every visit. */
export function useCollapsedMenu(): MenuState {
  const isTablet = useMedia('(768px <= width < 1012px)');
  const [isExpandedOnTablet, setExpandedOnTablet] = useState(false);
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(STORED) === 'collapsed');
  if (isTablet) {
    return { isCollapsed: !isExpandedOnTablet, collapse: (collapsed) => setExpandedOnTablet(!collapsed) };
  }
  return {
    isCollapsed,
    collapse: (collapsed) => {
      setCollapsed(collapsed);
      localStorage.setItem(STORED, collapsed ? 'collapsed' : 'open');
    },
  };
}

interface Drawer {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * The drawer takes the focus when it opens and gives it back when it closes. Escape, a navigation and a wider window
 * close it. The rest of the page must be inert while it is open.
 * @param isReady whether the menu has its entries.
 */
export function useDrawer(menu: RefObject<HTMLElement | null>, isReady: boolean): Drawer {
  const isPhone = useMedia('(width < 768px)');
  const [path] = useLocation();
  /** The path on which the drawer was opened; another path closes it. */
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const isOpen = isPhone && openedOn === path;
  useEffect(() => {
    if (!isOpen) return undefined;
    const before = document.activeElement;
    const drawer = menu.current;
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpenedOn(null);
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      // A dialog that the menu opened keeps the focus.
      const isLeft = document.activeElement === document.body || drawer?.contains(document.activeElement);
      if (isLeft && before instanceof HTMLElement) before.focus();
    };
  }, [isOpen, menu]);
  useEffect(() => {
    const drawer = menu.current;
    if (!isOpen || !isReady || drawer?.contains(document.activeElement)) return;
    drawer?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isOpen, isReady, menu]);
  return { isOpen, open: () => setOpenedOn(path), close: () => setOpenedOn(null) };
}
