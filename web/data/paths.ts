/** The address of every page, as a pattern with its parameters. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  recover: '/recover',
  restore: '/restore',
  lostFactors: '/lost-factors/:keep?',
  notMe: '/not-me',
  verify: '/verify',
  confirmAddress: '/confirm-address',
  releaseAddress: '/release-address',
  invite: '/invite',
  event: '/event',
  import: '/import',
  entity: '/entity/:entityId',
  authorise: '/entity/:entityId/authorise',
  check: '/entity/:entityId/check',
  tracking: '/entity/:entityId/tracking',
  newSchedule: '/entity/:entityId/schedule',
  setUp: '/entity/:entityId/set_up',
  spreads: '/entity/:entityId/spreads',
  newSpread: '/entity/:entityId/spreads/new',
  importSpreads: '/entity/:entityId/spreads/import',
  newDivision7a: '/entity/:entityId/division_7a/new',
  registers: '/entity/:entityId/registers',
  registerPage: '/entity/:entityId/registers/:registerId',
  editRegister: '/entity/:entityId/registers/:registerId/edit',
  registerChange: '/entity/:entityId/registers/:registerId/change',
  schedule: '/entity/:entityId/:scheduleId',
  editSchedule: '/entity/:entityId/:scheduleId/edit',
  accountSettings: '/entity/:entityId/:scheduleId/account_settings',
  createAccounts: '/entity/:entityId/:scheduleId/create_xero_accounts',
  openingJournal: '/entity/:entityId/:scheduleId/opening_balances_journal',
  purchase: '/entity/:entityId/:scheduleId/purchase',
  recordChange: '/entity/:entityId/:scheduleId/change',
  changeForm: '/entity/:entityId/:scheduleId/change/:kind',
  history: '/entity/:entityId/:scheduleId/history',
  xeroSignup: '/xero/signup',
  xeroLaunch: '/xero/launch',
  linkSeveral: '/xero/link',
  xeroCallback: '/xero/authorise',
  attention: '/attention',
  division7a: '/division_7a',
  ledgerChecks: '/ledgerchecks/:checkId?',
  reports: '/reports',
  forecast: '/reports/forecast',
  organisations: '/organisations',
  users: '/organisations/users',
  migrate: '/organisations/migrate',
  audit: '/organisations/audit',
  accountDetails: '/settings/account_details',
  changePassword: '/settings/change_password',
  security: '/settings/security',
  calendar: '/settings/calendar',
  billing: '/settings/billing_subscription',
  changePlan: '/settings/manage_subscription/change_plan',
} as const;

type ParamNames<Pattern extends string> = Pattern extends `${infer Head}/${infer Rest}`
  ? ParamNames<Head> | ParamNames<Rest>
  : Pattern extends `:${infer Name}`
    ? Name
    : never;

/** The address that shows the plans also to users of a paid one. */
export const plansPath = `${paths.billing}?plans=1`;

/** The address that sets loans of an entity up in Xero. */
export const setUpPath = (entityId: string, scheduleIds: readonly string[]): string =>
  `${pathTo(paths.setUp, { entityId })}?schedules=${scheduleIds.join(',')}`;

/** The address of a ledger check of all entities. */
export const checkRunPath = (checkId: string): string => paths.ledgerChecks.replace(':checkId?', checkId);

/** The address that creates a copy of a schedule. */
export const copyPath = (schedule: { readonly entityId: string; readonly scheduleId: string }): string =>
  `${pathTo(paths.newSchedule, { entityId: schedule.entityId })}?copy=${schedule.scheduleId}`;

/** The address that records the payout of a loan which a dealer settled from an account. */
export const payoutPath = (
  schedule: { readonly entityId: string; readonly scheduleId: string },
  paid: { readonly figure: string; readonly settledFrom: string },
): string =>
  `${pathTo(paths.changeForm, { ...schedule, kind: 'payout' })}?${new URLSearchParams({
    figure: paid.figure,
    settled_from: paid.settledFrom,
  }).toString()}`;

/** Fills the parameters of a page's address. */
export function pathTo<Pattern extends string>(
  pattern: Pattern,
  params: Readonly<Record<ParamNames<Pattern>, string>>,
): string {
  const values: Readonly<Record<string, string>> = params;
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}
