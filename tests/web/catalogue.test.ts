import { expect, test } from 'vitest';
import { nameTaken, newAccountProblems } from '../../domain/accounts/new-account.ts';
import { passwordProblems } from '../../domain/password.ts';
import { entityTexts } from '../../web/entities/texts.ts';
import { pages } from '../../web/pages.tsx';
import { planTexts } from '../../web/plans/texts.ts';
import { SOMETHING_WENT_WRONG } from '../../web/problem.ts';
import { tenantTexts } from '../../web/tenants/texts.ts';
import { userTexts } from '../../web/users/texts.ts';
import { xeroTexts } from '../../web/xero/texts.ts';

/** Every route of the specification with who may open it. */
const ROUTES: Readonly<Record<string, string>> = {
  '/': 'Guest',
  '/login': 'signed out',
  '/register': 'signed out',
  '/recover': 'signed out',
  '/verify': 'anyone',
  '/invite': 'anyone',
  '/event': 'user',
  '/entity/:entityId': 'Guest',
  '/entity/:entityId/authorise': 'Member',
  '/entity/:entityId/schedule': 'Member',
  '/entity/:entityId/:scheduleId': 'Guest',
  '/entity/:entityId/:scheduleId/edit': 'Member',
  '/entity/:entityId/:scheduleId/account_settings': 'Member',
  '/entity/:entityId/:scheduleId/create_xero_accounts': 'Member',
  '/entity/:entityId/:scheduleId/opening_balances_journal': 'Member',
  '/xero/signup': 'anyone',
  '/xero/authorise': 'anyone',
  '/organisations': 'user',
  '/organisations/users': 'Admin',
  '/organisations/migrate': 'Admin',
  '/settings/account_details': 'user',
  '/settings/change_password': 'user',
  '/settings/billing_subscription': 'Owner',
  '/settings/manage_subscription/change_plan': 'Owner',
};

test('the site has every route of the specification, and no other', () => {
  expect(Object.fromEntries(pages.map(({ path, access }) => [path, access]))).toEqual(ROUTES);
});

test('a fixed path comes before the one with a parameter in its place', () => {
  const paths = pages.map(({ path }) => path);
  expect(paths.indexOf('/entity/:entityId/schedule')).toBeLessThan(
    paths.indexOf('/entity/:entityId/:scheduleId'),
  );
  expect(paths.indexOf('/entity/:entityId/authorise')).toBeLessThan(
    paths.indexOf('/entity/:entityId/:scheduleId'),
  );
});

/** What the pages say, with names in the places of names. */
const said: ReadonlySet<string> = new Set([
  SOMETHING_WENT_WRONG,
  ...[entityTexts, planTexts, tenantTexts, userTexts, xeroTexts].flatMap((texts) =>
    Object.values(texts).filter((text) => typeof text === 'string'),
  ),
  tenantTexts.invited('{email}'),
  nameTaken('{x}'),
  newAccountProblems({ code: '{value}', name: 'other' }, [{ code: '{value}', name: '' }]).code ?? '',
  ...passwordProblems(''),
]);

test.each([
  'Something went wrong. Please try again later.',
  'You have been logged out due to your session expiring. Please log in again to continue.',
  'Something went wrong fetching entities. Please try again later.',
  'Please provide a first name',
  'Please provide a last name',
  'Please provide a valid email',
  'Password must be longer than 7 characters.',
  'Passwords do not match',
  '"{value}" is not available',
  'The Name "{x}" already exists. Please provide another one.',
  'Please include an account to create.',
  'Please provide details for all the included accounts.',
  'Please fix any errors before creating new accounts.',
  'You have exceeded your limit for connected schedules.',
  'Please upgrade your plan to integrate schedules to Xero.',
  'The schedule could not be synced with Xero. The lock dates in Xero have changed.',
  'Payment date not after lock date. Check the organisation lock dates in Xero.',
  'You must connect this entity to Xero before you can sync schedule items.',
  'Please complete the Xero integration before syncing payments.',
  'Cannot create accounts for an archived schedule.',
  'Cannot access opening balances journal for an archived schedule.',
  'Something went wrong! We were unable to load the schedule information. Please try again later.',
  'Something went wrong submitting the opening balance journal. Please try again later.',
  "Something went wrong retrieving the journal's Xero URL. Please try again later.",
  'Something went wrong getting tax type rate.',
  'Invitation invalid. Please try again later.',
  'Something went wrong sending the invite. Please try again later.',
  'Something went wrong resending the invite. Please try again later.',
  'Something went wrong cancelling the invite. Please try again later.',
  'Something went wrong removing the user from this organisation. Please try again later.',
  'Something went wrong retrieving your organisations. Please try again later.',
  'Something went wrong loading the organisations. Please try again later.',
  'Something went wrong creating a tenant. Please try again later.',
  'Something went wrong editing the organisation. Please try again later.',
  'Something went wrong switching organisation. Please try again later.',
  'Something went wrong migrating the entities. Please try again later.',
  'There are no other organisations to migrate to. Please create a new one and try again.',
  'Something went wrong refreshing your payment plans. Please try refreshing the page.',
  'Something went wrong.',
  'Please wait...',
  'Invite successfully sent to {email}',
  'All new accounts have been successfully created.',
  'Opening balances journal was successfully submitted.',
  'Your subscription was successfully updated.',
])('the pages can say: %s', (text) => {
  expect(said).toContain(text);
});

test.each([
  ['You have been logged out due to account inactivity', userTexts.sessionInactive],
  ["Oops! We couldn't log you in with that e-mail at this time", userTexts.loginFailed],
  ["Oops! Something went wrong. We couldn't register your account right now", userTexts.registerFailed],
  ['Thank you for registering', userTexts.registered],
  ['Bo Li has been removed from this organisation', tenantTexts.removed('Bo Li')],
])('the pages say what begins with: %s', (beginning, text) => {
  expect(text.startsWith(beginning)).toBe(true);
});
