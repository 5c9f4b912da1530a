import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stripeCredentials, xeroCredentials } from '../../../scripts/smoke/credentials.ts';
import { SmokeRefusal } from '../../../scripts/smoke/steps.ts';

describe('the credentials of a smoke test', () => {
  it.each(['sk_live_51Habc', 'rk_live_51Habc', 'rk_test_51Habc', 'pk_test_51Habc', 'sk_test_', 'nonsense'])(
    'refuse %s, which is no secret key of test mode',
    (key) => {
      expect(() => stripeCredentials({ STRIPE_SECRET_KEY: key })).toThrow(SmokeRefusal);
      expect(() => stripeCredentials({ STRIPE_SECRET_KEY: key })).toThrow(/sk_test_…/);
    },
  );

  it.each([{}, { STRIPE_SECRET_KEY: '' }])('tell that the key of Stripe is missing in %o', (environment) => {
    expect(() => stripeCredentials(environment)).toThrow('Set STRIPE_SECRET_KEY');
  });

  it.each([{}, { XERO_CLIENT_ID: 'a' }, { XERO_CLIENT_ID: 'a', XERO_CLIENT_SECRET: '' }])(
    'tell that those of Xero are missing in %o',
    (environment) => {
      expect(() => xeroCredentials(environment)).toThrow('Set XERO_CLIENT_ID and XERO_CLIENT_SECRET');
    },
  );
});

describe('npm run smoke', () => {
  const script = join(import.meta.dirname, '../../../scripts/smoke.ts');
  const run = (words: string[], environment: Record<string, string>) =>
    spawnSync(process.execPath, [script, ...words], {
      env: { PATH: process.env['PATH'], ...environment },
      encoding: 'utf8',
    });

  it('refuses a live key in one sentence, without repeating it', () => {
    const { status, stdout, stderr } = run(['--stripe'], { STRIPE_SECRET_KEY: 'sk_live_51Habc' });
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('never runs against live mode')]);
    expect(stdout + stderr).not.toContain('sk_live_51Habc');
  });

  it('asks which services to test', () => {
    expect(run([], {}).stderr).toContain('--xero, --stripe, or both');
  });
});
