import type { KnipConfig } from 'knip';
import { partsOf, rowsOf } from './functions/lib/route.ts';
import { routes } from './functions/routes.ts';

const rows = rowsOf(routes).map(([, row]) => row);

const config: KnipConfig = {
  entry: [
    ...rows.map((row) => `functions/${row.handler}.ts`),
    ...new Set(rows.flatMap(partsOf).map((part) => `functions/compose/${part}.ts`)),
    'scripts/*.ts',
    'scripts/{bench,proof}/*.ts',
    'infra/app.ts',
    'web/main.tsx',
    'web/theme/boot.ts',
    'scripts/lambda/*.ts',
    'tests/local/*/serve.ts',
    'tests/**/*.test.ts',
    'tests/journeys/*.ts',
  ],
  project: ['{domain,functions,infra,scripts,tests,web}/**/*.{ts,tsx,mjs}'],
  // Commands that `scripts/test.ts` and people run.
  ignoreDependencies: ['aws-cdk', 'oxlint', 'oxlint-tsgolint', 'prettier'],
  ignoreExportsUsedInFile: true,
};

export default config;
