/** Credentials from the environment. Keys of live accounts are refused. */
import { SmokeRefusal } from './refusal.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface XeroCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface StripeCredentials {
  readonly secretKey: string;
  /** The signing secret that `stripe listen` prints; null: the check of webhooks is skipped. */
  readonly webhookSecret: string | null;
}

/** @throws SmokeRefusal when a credential is missing. */
export function xeroCredentials(environment: Environment): XeroCredentials {
  const { XERO_CLIENT_ID: clientId, XERO_CLIENT_SECRET: clientSecret } = environment;
  if (clientId && clientSecret) return { clientId, clientSecret };
  throw new SmokeRefusal('Set XERO_CLIENT_ID and XERO_CLIENT_SECRET to the credentials of an app at Xero.');
}

/** @throws SmokeRefusal for a missing key and for any but a secret key of test mode. */
export function stripeCredentials(environment: Environment): StripeCredentials {
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret } = environment;
  if (secretKey === '') throw new SmokeRefusal('Set STRIPE_SECRET_KEY to a secret key of test mode.');
  if (!/^sk_test_\w+$/.test(secretKey)) {
    throw new SmokeRefusal(
      'STRIPE_SECRET_KEY is not a secret key of test mode (sk_test_…). The smoke test never runs against live mode.',
    );
  }
  return { secretKey, webhookSecret: webhookSecret || null };
}
