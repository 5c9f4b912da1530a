import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { jobs } from '../../functions/api/jobs.ts';
import { usesOfJob } from '../../functions/api/job.ts';
import { byHandler, usesOf, type Use } from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import { buildFunctions } from '../../scripts/build/functions.ts';

const root = path.resolve(import.meta.dirname, '../..');
const output = path.join(root, 'dist/functions');
const { bundles } = await buildFunctions();
const handlers = [
  ...[...byHandler(routes)].map(
    ([handler, rows]) => [handler, new Set(rows.flatMap(([, row]) => [...usesOf(row)]))] as const,
  ),
  ...Object.values(jobs).map((row) => [row.handler, usesOfJob(row)] as const),
];

describe.each(handlers)('%s', (handler, uses) => {
  const packages = Object.keys(bundles[handler]?.packages ?? {});

  it('consists of one file, and fonts where it writes PDF', () => {
    const fonts = packages.includes('pdfkit') ? ['package.json', 'standard-fonts'] : [];
    expect(readdirSync(path.join(output, handler)).toSorted()).toEqual(['index.mjs', ...fonts]);
  });

  it('contains a vendor’s library exactly when its row uses the vendor', () => {
    expect(packages.includes('xero-node')).toBe(uses.has('xero'));
    expect(packages.includes('stripe')).toBe(uses.has('stripe'));
    expect(packages.includes('@aws-sdk/client-sesv2')).toBe(uses.has('mailer'));
    expect(packages.includes('@aws-sdk/client-kms')).toBe(uses.has('vault:totp') || uses.has('vault:xero'));
    expect(packages.includes('@aws-sdk/client-s3')).toBe(uses.has('files:read') || uses.has('files:write'));
    expect(packages.includes('@aws-sdk/client-sqs')).toBe(uses.has('queue') || uses.has('mail'));
  });

  it('fetches secrets only when its row uses them', () => {
    const needs = ['xero', 'stripe', 'sign'].some((use) => uses.has(use as Use));
    expect(packages.includes('@aws-sdk/client-ssm')).toBe(needs);
  });

  it('contains the database’s client exactly when its row uses the table', () => {
    expect(packages.includes('@aws-sdk/client-dynamodb')).toBe(
      uses.has('table:read') || uses.has('table:write'),
    );
  });

  it('reads credentials from its environment only', () => {
    expect(packages.filter((name) => name.startsWith('@aws-sdk/credential-provider'))).toEqual([]);
  });
});

test('the build contains the functions of the tables and no others', () => {
  expect(Object.keys(bundles).toSorted()).toEqual(handlers.map(([handler]) => handler).toSorted());
});
