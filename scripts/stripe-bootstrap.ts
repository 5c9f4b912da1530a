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
await bootstrap(new Stripe(key, { maxNetworkRetries: 2 }), process.argv[2], (line) => {
  lines.push(line);
  console.log(line);
});
console.log(lines.length === 0 ? 'The account matches the catalogue already.' : 'Done.');
