/** The import rules. `scripts/check-dependencies.ts` runs them, and proves that each rule refuses a violation. */
import type { IConfiguration } from 'dependency-cruiser';

const FEATURES =
  'users|tenants|entities|schedules|events|connections|sync|messages|plans|search|imports|attachments|reports|ledger';
const sdk = (name: string): string => `node_modules/${name}/`;

export const dependencyRules = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'The domain knows itself and decimal.js, so it runs in every browser and function alike.',
      severity: 'error',
      from: { path: '^domain/' },
      to: { pathNot: ['^domain/', sdk('decimal\\.js')] },
    },
    {
      name: 'routes-are-data',
      comment: 'Rows and wire schemas: what reads them must not load a handler.',
      severity: 'error',
      from: {
        path: ['^functions/.*routes\\.ts$', '^functions/lib/(route|wire)\\.ts$', '^functions/.*-wire\\.ts$'],
      },
      to: {
        pathNot: [
          '^domain/',
          '^functions/.*routes\\.ts$',
          '^functions/.*-wire\\.ts$',
          '^functions/lib/(route|wire)\\.ts$',
          sdk('zod'),
        ],
      },
    },
    {
      name: 'features-meet-in-stores',
      comment: 'One feature knows another by what it stores and shows, never by its handlers.',
      severity: 'error',
      from: { path: `^functions/(${FEATURES})/` },
      to: {
        path: `^functions/(${FEATURES})/`,
        pathNot: [
          '^functions/$1/',
          '-(store|view|wire)\\.ts$',
          '^functions/schedules/terms-input\\.ts$',
          '/routes\\.ts$',
          '^functions/connections/(access-token|remove-connections)\\.ts$',
          '^functions/entities/entity-deletion\\.ts$',
        ],
      },
    },
    {
      name: 'lib-and-stores-are-the-base',
      comment:
        'lib knows store and ports, and no feature. context.ts types all services, the protocol among them.',
      severity: 'error',
      from: { path: '^functions/lib/', pathNot: '^functions/lib/context\\.ts$' },
      to: { path: `^functions/(${FEATURES}|access|posting|compose)/` },
    },
    {
      name: 'stores-are-below-routes-access-and-posting',
      comment:
        'A feature store reads and writes items. Every function loads some stores, and none should load wire schemas by them.',
      severity: 'error',
      from: { path: `^functions/(${FEATURES})/[a-z-]+-store\\.ts$` },
      to: { path: ['^functions/(access|posting|compose)/', '/routes\\.ts$'] },
    },
    {
      name: 'access-and-posting-are-below-features',
      comment: 'They know features by their stores, and posting takes its access token from connections.',
      severity: 'error',
      from: { path: '^functions/(access|posting)/' },
      to: {
        path: `^functions/(${FEATURES}|compose)/`,
        pathNot: ['-(store|view)\\.ts$', '^functions/connections/access-token\\.ts$'],
      },
    },
    {
      name: 'store-is-the-ground',
      severity: 'error',
      from: { path: '^functions/store/' },
      to: { path: '^functions/', pathNot: '^functions/store/' },
    },
    {
      name: 'vendors-behind-clients',
      comment: 'A vendor is known by its client alone; everything else speaks the port’s words.',
      severity: 'error',
      from: { path: '^(domain|functions|infra|web)/', pathNot: '^functions/services/[a-z]+/' },
      to: {
        path: [
          sdk('stripe'),
          sdk('xero-node'),
          sdk('openid-client'),
          sdk('@aws-sdk/client-(kms|ssm|sesv2|sqs|s3)'),
          sdk('@aws-sdk/s3-'),
        ],
      },
    },
    {
      name: 'database-behind-the-table',
      severity: 'error',
      from: { path: '^(domain|functions|infra|web)/', pathNot: '^functions/store/dynamo-' },
      to: { path: [sdk('@aws-sdk/(client-dynamodb|lib-dynamodb|util-dynamodb)')] },
    },
    {
      name: 'clients-are-composed',
      severity: 'error',
      from: { path: '^functions/', pathNot: '^functions/(compose/|services/)' },
      to: { path: '^functions/services/[a-z]+/(client|files|local|seal)\\.ts$' },
    },
    {
      name: 'middy-once',
      severity: 'error',
      from: { path: '^functions/', pathNot: '^functions/access/(endpoint|compress)\\.ts$' },
      to: { path: sdk('@middy') },
    },
    {
      name: 'route-client-loads-nothing',
      comment: 'The browser bundles the route client, so its imports are types of the route table.',
      severity: 'error',
      from: { path: '^functions/route-client\\.ts$' },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-knows-contracts-as-types',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^functions/',
        pathNot: '^functions/route-client\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-knows-contracts-only',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^functions/',
        pathNot: ['/routes\\.ts$', '^functions/lib/route\\.ts$', '^functions/route-client\\.ts$'],
      },
    },
    {
      name: 'infra-reads-tables',
      comment: 'Stacks follow from the tables of routes and jobs, never from a handler.',
      severity: 'error',
      from: { path: '^infra/' },
      to: {
        path: '^functions/',
        pathNot: [
          '/routes\\.ts$',
          '^functions/(jobs|lib/(route|job|request-metric))\\.ts$',
          '^functions/store/table-schema\\.ts$',
        ],
      },
    },
    {
      name: 'nothing-leans-on-scripts-or-tests',
      severity: 'error',
      from: { path: '^(domain|functions|infra|web)/' },
      to: { path: '^(scripts|tests)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'] },
    moduleSystems: ['es6', 'cjs'],
  },
} satisfies IConfiguration;
