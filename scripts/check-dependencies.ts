/**
 * Runs the dependency rules, and proves that they were run: the tree's modules were really read, and each rule
 * refuses a seeded violation. A parser that reads nothing would otherwise pass everything.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { dependencyRules as rules } from './dependency-rules.ts';

const FOLDERS = ['domain', 'functions', 'infra', 'web'];

/** For each rule, files that break it: the first imports the second. */
const VIOLATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no-circles': {
    'domain/a.ts': `import { b } from './b.ts'; export const a = () => b;`,
    'domain/b.ts': `import { a } from './a.ts'; export const b = () => a;`,
  },
  'domain-is-pure': { 'domain/a.ts': `import { readFileSync } from 'node:fs'; readFileSync('a');` },
  'routes-are-data': {
    'functions/users/routes.ts': `import { a } from './get-user.ts'; a;`,
    'functions/users/get-user.ts': 'export const a = 1;',
  },
  'features-meet-in-stores': {
    'functions/users/get-user.ts': `import { a } from '../plans/list-plans.ts'; a;`,
    'functions/plans/list-plans.ts': 'export const a = 1;',
  },
  'lib-and-stores-are-the-base': {
    'functions/lib/log.ts': `import { a } from '../users/user-store.ts'; a;`,
    'functions/users/user-store.ts': 'export const a = 1;',
  },
  'stores-are-below-routes-access-and-posting': {
    'functions/users/user-store.ts': `import { a } from '../access/endpoint.ts'; a;`,
    'functions/access/endpoint.ts': 'export const a = 1;',
  },
  'access-and-posting-are-below-features': {
    'functions/posting/lease.ts': `import { a } from '../users/get-user.ts'; a;`,
    'functions/users/get-user.ts': 'export const a = 1;',
  },
  'store-is-the-ground': {
    'functions/store/table.ts': `import { a } from '../lib/log.ts'; a;`,
    'functions/lib/log.ts': 'export const a = 1;',
  },
  'vendors-behind-clients': {
    'functions/plans/list-plans.ts': `import Stripe from 'stripe'; new Stripe('');`,
  },
  'database-behind-the-table': {
    'functions/users/user-store.ts': `import { DynamoDBClient } from '@aws-sdk/client-dynamodb'; new DynamoDBClient();`,
  },
  'clients-are-composed': {
    'functions/users/get-user.ts': `import { a } from '../services/mail/client.ts'; a;`,
    'functions/services/mail/client.ts': 'export const a = 1;',
  },
  'middy-once': { 'functions/users/get-user.ts': `import middy from '@middy/core'; middy();` },
  'route-client-loads-nothing': {
    'functions/route-client.ts': `import { routes } from './routes.ts'; routes;`,
    'functions/routes.ts': 'export const routes = {};',
  },
  'web-knows-contracts-as-types': {
    'web/a.ts': `import { a } from '../functions/routes.ts'; a;`,
    'functions/routes.ts': 'export const a = 1;',
  },
  'web-knows-contracts-only': {
    'web/a.ts': `import type { A } from '../functions/lib/log.ts'; export type B = A;`,
    'functions/lib/log.ts': 'export type A = 1;',
  },
  'infra-reads-tables': {
    'infra/a.ts': `import { a } from '../functions/users/get-user.ts'; a;`,
    'functions/users/get-user.ts': 'export const a = 1;',
  },
  'nothing-leans-on-scripts-or-tests': {
    'functions/users/get-user.ts': `import { a } from '../../scripts/a.ts'; a;`,
    'scripts/a.ts': 'export const a = 1;',
  },
};

async function violationsIn(
  folders: string[],
  baseDir: string,
): Promise<{ names: string[]; result: ICruiseResult }> {
  const { output } = await cruise(folders, {
    ...rules.options,
    ruleSet: { forbidden: rules.forbidden },
    validate: true,
    baseDir,
  });
  const result = output as ICruiseResult;
  return { result, names: result.summary.violations.map(({ rule }) => rule.name) };
}

async function seeded(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dependencies-'));
  try {
    symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'tsconfig.json'), '{}');
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const folders = [...new Set(Object.keys(files).map((file) => file.split('/')[0] ?? ''))];
    return (await violationsIn(folders, folder)).names;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const failures: string[] = [];
const { result } = await violationsIn(FOLDERS, join(import.meta.dirname, '..'));
for (const { rule, from, to } of result.summary.violations) failures.push(`${rule.name}: ${from} → ${to}`);

const read = result.modules.filter(
  ({ source, dependencies }) => /\.tsx?$/.test(source) && dependencies.length > 0,
);
if (read.length < 50) failures.push(`Only ${read.length} modules with imports were read.`);

for (const { name } of rules.forbidden) {
  const files = VIOLATIONS[name];
  if (!files) failures.push(`${name}: no violation is seeded for it.`);
  else if (!(await seeded(files)).includes(name))
    failures.push(`${name}: the seeded violation was not refused.`);
}

for (const failure of failures) console.error(failure);
console.log(`${read.length} modules, ${rules.forbidden.length} rules, ${failures.length} failures`);
process.exit(failures.length > 0 ? 1 : 0);
