/**
 * Prepares a Stripe account. It can run again at any time: it changes only what differs from the catalogue.
 *
 *     STRIPE_SECRET_KEY=sk_… npm run stripe:bootstrap -- https://app.example.com
 */
import { Stripe } from 'stripe';
import { bootstrap } from './stripe/account.ts';

const { STRIPE_SECRET_KEY: key } = process.env;
if (key === undefined || key === '') {
  console.error('Set STRIPE_SECRET_KEY to the secret key of the account.');
  process.exit(1);
}
const lines: string[] = [];
const stripe = new Stripe(key, { maxNetworkRetries: 2 });
const account = { site: process.argv[2], isLive: /^[rs]k_live_/.test(key) };
try {
  await bootstrap(stripe, account, (line) => {
    lines.push(line);
    console.log(line);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
console.log(lines.length === 0 ? 'The account matches the catalogue already.' : 'Done.');
