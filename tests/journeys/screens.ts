/** Every screen and the main dialogs, with content, for checks that visit all of them. */
import type { Page } from '@playwright/test';
import type { Product } from '../support/local-product.ts';
import {
  addContract,
  addDivision7a,
  addSpread,
  type ConnectedContract,
  type Contract,
  newEntity,
  newReadyContract,
  postOpening,
  recordChange,
  syncPayments,
} from './contracts.ts';
import type { paths } from '../../web/data/paths.ts';
import { HELP_PAGES } from '../../web/help/contents.ts';
import { helpPath } from '../../web/help/help-path.ts';
import { checkLedger, choose, chooseItem, expect } from './fixtures.ts';
import { invite, newMember, newOrganisation, type Person } from './portal.ts';
import { actInXero } from './simulators.ts';

/** A page of the table of pages, or a document of the site that stands apart from them. */
export type ScreenPage = keyof typeof paths | 'document';

export interface Screen {
  readonly name: string;
  readonly page: ScreenPage;
  readonly path: string;
  /** The heading of the loaded screen. */
  readonly shows: string;
  /** Actions before the check. */
  readonly open?: (page: Page) => Promise<void>;
}

/** Screens of one page: by name, the actions that lead to each, or null for the page as it opens. */
const on = (
  page: ScreenPage,
  path: string,
  shows: string,
  screens: Readonly<Record<string, Screen['open'] | null>>,
): Screen[] =>
  Object.entries(screens).map(([name, open]) => ({ name, page, path, shows, ...(open && { open }) }));

/** Pages that are no screen of their own. */
export const WITHOUT_SCREEN = {
  verify: 'confirms the address and leads home',
  invite: 'keeps the invitation and leads to log-in, registration or home',
  event: 'reads the plan again and leads back',
  changePlan: 'leads to the checkout or to the plans',
  authorise: 'links what a consent left in this browser; xero-link.spec.ts looks at its dialog',
  linkSeveral: 'has the organisations that a consent left; xero-link.spec.ts looks at it',
  xeroSignup: 'leads to Xero',
  xeroLaunch: 'leads to the entity of a Xero organisation',
  xeroCallback: 'ends a consent and leads to its page',
} as const satisfies Partial<Record<keyof typeof paths, string>>;

/** Screens without a session. */
export const signedOutScreens: readonly Screen[] = [
  { name: 'log in', page: 'login', path: '/login', shows: 'Log in' },
  ...on('register', '/register', 'Create your account', {
    register: async (page) => {
      for (const label of ['First name', 'Last name', 'Email']) await page.getByLabel(label).fill('x');
      await page.getByLabel('Password', { exact: true }).fill('x');
      await page.getByRole('button', { name: 'Create account' }).click();
    },
  }),
  { name: 'recover', page: 'recover', path: '/recover', shows: 'Forgot your password?' },
  { name: 'new password', page: 'recover', path: '/recover?token=unknown', shows: 'Set a new password' },
  {
    name: 'lost factors',
    page: 'lostFactors',
    path: '/lost-factors?token=unknown',
    shows: 'Remove your second factors',
  },
  {
    name: 'kept factors',
    page: 'lostFactors',
    path: '/lost-factors/keep?token=unknown',
    shows: 'Keep your second factors',
  },
  { name: 'not me', page: 'notMe', path: '/not-me?token=unknown', shows: 'This wasn’t me' },
  {
    name: 'confirm address',
    page: 'confirmAddress',
    path: '/confirm-address?token=unknown',
    shows: 'Confirm your new email address',
  },
  {
    name: 'release address',
    page: 'releaseAddress',
    path: '/release-address?token=unknown',
    shows: 'Change your email address',
  },
  { name: 'restore', page: 'restore', path: '/restore?token=unknown', shows: 'Get your account back' },
  { name: 'help', page: 'document', path: '/help.html', shows: 'How Paydown works' },
  ...HELP_PAGES.map(({ slug, title }) => ({
    name: `help, ${slug}`,
    page: 'document' as const,
    path: helpPath(slug),
    shows: title,
  })),
  { name: 'terms', page: 'document', path: '/terms.html', shows: 'Terms' },
  { name: 'privacy', page: 'document', path: '/privacy.html', shows: 'Privacy policy' },
];

/** Screens of a new user without data. */
export const newUserScreens: readonly Screen[] = [
  ...on('home', '/', 'There are no entities yet', {
    'no entities': null,
    'creating an entity': async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Create new entity' }).click();
      await page.getByRole('dialog').waitFor();
    },
  }),
];

/** A user with one thing of every kind. */
export interface World {
  readonly contract: Contract;
  readonly emptyEntityId: string;
  readonly archived: Contract;
  /** A contract that isn't connected to Xero. */
  readonly plain: Contract;
  /** A spread with a posted entry and a change. */
  readonly spread: { readonly path: string };
  /** A Division 7A loan with a dividend. */
  readonly loan: { readonly path: string };
}

/** Few payments, since the check visits every cell. */
const SHORT = { loanAmount: 5_500, schedulePaymentPlans: [{ number: 1, qty: 6, amount: 1_000 }] };

export async function furnish(product: Product, owner: Person): Promise<World> {
  const world = await furnishUnchanged(product, owner);
  const { xeroName } = world.contract;
  await actInXero(product, xeroName, 2, 'edit', { amount: 990 });
  await actInXero(product, xeroName, 'E1', 'delete');
  return world;
}

/** Like `furnish`, with every document in Xero as it was posted. */
export async function furnishUnchanged(
  product: Product,
  owner: Person,
): Promise<World & { readonly contract: ConnectedContract }> {
  const contract = await newReadyContract(product, owner, { ...SHORT, administrationFee: 5 });
  const { entityId } = contract;
  const [archived, plain, emptyEntityId] = await Promise.all([
    addContract(owner, entityId, { ...SHORT, description: 'Old truck' }),
    addContract(owner, entityId, { ...SHORT, description: 'Forklift' }),
    newEntity(owner, 'Coastline Transport'),
    newOrganisation(product, owner, 'Second Office'),
    newMember(product, owner, 'Member'),
    invite(product, owner, `open-${entityId}@example.com`, 'Guest'),
  ]);
  await owner.call('POST /v1/entities/{entityId}/schedules/{scheduleId}/archive', {
    params: { entityId, scheduleId: archived.scheduleId },
    body: { archive: true },
  });
  await postOpening(owner, contract, '2025-01-20');
  await syncPayments(owner, contract, [1, 2]);
  await recordChange(owner, contract, {
    kind: 'extra-repayment',
    date: '2025-03-20',
    amount: 500,
    keep: 'payment',
  });
  const spread = await addSpread(owner, entityId, { name: 'Farm insurance' });
  const params = { entityId, registerId: spread.registerId };
  await owner.call('POST /v1/entities/{entityId}/registers/{registerId}/sync', {
    params,
    body: { numbers: [1] },
  });
  const { revision } = await owner.call('GET /v1/entities/{entityId}/registers/{registerId}', { params });
  await owner.call('POST /v1/entities/{entityId}/registers/{registerId}/changes', {
    params,
    body: { kind: 'amount', from: '2025-06-01', total: 1100, revision },
  });
  const loan = await addDivision7a(owner, entityId);
  return { contract, emptyEntityId, archived, plain, spread, loan };
}

/** Screens about entities, and about the forms of schedules. */
export function entityScreens({ contract, emptyEntityId, archived, plain }: World): readonly Screen[] {
  const { entityId, path } = contract;
  const entity = `/entity/${entityId}`;
  return [
    { name: 'all entities', page: 'home', path: '/', shows: 'All entities' },
    { name: 'year end', page: 'reports', path: '/reports?date=2025-06-30', shows: 'Year end' },
    {
      name: 'year end, the split',
      page: 'reports',
      path: '/reports?date=2025-06-30&view=split',
      shows: 'Year end',
    },
    {
      name: 'adjusting journal',
      page: 'reports',
      path: `/reports?date=2025-06-30&view=journal`,
      shows: 'Year end',
    },
    ...on('attention', '/attention', 'Attention', {
      attention: null,
      'snoozing an attention item': async (page) => {
        await page.getByRole('button', { name: 'Snooze' }).first().click();
        await page.getByRole('dialog').waitFor();
      },
    }),
    { name: 'work list', page: 'home', path: '/?view=work', shows: 'All entities' },
    ...on('ledgerChecks', '/ledgerchecks', 'Ledger check of all entities', {
      'ledger check of all': async (page) => {
        await page.getByRole('button', { name: 'Check all' }).click();
        await page.getByText(/entity differs|entities differ/).waitFor();
      },
    }),
    { name: 'forecast', page: 'forecast', path: '/reports/forecast?from=2025-01', shows: 'Forecast' },
    { name: 'calendar', page: 'calendar', path: '/settings/calendar', shows: 'Calendar' },
    {
      name: 'payments by financial year',
      page: 'schedule',
      path: `${path}?group=year`,
      shows: 'Toyota HiLux',
    },
    { name: 'nothing found', page: 'home', path: '/?q=nowhere', shows: 'Nothing matches “nowhere”' },
    ...on('home', '/?q=HiLux', 'Results for “HiLux”', {
      'schedules found': (page) => page.getByRole('region', { name: 'Schedules found' }).waitFor(),
    }),
    ...on('entity', entity, 'Riverbend Orchards', {
      'chosen schedules': async (page) => {
        await page.getByLabel('Select Forklift').check();
        await page.getByText('1 schedule selected').waitFor();
      },
      'entity menu': (page) => openMenu(page, 'Options'),
      'deleting an entity': (page) => askByMenu(page, 'Options', 'Delete'),
      'renaming an entity': (page) => openDialogByMenu(page, 'Options', 'Edit'),
      'unlinking an entity': (page) => askByMenu(page, 'Options', 'Disconnect from Xero'),
    }),
    {
      name: 'entity without schedules',
      page: 'entity',
      path: `/entity/${emptyEntityId}`,
      shows: 'There are no schedules yet',
    },
    { name: 'entity', page: 'entity', path: `${entity}?archived=1`, shows: 'Riverbend Orchards' },
    {
      name: 'history of an entity',
      page: 'entity',
      path: `${entity}?history=1`,
      shows: 'Riverbend Orchards',
    },
    {
      name: 'tracking',
      page: 'tracking',
      path: `${entity}/tracking`,
      shows: 'Tracking',
    },
    ...on('newSchedule', `${entity}/schedule`, 'Create schedule', {
      'new schedule': async (page) => page.getByRole('button', { name: 'Add row' }).click(),
      'a lender’s payment table': async (page) => {
        await page.getByRole('switch', { name: /^Use the lender’s payment table/ }).click();
        await page.getByRole('textbox', { name: 'Lender’s payment table' }).waitFor();
      },
    }),
    ...on('editSchedule', `${plain.path}/edit`, 'Edit schedule', {
      'editing a schedule': null,
      'a form with mistakes': async (page) => {
        await page.getByLabel('Loan amount').fill('6500');
        await page.getByLabel('Loan amount').press('Tab');
        await page.locator('[aria-invalid="true"]').first().waitFor();
      },
      'leaving a changed form': async (page) => {
        await page.getByLabel('Loan amount').fill('5400');
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    }),
    { name: 'archived schedule', page: 'schedule', path: archived.path, shows: 'Old truck' },
    {
      name: 'details of an archived schedule',
      page: 'editSchedule',
      path: `${archived.path}/edit`,
      shows: 'View details',
    },
    {
      name: 'setting up loans',
      page: 'setUp',
      path: `/entity/${plain.entityId}/set_up`,
      shows: 'Set up in Xero',
    },
    ...on('check', `${entity}/check`, 'Ledger check of Riverbend Orchards', {
      'ledger check': (page) => checkLedger(page, page.getByText('was changed in Xero').first()),
      'a reconciling item': async (page) => {
        await page.getByLabel('At the end of').fill('2025-01-31');
        await checkLedger(page, page.getByRole('button', { name: 'Add an item' }));
        await page.getByRole('button', { name: 'Add an item' }).click();
        await page.getByRole('dialog').waitFor();
      },
    }),
  ];
}

/** Screens about spreads and Division 7A loans. */
export function registerScreens({
  contract: { entityId },
  emptyEntityId,
  spread: { path },
  loan,
}: World): readonly Screen[] {
  return [
    ...on('spreads', `/entity/${entityId}/spreads`, 'Spreads of Riverbend Orchards', {
      spreads: async (page) => {
        await page.getByLabel('Select Farm insurance').check();
        await page.getByText('1 spread selected').waitFor();
      },
      'review of many entries': async (page) => {
        await page.getByRole('button', { name: 'Post up to …' }).click();
        await page.getByRole('button', { name: /^Post \d+ entries$/ }).waitFor();
      },
    }),
    {
      name: 'no spreads',
      page: 'spreads',
      path: `/entity/${emptyEntityId}/spreads`,
      shows: 'There are no spreads yet',
    },
    {
      name: 'importing spreads',
      page: 'importSpreads',
      path: `/entity/${entityId}/spreads/import`,
      shows: 'Import spreads',
    },
    {
      name: 'registers of every kind',
      page: 'registers',
      path: `/entity/${entityId}/registers`,
      shows: 'Spreads and loans of Riverbend Orchards',
    },
    ...on('newSpread', `/entity/${entityId}/spreads/new`, 'New spread', {
      'new spread': async (page) => {
        await page.getByLabel('Borrowing costs').check();
        await page.getByLabel('Amount').fill('1670');
        await page.getByLabel('First day').fill('17/7/2026');
        await page.getByLabel('Deductible share, %').fill('81.339713');
        await page.getByText('$319.18').first().waitFor();
      },
    }),
    ...on('registerPage', path, 'Farm insurance', {
      'a spread': async (page) => {
        await page.getByLabel('Post entry 2', { exact: true }).check();
        await page.getByText('1 entry selected').waitFor();
      },
      'review of entries': async (page) => {
        await page.getByRole('button', { name: /^Post \d+ due$/ }).click();
        await page.getByRole('dialog').waitFor();
      },
      'reversing an entry': (page) => openDialogByMenu(page, 'Options of entry 1', 'Reverse'),
      'archiving a spread': (page) => askByMenu(page, 'Options', 'Archive'),
    }),
    { name: 'editing a spread', page: 'editRegister', path: `${path}/edit`, shows: 'Edit spread' },
    ...on('registerChange', `${path}/change`, 'Record a change', {
      'a write-off': async (page) => {
        await page.getByLabel('Date', { exact: true }).fill('20/7/2025');
        await page
          .getByText(/written off/)
          .first()
          .waitFor();
      },
    }),
    { name: 'Division 7A', page: 'division7a', path: '/division_7a', shows: 'Division 7A' },
    ...on('newDivision7a', `/entity/${entityId}/division_7a/new`, 'New Division 7A loan', {
      'new Division 7A loan': async (page) => {
        await page.getByLabel('Borrower').fill('J Rivers');
        await page.getByLabel('Year of the loan').fill('2025');
        await page.getByLabel('Date 1').fill('1/3/2025');
        await page.getByLabel('Amount 1').fill('100000');
        await page.getByRole('region', { name: 'Years' }).waitFor();
      },
    }),
    { name: 'a Division 7A loan', page: 'registerPage', path: loan.path, shows: 'Loan 2025 to J Rivers' },
    ...on('registerChange', `${loan.path}/change`, 'Record a repayment', {
      'a dividend': async (page) => {
        await page.getByLabel('Dividend').check();
        await page.getByLabel('Resolved on').waitFor();
      },
    }),
  ];
}

/** Screens about one schedule. */
export function scheduleScreens({ contract, archived, plain }: World): readonly Screen[] {
  const { path } = contract;
  return [
    ...on('schedule', plain.path, 'Forklift', {
      'archiving a schedule': (page) => askByMenu(page, 'Options', 'Archive'),
    }),
    ...on('schedule', path, 'Toyota HiLux', {
      'deleting a schedule': (page) => askByMenu(page, 'Options', 'Delete'),
      schedule: async (page) => {
        await page.getByRole('switch', { name: 'Sync payment 3' }).click();
        await page.getByText('1 payment selected').waitFor();
      },
      'documents that were changed in Xero': async (page) => {
        await page.getByText('Changed in Xero').waitFor();
        await page.getByText('Deleted in Xero').waitFor();
      },
      'accepting a changed document': (page) => choose(page, 'Options of payment 2', 'Accept as is'),
      'review before posting': async (page) => {
        await page.getByRole('switch', { name: 'Sync payment 4' }).click();
        await page.getByRole('button', { name: 'Sync selected' }).first().click();
        await page.getByRole('region', { name: 'Document of payment 4' }).waitFor();
      },
      'schedule menu': (page) => openMenu(page, 'Options'),
      'payment menu': (page) => openMenu(page, 'Options of payment 1'),
      'reversing a payment': (page) =>
        openDialogByMenu(page, 'Options of payment 1', 'Dishonoured or wrong…'),
    }),
    {
      name: 'setting up Xero',
      page: 'setUp',
      path: `/entity/${path.split('/')[2]}/set_up?schedules=${path.split('/')[3]}`,
      shows: 'Set up in Xero',
    },
    ...['Paid late', 'Paid in parts'].map((item) => ({
      name: `payment ${item.toLowerCase()}`,
      page: 'schedule' as const,
      path,
      shows: 'Toyota HiLux',
      open: async (page: Page) => {
        await choose(page, 'Options of payment 3', item);
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await page.locator('[aria-invalid="true"]').first().waitFor();
      },
    })),
    {
      name: 'kinds of changes',
      page: 'recordChange',
      path: `${path}/change`,
      shows: 'Record a change of Toyota HiLux',
    },
    ...on('changeForm', `${path}/change/extra-repayment`, 'Extra repayment', {
      'extra repayment': async (page) => {
        await page.getByLabel('Date', { exact: true }).fill('2025-03-25');
        await page.getByLabel('Amount repaid').fill('100');
        await page.getByText('Document to post').waitFor();
      },
    }),
    ...on('changeForm', `${path}/change/terms-change`, 'New payments', {
      'new payments with mistakes': async (page) => {
        await page.getByLabel('Number of payments, row 1').fill('0');
        await page.locator('[aria-invalid="true"]').first().waitFor();
      },
    }),
    ...on('changeForm', `${path}/change/refinance`, 'Refinance', {
      refinance: (page) => page.getByRole('button', { name: 'Add fee' }).click(),
    }),
    ...on('history', `${path}/history`, 'Toyota HiLux', {
      history: (page) => page.getByText('Document', { exact: true }).click(),
    }),
    {
      name: 'account settings',
      page: 'accountSettings',
      path: `${path}/account_settings`,
      shows: 'Account settings',
    },
    ...on('createAccounts', `${path}/create_xero_accounts`, 'Create Xero accounts', {
      'creating accounts': async (page) => {
        await page.getByRole('button', { name: 'Create another account for Hire purchase, current' }).click();
        await page.getByLabel('Code of Hire purchase, current').fill('404');
        await page.getByText('"404" is not available').waitFor();
      },
    }),
    ...on('purchase', `${plain.path}/purchase`, 'From the invoice', {
      purchase: async (page) => {
        await page.getByRole('radio', { name: /^Car/ }).check();
        await page.getByRole('textbox', { name: 'Price', exact: true }).fill('5000');
        await page.getByRole('button', { name: 'Add charge' }).click();
        await page.getByLabel('Amount of charge 1').fill('300');
        await page.getByLabel('Trade-in', { exact: true }).fill('100');
        await page.getByText('less than the loan amount').waitFor();
      },
    }),
    ...on('openingJournal', `${path}/opening_balances_journal`, 'Opening balances journal', {
      'replacing the posted journal': (page) => ask(page, 'Post to Xero'),
      'opening balances': async (page) => {
        await page.getByLabel('Debit, line 1').fill('1');
        await page.getByText('Total is out by').waitFor();
      },
    }),
    // The browser remembers an open chart, so it comes after the other screens of a schedule.
    ...on('schedule', path, 'Toyota HiLux', {
      'the chart of a schedule': async (page) => {
        await page.getByText('Balance over time').click();
        await page.getByRole('group').filter({ hasText: 'Balance over time' }).getByRole('img').waitFor();
      },
    }),
    ...on('createAccounts', `${archived.path}/create_xero_accounts`, 'Old truck', {
      'a message': (page) => page.getByText('Cannot create accounts for an archived schedule.').waitFor(),
    }),
  ];
}

/** Screens about organisations, people, plans and the shell itself. */
export const accountScreens: readonly Screen[] = [
  ...on('organisations', '/organisations', 'Organisations', {
    organisations: null,
    'creating an organisation': (page) => openDialog(page, 'Create organisation'),
    'renaming an organisation': async (page) => {
      await page.getByRole('button', { name: /^Options of Byron/ }).click();
      await chooseItem(page, 'Rename');
      await page.getByRole('dialog').waitFor();
    },
    'deleting an organisation': async (page) => {
      await page.getByRole('button', { name: /^Options of Byron/ }).click();
      await chooseItem(page, 'Delete');
      await page.getByRole('dialog').waitFor();
    },
    notifications: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first().waitFor();
    },
    'account menu': async (page) => {
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('dialog', { name: 'Your account' }).waitFor();
    },
    palette: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
    'keyboard shortcuts': async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  }),
  ...on('users', '/organisations/users', 'Users', {
    users: null,
    'removing a user': (page) => askByMenu(page, 'Options of Ada Byron', 'Remove'),
    'cancelling an invite': async (page) => {
      const options = page.getByRole('button', { name: /^Options of open-/ });
      if (!(await options.isVisible())) await inviteOnPage(page, 'open-again@example.com');
      await options.click();
      await chooseItem(page, 'Cancel invite');
      await page.getByText('No open invitations').waitFor();
    },
    'inviting a user': async (page) => {
      await page.getByRole('button', { name: 'Invite user' }).click();
      await page.getByLabel('Email').fill('unfinished');
      await page.getByRole('button', { name: 'Send invite' }).click();
      await page.getByText('Please provide a valid email').waitFor();
    },
    'changing a role': (page) => openDialogByMenu(page, 'Options of Ada Byron', 'Update role'),
    'choosing clients': async (page) => {
      await openDialogByMenu(page, 'Options of Ada Byron', 'Choose clients');
      await page.getByLabel('Only some clients').check();
      await page.getByLabel('Coastline Transport').check();
    },
  }),
  ...on('migrate', '/organisations/migrate', 'Migrate Entities', {
    'migrating entities': async (page) => {
      await page.getByRole('checkbox', { name: 'All entities' }).check();
      await page.getByRole('button', { name: 'Migrate', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  }),
  { name: 'audit log', page: 'audit', path: '/organisations/audit', shows: 'Audit log' },
  ...on('security', '/settings/security', 'Security', {
    security: null,
    'adding an authenticator app': async (page) => {
      await page.getByRole('button', { name: 'Add authenticator app' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('img', { name: 'QR code' }).waitFor();
    },
    'deleting an account': async (page) => {
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByRole('dialog').waitFor();
    },
  }),
  ...on('accountDetails', '/settings/account_details', 'Account details', {
    'account details': null,
    'editing account details': async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('First name').waitFor();
    },
  }),
  {
    name: 'changing the password',
    page: 'changePassword',
    path: '/settings/change_password',
    shows: 'Change password',
  },
  ...on('billing', '/settings/billing_subscription?plans=1', 'Billing & Subscription', {
    plans: (page) => page.getByRole('heading', { name: 'Starter' }).waitFor(),
  }),
  ...on('import', '/import', 'Import schedules', {
    'choosing a file to import': null,
    'rows to import': async (page) => {
      const text =
        'Entity,Name,Loan amount,Start date,Frequency,Payments 1,Amount 1\nNew,Truck,50000,15/1/2025,Monthly,60,1000\nNew,Ute,x,15/1/2025,Monthly,60,1000';
      const file = { name: 'contracts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.getByLabel('Spreadsheet').setInputFiles(file);
      await page.getByRole('button', { name: 'Create 1 of 2' }).waitFor();
    },
  }),
];

async function inviteOnPage(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite user' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invite' }).click();
}

/** Presses a button that asks for confirmation. */
async function ask(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('alertdialog').waitFor();
}

/** Chooses from a menu an action that asks for confirmation, in some cases after a read. */
async function askByMenu(page: Page, menu: string, item: string): Promise<void> {
  await choose(page, menu, item);
  await page.getByRole('alertdialog').waitFor();
}

async function openDialogByMenu(page: Page, menu: string, item: string): Promise<void> {
  await choose(page, menu, item);
  await page.getByRole('dialog').waitFor();
}

async function openDialog(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').waitFor();
}

async function openMenu(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menu').waitFor();
}

/** Loads a screen and waits for its heading. */
export async function show(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path);
  await settle(page, screen);
}

/** A page without reads of its own. */
const BETWEEN: (typeof paths)['changePassword'] = '/settings/change_password';

/**
 * Shows a screen of the signed-in site without a load, which takes most of the time of a screen. Another page comes
 * between, since a page keeps its state on the way to its own address. Loads the screen if something stays open above it.
 */
export async function moveTo(page: Page, screen: Screen): Promise<void> {
  const isLeft = await page.evaluate<boolean>(`new Promise((resolve) => {
    history.pushState(null, '', '${BETWEEN}');
    requestAnimationFrame(() =>
      resolve(!document.querySelector(':popover-open, [role$="dialog"]:not([popover]), [role="menu"], .toast')));
  })`);
  if (!isLeft) return show(page, screen);
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(screen.path)})`);
  return settle(page, screen);
}

async function settle(page: Page, screen: Screen): Promise<void> {
  const busy = page.getByText('Xero is busy').first();
  await expect(async () => {
    // Xero's minute may be used up by the screens before.
    if (await busy.isVisible()) await page.reload();
    await expect(page.getByRole('heading', { name: screen.shows, exact: true })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await busy.isVisible()).toBe(false);
  }).toPass({ intervals: [10_000] });
  await screen.open?.(page);
}
