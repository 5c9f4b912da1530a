/**
 * Walks a person through the facts of Xero and Stripe that the product relies on, against a Demo Company and test mode.
 *
 *     XERO_CLIENT_ID=… XERO_CLIENT_SECRET=… STRIPE_SECRET_KEY=sk_test_… npm run smoke -- --xero --stripe
 */
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { attendedPerson, openCallback } from './smoke/attended.ts';
import { stripeCredentials, xeroCredentials } from './smoke/credentials.ts';
import { runSmoke } from './smoke/run.ts';
import { SmokeRefusal } from './smoke/steps.ts';
import { testClock } from './smoke/stripe/world.ts';
import { realXero } from './smoke/xero/world.ts';

const { values } = parseArgs({
  options: {
    xero: { type: 'boolean', default: false },
    stripe: { type: 'boolean', default: false },
    folder: { type: 'string', default: 'smoke-reports' },
  },
});

const wait = (seconds: number): Promise<void> => sleep(seconds * 1000);

try {
  if (!values.xero && !values.stripe) throw new SmokeRefusal('Name what to test: --xero, --stripe, or both.');
  const xero = values.xero ? xeroCredentials(process.env) : null;
  const stripe = values.stripe ? stripeCredentials(process.env) : null;
  const callback = await openCallback(Number(process.env['PORT'] ?? 4000));
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  terminal.on('SIGINT', interrupt);
  process.on('SIGINT', interrupt);
  const { webhooks, redirectUri } = callback;

  const { report, file } = await runSmoke({
    xero: xero && { ...xero, addresses: realXero, redirectUri, wait },
    stripe: stripe && {
      ...stripe,
      base: 'https://api.stripe.com',
      timeOf: (sdk) => testClock(sdk, wait),
      webhooks,
      wait,
    },
    person: attendedPerson(callback, terminal, interruption.signal),
    signal: interruption.signal,
    folder: values.folder,
    onFinding: ({ step, expects, verdict, seen }) =>
      console.log(`${verdict.padEnd(13)} ${step}: ${expects} (${seen})`),
  });
  terminal.close();
  await callback.close();

  console.log('\nOpen questions:');
  for (const { isQuestion, verdict, expects, seen } of report.findings) {
    if (isQuestion) console.log(`  ${verdict.padEnd(13)} ${expects} (${seen})`);
  }
  console.log(`\nThe report, without secrets:\n  ${file}`);
  if (report.refused !== null) throw new SmokeRefusal(report.refused);
  if (report.findings.some(({ verdict }) => verdict === 'failed')) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof SmokeRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
