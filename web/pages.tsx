/** The pages of the site: address, access and component of each. */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { type DefaultParams, matchRoute, Redirect, Route, useLocation, useRouter } from 'wouter';
import { paths } from './data/paths.ts';
import { EntityList } from './entities/entity-list.tsx';
import { homeTexts } from './shell/sent-home.tsx';
import { Guard } from './shell/guard.tsx';
import { useSession } from './data/session.ts';
import { beginSchedule } from './data/use-schedule.ts';
import { ConfirmDialog } from './ui/confirm.tsx';
import { CrashScreen } from './ui/crash-screen.tsx';
import { deferredPage } from './ui/deferred.tsx';
import { replacementOf } from './ui/deleted-pages.ts';
import { Menu } from './ui/menu-button.tsx';
import { Login } from './users/login.tsx';
import type { Access } from './shell/access.ts';

interface PageComponent {
  (props: object): ReactNode;
  /** Loads the code ahead of time; absent for a page of the main script. */
  readonly preload?: () => void;
}

export interface PageRow {
  readonly path: string;
  readonly access: Access;
  readonly Page: PageComponent;
  /** Begins the page's reads while its code loads. */
  readonly begin?: ((params: DefaultParams) => void) | undefined;
}

const page = (
  path: string,
  access: Access,
  load: () => Promise<ComponentType>,
  begin?: PageRow['begin'],
): PageRow => ({ path, access, Page: deferredPage(load), begin });

/** The first path that matches is shown. */
export const pages: readonly PageRow[] = [
  { path: paths.home, access: 'Guest', Page: EntityList },
  { path: paths.login, access: 'signed out', Page: Login },
  page(paths.register, 'signed out', async () => (await import('./users/register.tsx')).Register),
  page(paths.recover, 'signed out', async () => (await import('./users/recover.tsx')).Recover),
  page(paths.restore, 'anyone', async () => (await import('./users/restore.tsx')).Restore),
  page(paths.lostFactors, 'anyone', async () => (await import('./users/lost-factors.tsx')).LostFactors),
  page(paths.notMe, 'anyone', async () => (await import('./users/not-me.tsx')).NotMe),
  page(paths.verify, 'anyone', async () => (await import('./users/verify.tsx')).Verify),
  page(
    paths.confirmAddress,
    'anyone',
    async () => (await import('./users/confirm-address.tsx')).ConfirmAddress,
  ),
  page(
    paths.releaseAddress,
    'anyone',
    async () => (await import('./users/release-address.tsx')).ReleaseAddress,
  ),
  page(paths.invite, 'anyone', async () => (await import('./users/invite.tsx')).Invite),
  page(paths.event, 'user', async () => (await import('./plans/event.tsx')).Event),
  page(paths.import, 'Member', async () => (await import('./imports/import-page.tsx')).ImportPage),
  page(paths.entity, 'Guest', async () => (await import('./entities/entity-page.tsx')).EntityPage),
  page(paths.authorise, 'Member', async () => (await import('./xero/authorise.tsx')).Authorise),
  page(paths.check, 'Guest', async () => (await import('./ledger/check-page.tsx')).CheckPage),
  page(paths.tracking, 'Member', async () => (await import('./xero/tracking-page.tsx')).TrackingPage),
  page(paths.newSchedule, 'Member', async () => (await import('./schedules/new-schedule.tsx')).NewSchedule),
  page(paths.setUp, 'Member', async () => (await import('./setup/set-up-page.tsx')).SetUpPage),
  page(paths.spreads, 'Guest', async () => (await import('./registers/spreads-page.tsx')).SpreadsPage),
  page(paths.registers, 'Guest', async () => (await import('./registers/spreads-page.tsx')).RegistersPage),
  page(
    paths.importSpreads,
    'Member',
    async () => (await import('./registers/import-spreads.tsx')).ImportSpreads,
  ),
  page(paths.newSpread, 'Member', async () => (await import('./registers/new-register.tsx')).NewSpreadPage),
  page(
    paths.newDivision7a,
    'Member',
    async () => (await import('./registers/new-register.tsx')).NewDivision7aPage,
  ),
  page(
    paths.editRegister,
    'Member',
    async () => (await import('./registers/edit-register.tsx')).EditRegister,
  ),
  page(
    paths.registerChange,
    'Member',
    async () => (await import('./registers/change-page.tsx')).RegisterChangePage,
  ),
  page(paths.registerPage, 'Guest', async () => (await import('./registers/register-page.tsx')).RegisterPage),
  page(
    paths.schedule,
    'Guest',
    async () => (await import('./schedules/schedule-page.tsx')).SchedulePage,
    beginSchedule,
  ),
  page(
    paths.editSchedule,
    'Member',
    async () => (await import('./schedules/edit-schedule.tsx')).EditSchedule,
  ),
  page(
    paths.accountSettings,
    'Member',
    async () => (await import('./setup/account-settings.tsx')).AccountSettings,
  ),
  page(
    paths.createAccounts,
    'Member',
    async () => (await import('./setup/create-accounts.tsx')).CreateAccounts,
  ),
  page(
    paths.openingJournal,
    'Member',
    async () => (await import('./setup/opening-journal.tsx')).OpeningJournal,
  ),
  page(paths.purchase, 'Member', async () => (await import('./purchase/purchase-page.tsx')).PurchasePage),
  page(paths.recordChange, 'Member', async () => (await import('./events/record-change.tsx')).RecordChange),
  page(paths.changeForm, 'Member', async () => (await import('./events/change-page.tsx')).ChangePage),
  page(paths.history, 'Guest', async () => (await import('./schedules/history-page.tsx')).HistoryPage),
  page(paths.xeroSignup, 'anyone', async () => (await import('./xero/signup.tsx')).XeroSignup),
  page(paths.xeroLaunch, 'Guest', async () => (await import('./xero/launch.tsx')).XeroLaunch),
  page(paths.linkSeveral, 'Member', async () => (await import('./xero/link-several.tsx')).LinkSeveral),
  page(paths.xeroCallback, 'anyone', async () => (await import('./xero/callback.tsx')).XeroCallback),
  page(paths.attention, 'Guest', async () => (await import('./reports/attention-page.tsx')).AttentionPage),
  page(
    paths.division7a,
    'Guest',
    async () => (await import('./registers/division-7a-page.tsx')).Division7aPage,
  ),
  page(paths.ledgerChecks, 'Guest', async () => (await import('./ledger/check-all-page.tsx')).CheckAllPage),
  page(paths.reports, 'Guest', async () => (await import('./reports/reports-page.tsx')).ReportsPage),
  page(paths.forecast, 'Guest', async () => (await import('./reports/forecast-page.tsx')).ForecastPage),
  page(paths.organisations, 'user', async () => (await import('./tenants/organisations.tsx')).Organisations),
  page(paths.users, 'Admin', async () => (await import('./tenants/tenant-users.tsx')).TenantUsers),
  page(paths.audit, 'Admin', async () => (await import('./tenants/audit-log.tsx')).AuditLog),
  page(paths.migrate, 'Admin', async () => (await import('./tenants/migrate-entities.tsx')).MigrateEntities),
  page(
    paths.accountDetails,
    'user',
    async () => (await import('./users/account-details.tsx')).AccountDetails,
  ),
  page(
    paths.changePassword,
    'user',
    async () => (await import('./users/change-password.tsx')).ChangePassword,
  ),
  page(paths.security, 'user', async () => (await import('./users/security.tsx')).Security),
  page(
    paths.calendar,
    'Guest',
    async () => (await import('./reports/calendar-settings.tsx')).CalendarSettings,
  ),
  page(paths.billing, 'Owner', async () => (await import('./plans/billing.tsx')).Billing),
  page(paths.changePlan, 'Owner', async () => (await import('./plans/change-plan.tsx')).ChangePlan),
];

/** The pages that most users open next; preloaded once the first page has loaded. */
const NEXT_PAGES = new Set<string>([paths.entity, paths.schedule, paths.newSchedule]);
const HEAD_START_MS = 1500;

/** The page of the current address; an unknown address redirects to the home page. */
export function CurrentPage() {
  const { parser } = useRouter();
  const [path] = useLocation();
  const isSignedIn = useSession() !== null;
  const row = pages.find((candidate) => matchRoute(parser, candidate.path, path)[0]);
  // Begins with the render, so the code loads beside the read of the user, which decides whether the page is shown.
  row?.Page.preload?.();
  // Only for the first page of a visit: the code of later pages is usually loaded.
  useState(() => {
    if (isSignedIn && row) row.begin?.(matchRoute(parser, row.path, path)[1] ?? {});
  });
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const timer = setTimeout(preloadNextPages, HEAD_START_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  const replacement = replacementOf(path);
  if (replacement !== null) return <Redirect to={replacement} replace />;
  if (!row) return <Redirect to={paths.home} replace state={{ sentHome: homeTexts.unknown }} />;
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

/** Also loads the confirmation dialog and menus, which must work offline. */
function preloadNextPages(): void {
  for (const { path, Page } of pages) if (NEXT_PAGES.has(path)) Page.preload?.();
  ConfirmDialog.preload();
  Menu.preload();
}
