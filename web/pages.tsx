/** Every address of the site: who may open it, and the page that it shows. */
import { useEffect, type ComponentType } from 'react';
import { matchRoute, Redirect, Route, useLocation, useRouter } from 'wouter';
import type { Role } from '../domain/roles.ts';
import { Guard, Shell } from './shell/guard.tsx';
import { useSession } from './session.ts';
import { ConfirmDialog } from './ui/confirm.tsx';
import { CrashScreen } from './ui/crash-screen.tsx';
import { deferredPage, type Deferred } from './ui/deferred.tsx';
import { Menu } from './ui/menu-button.tsx';

/** `user`: whoever is signed in, also without an organisation. A role: members of at least that role. */
export type Access = 'anyone' | 'signed out' | 'user' | Role;

export interface PageRow {
  readonly path: string;
  readonly access: Access;
  readonly Page: Deferred<object>;
}

const page = (path: string, access: Access, load: () => Promise<ComponentType>): PageRow => ({
  path,
  access,
  Page: deferredPage(load),
});

/** In order: the first path that fits is shown. */
export const pages: readonly PageRow[] = [
  page('/', 'Guest', async () => (await import('./entities/entity-list.tsx')).EntityList),
  page('/login', 'signed out', async () => (await import('./users/login.tsx')).Login),
  page('/register', 'signed out', async () => (await import('./users/register.tsx')).Register),
  page('/recover', 'signed out', async () => (await import('./users/recover.tsx')).Recover),
  page('/verify', 'anyone', async () => (await import('./users/verify.tsx')).Verify),
  page('/invite', 'anyone', async () => (await import('./users/invite.tsx')).Invite),
  page('/event', 'user', async () => (await import('./plans/event.tsx')).Event),
  page('/entity/:entityId', 'Guest', async () => (await import('./entities/entity-page.tsx')).EntityPage),
  page('/entity/:entityId/authorise', 'Member', async () => (await import('./xero/authorise.tsx')).Authorise),
  page(
    '/entity/:entityId/schedule',
    'Member',
    async () => (await import('./schedules/new-schedule.tsx')).NewSchedule,
  ),
  page(
    '/entity/:entityId/:scheduleId',
    'Guest',
    async () => (await import('./schedules/schedule-page.tsx')).SchedulePage,
  ),
  page(
    '/entity/:entityId/:scheduleId/edit',
    'Member',
    async () => (await import('./schedules/edit-schedule.tsx')).EditSchedule,
  ),
  page(
    '/entity/:entityId/:scheduleId/account_settings',
    'Member',
    async () => (await import('./xero/account-settings.tsx')).AccountSettings,
  ),
  page(
    '/entity/:entityId/:scheduleId/create_xero_accounts',
    'Member',
    async () => (await import('./xero/create-accounts.tsx')).CreateAccounts,
  ),
  page(
    '/entity/:entityId/:scheduleId/opening_balances_journal',
    'Member',
    async () => (await import('./xero/opening-journal.tsx')).OpeningJournal,
  ),
  page('/xero/signup', 'anyone', async () => (await import('./xero/signup.tsx')).XeroSignup),
  page('/xero/authorise', 'anyone', async () => (await import('./xero/callback.tsx')).XeroCallback),
  page('/reports', 'Guest', async () => (await import('./reports/reports-page.tsx')).ReportsPage),
  page('/reports/forecast', 'Guest', async () => (await import('./reports/forecast-page.tsx')).ForecastPage),
  page('/organisations', 'user', async () => (await import('./tenants/organisations.tsx')).Organisations),
  page('/organisations/users', 'Admin', async () => (await import('./tenants/tenant-users.tsx')).TenantUsers),
  page(
    '/organisations/migrate',
    'Admin',
    async () => (await import('./tenants/migrate-entities.tsx')).MigrateEntities,
  ),
  page(
    '/settings/account_details',
    'user',
    async () => (await import('./users/account-details.tsx')).AccountDetails,
  ),
  page(
    '/settings/change_password',
    'user',
    async () => (await import('./users/change-password.tsx')).ChangePassword,
  ),
  page(
    '/settings/calendar',
    'Guest',
    async () => (await import('./reports/calendar-settings.tsx')).CalendarSettings,
  ),
  page('/settings/billing_subscription', 'Owner', async () => (await import('./plans/billing.tsx')).Billing),
  page(
    '/settings/manage_subscription/change_plan',
    'Owner',
    async () => (await import('./plans/change-plan.tsx')).ChangePlan,
  ),
];

/** Where most people go next; fetched once the first page has had time to come. */
const NEXT_PAGES = new Set([
  '/',
  '/entity/:entityId',
  '/entity/:entityId/:scheduleId',
  '/entity/:entityId/schedule',
]);
const HEAD_START_MS = 1500;

/** The page of the present address; an unknown one leads home. */
export function CurrentPage() {
  const { parser } = useRouter();
  const [path] = useLocation();
  const isSignedIn = useSession() !== null;
  useEffect(() => {
    const timer = setTimeout(isSignedIn ? preloadNextPages : preloadHome, HEAD_START_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  const row = pages.find((candidate) => matchRoute(parser, candidate.path, path)[0]);
  if (!row) return <Redirect to="/" replace />;
  return (
    <Guard access={row.access}>
      <CrashScreen key={path}>
        <Route path={row.path}>
          <row.Page />
        </Route>
      </CrashScreen>
    </Guard>
  );
}

/** Comes while somebody types who they are. */
function preloadHome(): void {
  Shell.preload();
  pages.find(({ path }) => path === '/')?.Page.preload();
}

/** Also what must be there when the connection is not: the question before leaving, and menus. */
function preloadNextPages(): void {
  for (const row of pages) if (NEXT_PAGES.has(row.path)) row.Page.preload();
  ConfirmDialog.preload();
  Menu.preload();
}
