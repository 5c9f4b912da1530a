/** The frame of every page after sign-in: menu, toolbar and background listeners. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isReachable, waitingCalls } from '../data/api.ts';
import { useNewMessages } from '../messages/new-messages.ts';
import { showTheme } from '../theme/theme.ts';
import { usePostingsElsewhere } from '../posting/postings.ts';
import { useStoredPreferences, useUser } from '../data/account.ts';
import { settleInvite } from '../users/stored-invite.ts';
import { FactorNotice } from './factor-notice.tsx';
import { LeftMenu } from './left-menu.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { SentHome } from './sent-home.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Toolbar } from './toolbar.tsx';
import { useCollapsedMenu, useDrawer } from './use-menu.ts';
import { useStartPage } from '../reports/start-page.ts';
import { Notice } from '../ui/notice.tsx';
import './shell.css';
import { deferred } from '../ui/deferred.tsx';
import { deleteOtherUsersDrafts } from '../ui/drafts.ts';

const CreateEntity = deferred(
  async () => (await import('../entities/create-entity-dialog.tsx')).CreateEntityDialog,
);

const RunningPostings = deferred(
  async () => (await import('../posting/running-postings.tsx')).RunningPostings,
);

const SESSION_WAITS = 'That was a lot at once. Paydown goes on by itself within a minute.';

export function Shell({ children }: { readonly children: ReactNode }) {
  const { isCollapsed, collapse } = useCollapsedMenu();
  const menu = useRef<HTMLElement>(null);
  const { data: user, isLoading } = useUser();
  const drawer = useDrawer(menu, !isLoading);
  const [isCreating, setCreating] = useState(false);
  const isOnline = isReachable.use();
  const isPosting = usePostingsElsewhere().length > 0;
  const isHeld = waitingCalls.use() > 0;
  useThemeOfUser();
  useStartPage();
  useNewMessages();
  useEffect(settleInvite, []);
  useEffect(deleteOtherUsersDrafts, []);
  return (
    <div
      className="shell"
      data-menu={isCollapsed ? 'collapsed' : 'open'}
      data-drawer={drawer.isOpen || undefined}
    >
      <a className="skip-link" href="#content" inert={drawer.isOpen}>
        Skip to content
      </a>
      <LeftMenu
        ref={menu}
        isCollapsed={isCollapsed && !drawer.isOpen}
        onCollapse={collapse}
        onCreateEntity={() => {
          drawer.close();
          setCreating(true);
        }}
      />
      {drawer.isOpen && (
        <button type="button" className="drawer-backdrop" aria-label="Close menu" onClick={drawer.close} />
      )}
      <div className="shell-main" inert={drawer.isOpen}>
        <Toolbar onOpenMenu={drawer.open} />
        {!isOnline && <OfflineNotice />}
        {isHeld && (
          <div className="offline-notice">
            <Notice tone="info">{SESSION_WAITS}</Notice>
          </div>
        )}
        {isPosting && <RunningPostings />}
        <SentHome />
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

/** Applies the theme of the user's account, which follows the user to any browser. */
function useThemeOfUser(): void {
  const { data } = useStoredPreferences();
  const theme = data?.portalTheme;
  useEffect(() => {
    if (theme) showTheme(theme);
  }, [theme]);
}
