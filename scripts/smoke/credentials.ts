/** Credentials from the environment. Keys of live accounts are refused. */
import { SmokeRefusal } from './steps.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws SmokeRefusal when a credential is missing. */
export function xeroCredentials(environment: Environment) {
  const { XERO_CLIENT_ID: clientId, XERO_CLIENT_SECRET: clientSecret } = environment;
  if (clientId && clientSecret) return { clientId, clientSecret };
  throw new SmokeRefusal('Set XERO_CLIENT_ID and XERO_CLIENT_SECRET to the credentials of an app at Xero.');
}

/** @throws SmokeRefusal for a missing key and for any but a secret key of test mode. */
export function stripeCredentials(environment: Environment) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = environment;
  if (!secretKey) throw new SmokeRefusal('Set STRIPE_SECRET_KEY to a secret key of test mode.');
  if (/^sk_test_\w+$/.test(secretKey)) return { secretKey, webhookSecret: webhookSecret || null };
  throw new SmokeRefusal(
    'STRIPE_SECRET_KEY is not a secret key of test mode (sk_test_…). The smoke test never runs against live mode.',
  );
}
