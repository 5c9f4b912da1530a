import type { KnipConfig } from 'knip';
import { jobs } from './functions/api/jobs.ts';
import { partsOfJob } from './functions/api/job.ts';
import { partsOf, rowsOf } from './functions/api/route.ts';
import { routes } from './functions/api/routes.ts';

const rows = rowsOf(routes).map(([, row]) => row);
const jobRows = Object.values(jobs);
const parts = [...rows.flatMap(partsOf), ...jobRows.flatMap(partsOfJob)];

const config: KnipConfig = {
  entry: [
    ...[...rows, ...jobRows].map(({ handler }) => `functions/${handler}.ts!`),
    ...new Set(parts.map((part) => `functions/compose/${part}.ts!`)),
    'functions/compose/entry.ts!',
    'scripts/{dev,seed,start}.ts!',
    'scripts/!(dev|seed|start).ts',
    'scripts/check/dependencies.ts',
    'tests/{bench,commands,proof}/*.ts',
    'tests/proof/permissions/function-worker.ts',
    'infra/app.ts',
    'scripts/build/{environment-credentials,xero-accounting}.ts',
    'tests/simulators/*/serve.ts',
    'tests/**/*.test.ts',
    'tests/journeys/*.ts',
  ],
  // `knip --production --strict` looks at what has an exclamation mark: `dependencies` are what the product runs on, in
  // the cloud and by `npm start`, which installs nothing else.
  project: [
    '{domain,functions,web}/**/*.{ts,tsx}!',
    'scripts/{build,local,simulators}/**/*.ts!',
    'scripts/{dev,seed,start}.ts!',
    'scripts/!(build|local|simulators)/**/*.ts',
    'scripts/!(dev|seed|start).{ts,mjs}',
    '{infra,tests}/**/*.ts',
  ],
  // Lambda's runtime client and the tools are started by their files; vite.config.ts does not count as production.
  ignoreDependencies: [
    'aws-lambda-ric',
    'oxfmt',
    'oxlint',
    'oxlint-tsgolint',
    'typescript-7',
    '@vitejs/plugin-react!',
  ],
  // A tool of Linux, for the test of a full disk.
  ignoreBinaries: ['prlimit'],
  ignoreExportsUsedInFile: true,
};

export default config;
