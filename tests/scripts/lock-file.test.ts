/** The lock file serves every platform and every registry. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};
const locked = Object.entries(packages);

it('locks the optional packages of every platform, which `npm ci` requires', () => {
  const names = new Set(locked.map(([path]) => path.split('node_modules/').at(-1)));
  const missing = locked.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('names no registry host', () => {
  expect(locked.filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([]);
});
