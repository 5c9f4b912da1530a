/**
 * The import rules. A folder imports only folders on earlier lines of its list; folders on one line don't know each
 * other. `.` is the folder's own files. `dependencies.ts` runs the rules, and proves that each one refuses a violation.
 */
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** The layers of each top folder, bottom up. */
export const LAYERS = {
  domain: [
    '.',
    'gst',
    'accounts',
    'amortisation',
    'event-kinds',
    'contract',
    'journal',
    'registers purchase',
    'ledger reports import',
    'posting',
  ],
  functions: [
    'lib api',
    'store',
    'services',
    'records/tenants',
    'records/users',
    'records/entities',
    'records/connections',
    'records/schedules',
    'records/registers',
    'views access xero books',
    'posting/protocol',
    'posting/plan',
    'posting',
    'attachments attention auto-sync connections docs entities events exports imports ledger plans registers reports schedules setup sync unknown',
    'messages tenants users',
    'users/factors users/sessions',
    'vendors',
    'compose client',
  ],
  web: [
    'theme data public extraction',
    'ui',
    'help',
    'users plans',
    'contract posting tenants',
    'attachments reading',
    'xero',
    'setup',
    'imports ledger messages purchase reports events',
    'registers',
    'schedules',
    'entities',
    'shell',
    '.',
  ],
  scripts: ['stripe', 'simulators', 'local smoke build check new', 'deploy', '.'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The other top folders that each top folder may import. */
const TOP_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  functions: ['domain'],
  web: ['domain', 'functions/client'],
  infra: ['domain', 'functions/api', 'functions/lib', 'functions/store'],
  scripts: ['domain', 'functions', 'infra', 'web'],
};

/** An import rule, with two files that break it: the first imports the second. */
export interface ImportRule extends Omit<IRegularForbiddenRuleType, 'severity'> {
  readonly name: string;
  readonly violation: readonly [file: string, imported: string];
}

const foldersOf = (line: string): string[] => line.split(' ');

/** A pattern for the files of a layer; folders in it that are layers themselves are left out. */
function patternOf(top: string, folder: string, lines: readonly string[]): string {
  if (folder === '.') return `^${top}/[^/]+$`;
  const inner = lines.flatMap(foldersOf).filter((other) => other.startsWith(`${folder}/`));
  const without = inner.map((other) => `${other.slice(folder.length + 1)}/`).join('|');
  return without === '' ? `^${top}/${folder}/` : `^${top}/${folder}/(?!${without})`;
}

const pathIn = (top: string, folder: string): string => (folder === '.' ? top : `${top}/${folder}`);

/** A layer imports itself and the lines below. */
function layerRules(top: string, lines: readonly string[]): ImportRule[] {
  return lines.flatMap((line, index) =>
    foldersOf(line).map((folder): ImportRule => {
      const below = lines.slice(0, index).flatMap(foldersOf);
      const above = lines.slice(index).flatMap(foldersOf);
      // Nothing is above the last layer, so it breaks the rule by a folder that the list doesn't name.
      const forbidden = above.find((other) => other !== folder) ?? 'unlisted';
      return {
        name: `layers: ${pathIn(top, folder)}`,
        from: { path: patternOf(top, folder, lines) },
        to: { path: `^${top}/`, pathNot: [folder, ...below].map((other) => patternOf(top, other, lines)) },
        violation: [pathIn(top, folder), pathIn(top, forbidden)],
      };
    }),
  );
}

/** A top folder imports itself and those that it names. */
const topRules = Object.entries(TOP_FOLDERS).map(([top, others]): ImportRule => ({
  name: `top folders: ${top}`,
  from: { path: `^${top}/` },
  to: {
    path: '^(domain|functions|infra|scripts|tests|web)/',
    pathNot: [top, ...others].map((folder) => `^${folder}/`),
  },
  violation: [top, 'tests'],
}));

const packages = (...names: readonly string[]): string[] => names.map((name) => `node_modules/${name}/`);

/** The files of `functions/` that use cryptography, ids included. SECURITY.md lists the algorithms. */
const CRYPTOGRAPHY = [
  'compose/base',
  'lib/digest',
  'records/entities/schedule-chunks',
  'records/tenants/audit',
  'records/users/refresh-token',
  'services/tokens',
  'store/table',
  'users/passkeys',
  'users/password-hash',
  'users/totp',
  'vendors/breaches',
  'vendors/kms',
  'vendors/local-files',
  'vendors/seal',
];

const packageRules: readonly ImportRule[] = [
  {
    name: 'domain is pure',
    comment: 'It runs in the browser and in functions alike.',
    from: { path: '^domain/' },
    to: { pathNot: ['^domain/', ...packages('decimal\\.js', 'dayjs')] },
    violation: ['domain', 'node:fs'],
  },
  {
    name: 'extraction is pure',
    comment: 'It reads the text of a document into terms and rows, without a browser.',
    from: { path: '^web/extraction/' },
    to: { pathNot: ['^domain/', '^web/extraction/'] },
    violation: ['web/extraction', 'web/ui'],
  },
  {
    name: 'dayjs is known in the calendar',
    from: { path: '^(domain|functions|infra|scripts|web)/', pathNot: '^domain/calendar\\.ts$' },
    to: { path: packages('dayjs') },
    violation: ['domain/amortisation', 'dayjs'],
  },
  {
    name: 'rows are data',
    comment: 'Site, stacks and documents read the tables of routes and jobs without loading a handler.',
    from: { path: '^functions/api/' },
    to: { pathNot: ['^domain/', '^functions/api/', ...packages('zod')] },
    violation: ['functions/api', 'node:fs'],
  },
  {
    name: 'the client loads no rows',
    comment: 'The browser bundles the client of the routes, so it imports types only.',
    from: { path: '^functions/client/' },
    to: { path: '^functions/(?!client/)', dependencyTypesNot: ['type-only'] },
    violation: ['functions/client', 'functions/api'],
  },
  {
    name: 'vendors are known in one folder',
    from: { path: '^(domain|functions|infra|web)/', pathNot: '^functions/vendors/' },
    to: { path: packages('stripe', 'xero-node', 'openid-client', '@aws-sdk/[^/]+') },
    violation: ['functions/plans', 'stripe'],
  },
  {
    name: 'the local product’s packages are known in scripts',
    comment: 'They are dependencies like those of functions and site, as `npm start` installs no others.',
    from: { path: '^(domain|functions|infra|web)/' },
    to: { path: packages('chokidar', 'compression', 'croner', 'dynalite', 'qs', 'sirv', 'vite') },
    violation: ['functions/plans', 'sirv'],
  },
  {
    name: 'middleware is known in access',
    from: { path: '^functions/', pathNot: '^functions/access/' },
    to: { path: packages('@middy/[^/]+') },
    violation: ['functions/plans', '@middy/core'],
  },
  {
    name: 'cryptography is known in few files',
    comment: 'A new file is reviewed with the algorithms of SECURITY.md.',
    from: { path: '^functions/', pathNot: `^functions/(?:${CRYPTOGRAPHY.join('|')})\\.ts$` },
    to: {
      path: [
        '^(?:node:)?crypto$',
        ...packages('jose', 'otplib', '@simplewebauthn/server', '@aws-sdk/client-kms'),
      ],
      dependencyTypesNot: ['type-only'],
    },
    violation: ['functions/plans', 'node:crypto'],
  },
];

export const importRules: readonly ImportRule[] = [
  ...Object.entries(LAYERS).flatMap(([top, lines]) => layerRules(top, lines)),
  ...topRules,
  ...packageRules,
];
