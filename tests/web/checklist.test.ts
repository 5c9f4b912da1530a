/** Requirements of the specification for the pages: routes, sentences and labels. */
import { readFileSync } from 'node:fs';
import { build, type BuildOptions, type OutputFile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { entityTexts } from '../../web/data/entity-texts.ts';
import { messageTexts } from '../../web/messages/texts.ts';
import { paths } from '../../web/data/paths.ts';
import { planTexts } from '../../web/plans/texts.ts';
import { scheduleTexts } from '../../web/contract/texts.ts';
import { tenantTexts } from '../../web/tenants/texts.ts';
import { accountTexts } from '../../web/users/account-texts.ts';
import { linkTexts } from '../../web/users/link-texts.ts';
import { securityTexts } from '../../web/users/security-texts.ts';
import { userTexts } from '../../web/users/texts.ts';
import { xeroTexts } from '../../web/xero/texts.ts';

/** The specified routes with their access. */
const ROUTES: Readonly<Record<string, string>> = {
  '/': 'Guest',
  '/login': 'signed out',
  '/register': 'signed out',
  '/recover': 'signed out',
  '/restore': 'anyone',
  '/lost-factors/:keep?': 'anyone',
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
  '/entity/:entityId/:scheduleId/change': 'Member',
  '/entity/:entityId/:scheduleId/change/:kind': 'Member',
  '/entity/:entityId/:scheduleId/history': 'Guest',
  '/xero/signup': 'anyone',
  '/xero/authorise': 'anyone',
  // The address that Xero's app launcher opens.
  '/xero/launch': 'Guest',
  '/organisations': 'user',
  '/organisations/users': 'Admin',
  '/organisations/audit': 'Admin',
  '/organisations/migrate': 'Admin',
  '/import': 'Member',
  '/settings/account_details': 'user',
  '/settings/change_password': 'user',
  '/settings/security': 'user',
  '/attention': 'Guest',
  '/reports': 'Guest',
  '/entity/:entityId/check': 'Guest',
  '/reports/forecast': 'Guest',
  '/settings/calendar': 'Guest',
  '/settings/billing_subscription': 'Owner',
  '/settings/manage_subscription/change_plan': 'Owner',
};

/** The table of pages, from its source: its components read stylesheets and the document, which Node doesn't have. */
const pages = [
  ...readFileSync('web/pages.tsx', 'utf8').matchAll(
    /(?:page\(\s*|path: )paths\.(\w+),\s*(?:access: )?'([\w ]+)'/g,
  ),
].map(([, name, access]) => ({ path: paths[name as keyof typeof paths], access }));

test('the site has every route of the specification, and no other', () => {
  expect(Object.fromEntries(pages.map(({ path, access }) => [path, access]))).toEqual(ROUTES);
});

test('a fixed path comes before the one with a parameter in its place', () => {
  const order = pages.map(({ path }) => path);
  expect(order.indexOf('/entity/:entityId/schedule')).toBeLessThan(
    order.indexOf('/entity/:entityId/:scheduleId'),
  );
  expect(order.indexOf('/entity/:entityId/authorise')).toBeLessThan(
    order.indexOf('/entity/:entityId/:scheduleId'),
  );
});

const TEXTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  entityTexts,
  messageTexts,
  planTexts,
  scheduleTexts,
  tenantTexts,
  accountTexts,
  linkTexts,
  securityTexts,
  userTexts,
  xeroTexts,
};

/** The bundled scripts. */
let scripts: readonly OutputFile[];
/** Our sources, by script. */
let sources: ReadonlyMap<string, readonly string[]>;
/** Every `someTexts.name` in the sources. */
let used: ReadonlySet<string>;

/** Bundles our own code only, without libraries and styles. Minification removes comments and unused code. */
const ours = {
  outdir: 'dist/checklist',
  bundle: true,
  splitting: true,
  format: 'esm',
  jsx: 'automatic',
  packages: 'external',
  loader: { '.css': 'empty', '.svg': 'dataurl' },
  minify: true,
  charset: 'utf8',
  sourcemap: 'external',
  metafile: true,
  write: false,
} as const satisfies BuildOptions;

beforeAll(async () => {
  const { outputFiles, metafile } = await build({ ...ours, entryPoints: ['web/main.tsx'] });
  scripts = outputFiles.filter(({ path }) => path.endsWith('.js'));
  sources = new Map(
    Object.entries(metafile.outputs).map(([path, { inputs }]) => [path, Object.keys(inputs)] as const),
  );
  const maps = outputFiles.filter(({ path }) => path.endsWith('.map')).map(({ text }) => text);
  used = new Set(maps.flatMap((text) => text.match(/\b\w+Texts\.\w+/g) ?? []));
});

/** Returns the code of all scripts, or of the script that contains a source. */
function code(source?: string): string {
  const chosen = scripts.filter(
    ({ path }) =>
      source === undefined ||
      [...sources].some(([script, inputs]) => path.endsWith(script) && inputs.includes(source)),
  );
  return chosen.map(({ text }) => text).join('\n');
}

/** Returns a text, with the names of its parameters as placeholders. */
function wordsOf(text: unknown): string {
  return typeof text === 'function' ? String(text('{name}', '{name}')) : String(text);
}

/** Returns the names of the texts that contain a sentence. */
function namesOf(sentence: string): string[] {
  const isIt = (text: string): boolean =>
    sentence.endsWith('.') ? text === sentence : text.includes(sentence);
  return Object.entries(TEXTS).flatMap(([module, texts]) =>
    Object.entries(texts)
      .filter(([, text]) => isIt(wordsOf(text)))
      .map(([name]) => `${module}.${name}`),
  );
}

/** Returns the parts of a sentence around its placeholders. */
const partsOf = (sentence: string): string[] => sentence.split(/\{\w+\}/).filter((part) => part !== '');

function appears(sentence: string): boolean {
  const names = namesOf(sentence);
  if (names.length > 0) return names.some((name) => used.has(name));
  return partsOf(sentence).every((part) => code().includes(part));
}

describe('every specified sentence appears on a page', () => {
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
    'Please include an account to create.',
    'Please provide details for all the included accounts.',
    'Please fix any errors before creating new accounts.',
    'You have exceeded your limit for connected schedules.',
    'Please upgrade your plan to integrate schedules to Xero.',
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
    'Invite successfully sent to {name}',
    'All new accounts have been successfully created.',
    'Opening balances journal was successfully submitted.',
    'Your subscription was successfully updated.',
    'You have been logged out due to account inactivity',
    "Oops! We couldn't log you in with that e-mail at this time",
    "Oops! Something went wrong. We couldn't register your account right now",
    'Thank you for registering',
    'check your emails',
    'has been removed from this organisation',
  ])('%s', (sentence) => {
    expect(appears(sentence)).toBe(true);
  });
});

describe('every specified sentence of the service appears in its code', () => {
  test.each([
    ['functions/connections/create-account.ts', 'The Name "{x}" already exists. Please provide another one.'],
    [
      'functions/posting/refusals.ts',
      'The schedule could not be synced with Xero. The lock dates in Xero have changed.',
    ],
  ])('%s: %s', async (source, sentence) => {
    const { outputFiles } = await build({ ...ours, sourcemap: false, entryPoints: [source] });
    const text = outputFiles.map((file) => file.text).join('\n');
    expect(partsOf(sentence).filter((part) => !text.includes(part))).toEqual([]);
  });
});

describe('every failure that the specification names has a text', () => {
  test.each([
    ['entities', entityTexts, ['create', 'delete', 'update', 'load', 'list', 'search', 'lockDate']],
    ['schedules', scheduleTexts, ['create', 'update', 'delete', 'load', 'download', 'archive', 'unarchive']],
    [
      'Xero',
      xeroTexts,
      [
        'authorisationCancelled',
        'authorisationFailed',
        'unlinkFailed',
        'loadAccounts',
        'syncFailed',
        'connectFailed',
        'saveAccounts',
        'redirectFailed',
      ],
    ],
    [
      'mailed links',
      linkTexts,
      ['recoverSent', 'recoverFailed', 'passwordReset', 'resetFailed', 'verified', 'verifyFailed'],
    ],
    ['accounts', accountTexts, ['verificationFailed']],
    ['plans', planTexts, ['billingRedirect']],
    ['organisations', tenantTexts, ['migrated']],
  ] as const)('%s', (_, texts, names) => {
    const module = Object.keys(TEXTS).find((name) => TEXTS[name] === texts);
    expect(names.filter((name) => !(name in texts) || !used.has(`${module}.${name}`))).toEqual([]);
  });
});

test('every text of the catalogue is used by a page', () => {
  const kept = Object.entries(TEXTS).flatMap(([module, texts]) =>
    Object.keys(texts).map((name) => `${module}.${name}`),
  );
  expect(kept.filter((name) => !used.has(name))).toEqual([]);
});

describe('every specified label appears on its screen', () => {
  test.each([
    ['web/shell/left-menu.tsx', ['"Create new entity"', '"All entities"', '"Organisations"', '"Settings"']],
    [
      'web/shell/left-menu.tsx',
      ['"Users"', '"Migrate Entities"', '"Billing & Subscription"', '"Change password"'],
    ],
    ['web/shell/user-panel.tsx', ['" Account settings"', '" Log out"']],
    [
      'web/entities/entity-table.tsx',
      ['"Name"', '"Total Borrowing"', '"Total Outstanding"', '"Monthly Payments"', '"Schedules"'],
    ],
    ['web/entities/entity-page.tsx', ['"Edit"', '"Delete"', '"Show archived"', '"Hide archived"']],
    [
      'web/schedules/schedule-table.tsx',
      ['"Name"', '"Amount"', '"Frequency"', '"Interest Rate"', '"Start Date"', '"End Date"', '"Status"'],
    ],
    [
      'web/schedules/payments-table.tsx',
      [
        '"Payment "',
        '"Number"',
        '"Date"',
        '"Payment Amount"',
        '"Interest"',
        '"Principal"',
        '"Balance"',
        '"Synced"',
      ],
    ],
    [
      'web/schedules/payments-table.tsx',
      ['"Options"', '"View in accounting"', '"Select up to this payment"'],
    ],
    ['web/schedules/schedule-page.tsx', ['"Sync selected"']],
    ['web/schedules/schedule-options.tsx', ['"View details"', '"Archive"', '"Unarchive"']],
    [
      'web/contract/schedule-form.tsx',
      [
        '"Name"',
        '"Loan amount"',
        '"Frequency"',
        '"Start date"',
        '"First payment on start date"',
        '"Administration fee"',
        '"Auto sync"',
        '"Total interest"',
      ],
    ],
    ['web/contract/term-rows.tsx', ['"Number of payments"', '"Payment amount"']],
    ['web/xero/create-accounts.tsx', ['"Continue"', '"Create selected in Xero"']],
    ['web/xero/account-table.tsx', ['"Account"', '"Code"', '"Name"', '"Include"']],
    ['web/xero/journal-table.tsx', ['"Total is out by']],
    ['web/tenants/tenant-users.tsx', ['"Given name"', '"Last name"', '"Email"', '"Role"', '"Invite user"']],
    ['web/tenants/tenant-users.tsx', ['"Invitation date"', '"Expiry"', '"Update role"', '"Remove"']],
    ['web/tenants/migrate-entities.tsx', ['"Migrate"']],
    ['web/plans/billing.tsx', ['"Monthly"', '"Yearly"']],
    ['web/users/login.tsx', ['.recover', '.register']],
    [
      'web/users/register.tsx',
      ['"First name"', '"Last name"', '"Organisation name"', '"Email"', '"Password"', '"Confirm password"'],
    ],
    ['web/users/change-password.tsx', ['"Old password"', '"New password"']],
  ])('%s', (source, labels) => {
    const script = code(source);
    expect(labels.filter((label) => !script.includes(label))).toEqual([]);
  });
});
