/** The tour of the permissions' proof takes minutes; that it calls a new route shows here at once. */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { routes } from '../../functions/api/routes.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The tour, and what it calls of other folders. */
const FILES = [
  'tests/proof/tour/*.ts',
  'tests/proof/permissions/rare-paths.ts',
  'scripts/local/sample-data.ts',
  'scripts/local/product-client.ts',
];

/** Stripe's simulator calls it, when the tour pays. */
const BY_OTHERS = new Set(['POST /v1/webhooks/stripe']);

const CONSTANT = /const (\w+) =\s+'([^']*)'/g;
const CALL = /['`]((?:GET|POST|PUT|PATCH|DELETE) [^'`]+)['`]/g;

/** Returns the keys of the routes that a file calls, with the constants of the file filled in. */
function keysIn(text: string): string[] {
  // Functions may have a constant of the same name each.
  const constants = [...text.matchAll(CONSTANT)].map(([, name = '', value = '']) => ({ name, value }));
  return [...text.matchAll(CALL)].flatMap(([, key = '']) => {
    const name = /\$\{(\w+)\}/.exec(key)?.[1];
    const values = constants.filter((constant) => constant.name === name);
    return name === undefined ? [key] : values.map(({ value }) => key.replace(`\${${name}}`, () => value));
  });
}

it('calls each route in the tour of the permissions', () => {
  const files = globSync(FILES, { cwd: ROOT });
  const called = new Set(files.flatMap((file) => keysIn(readFileSync(resolve(ROOT, file), 'utf8'))));
  const left = Object.keys(routes).filter((key) => !called.has(key) && !BY_OTHERS.has(key));
  expect(left).toEqual([]);
});
