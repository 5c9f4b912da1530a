/** The root of the repository holds known files and folders only, so that output is not committed by mistake. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const ROOT = [
  '.ci',
  '.editorconfig',
  '.github',
  '.gitignore',
  '.npmrc',
  '.nvmrc',
  '.oxfmtrc.json',
  '.oxlintrc.json',
  '.vscode',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'cdk.json',
  'docs',
  'domain',
  'functions',
  'infra',
  'knip.config.ts',
  'package-lock.json',
  'package.json',
  'playwright.config.ts',
  'scripts',
  'tests',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
  'web',
];

it('tracks no other file or folder in the root', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  const roots = new Set(files.map((file) => file.split('/', 1)[0]));
  expect(roots).toEqual(new Set(ROOT));
});
