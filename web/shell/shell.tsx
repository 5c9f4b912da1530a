/** The frame of every page after sign-in: menu, toolbar and background listeners. */
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { isReachable, useApi } from '../api.ts';
import { useNewMessages } from '../messages/new-messages.ts';
import { showTheme } from '../theme/theme.ts';
import { useUser } from '../users/account.ts';
import { INVITED, JOINED } from '../users/invite-keys.ts';
import { LeftMenu } from './left-menu.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Toolbar } from './toolbar.tsx';
import './shell.css';
import { deferred } from '../ui/deferred.tsx';
import { deleteOtherUsersDrafts } from '../ui/drafts.ts';

const MENU_STATE = 'paydown.menu';

const CreateEntity = deferred(
  async () => (await import('../entities/create-entity-dialog.tsx')).CreateEntityDialog,
);

const FactorNotice = deferred(async () => (await import('./factor-notice.tsx')).FactorNotice);

export function Shell({ children }: { readonly children: ReactNode }) {
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(MENU_STATE) === 'collapsed');
  const [isCreating, setCreating] = useState(false);
  const { data: user } = useUser();
  const [path] = useLocation();
  /** The path on which the drawer was opened; another path closes it. */
  const [drawerPath, setDrawerPath] = useState<string | null>(null);
  const isDrawerOpen = drawerPath === path;
  const isOnline = isReachable.use();
  useThemeOfUser();
  useStoredInvite();
  useNewMessages();
  useEffect(deleteOtherUsersDrafts, []);
  const collapse = (collapsed: boolean): void => {
    setCollapsed(collapsed);
    localStorage.setItem(MENU_STATE, collapsed ? 'collapsed' : 'open');
  };
  return (
    <div
      className="shell"
      data-menu={isCollapsed ? 'collapsed' : 'open'}
      data-drawer={isDrawerOpen || undefined}
    >
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <LeftMenu
        isCollapsed={isCollapsed && !isDrawerOpen}
        onCollapse={collapse}
        onCreateEntity={() => {
          setDrawerPath(null);
          setCreating(true);
        }}
      />
      {isDrawerOpen && (
        <button
          type="button"
          className="drawer-backdrop"
          aria-label="Close menu"
          onClick={() => setDrawerPath(null)}
        />
      )}
      <div className="shell-main">
        <Toolbar onOpenMenu={() => setDrawerPath(path)} />
        {!isOnline && <OfflineNotice />}
        {user?.hasFactor === false && <FactorNotice />}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Shortcuts onCreateEntity={() => setCreating(true)} onToggleMenu={() => collapse(!isCollapsed)} />
      {isCreating && <CreateEntity onClose={() => setCreating(false)} />}
    </div>
  );
}

/** Settles a stored invitation. Few sessions begin with one, so its code loads only then. */
function useStoredInvite(): void {
  useEffect(() => {
    const isStored = [INVITED, JOINED].some((key) => sessionStorage.getItem(key) !== null);
    if (isStored) void import('../users/stored-invite.ts').then(({ settleInvite }) => settleInvite());
  }, []);
}

/** Applies the theme of the user's account, which follows the user to any browser. */
function useThemeOfUser(): void {
  const { data } = useApi('GET /v1/users/metadata', {});
  const theme = data?.portalTheme;
  useEffect(() => {
    if (theme) showTheme(theme);
  }, [theme]);
}
