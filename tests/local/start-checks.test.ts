import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkStripeCredentials } from '../../scripts/local/start-checks.ts';

const ORIGIN = 'http://localhost:4000';

describe('npm start with a Stripe key', () => {
  it('refuses to start without the webhook secret, and says how to get one', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../scripts/start.ts')],
      {
        env: { ...process.env, PORT: '4321', DATA_DIR: dataDir, STRIPE_SECRET_KEY: 'sk_test_abc' },
        encoding: 'utf8',
      },
    );
    rmSync(dataDir, { recursive: true });
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('STRIPE_WEBHOOK_SECRET');
    expect(stderr).toContain('stripe listen --forward-to http://localhost:4321/v1/webhooks/stripe');
  });

  it.each([
    ['the id of a webhook', { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: 'we_123' }, /whsec_/],
    ['an empty webhook secret', { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: '' }, /whsec_/],
    ['an empty key', { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: 'whsec_a' }, /sk_test_…/],
    ['a publishable key', { STRIPE_SECRET_KEY: 'pk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' }, /sk_test_…/],
  ])('refuses %s', (_what, environment, sentence) => {
    expect(() => checkStripeCredentials(environment, ORIGIN)).toThrow(sentence);
  });

  it.each([{}, { STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' }])(
    'accepts %o',
    (given) => {
      expect(() => checkStripeCredentials(given, ORIGIN)).not.toThrow();
    },
  );
});
