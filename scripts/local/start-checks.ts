/** A problem at start that the user can fix. Its message is one line. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the vendors whose credentials are in the environment. The others are simulated. */
export const realVendors = (environment: Environment) => ({
  realXero: environment['XERO_CLIENT_ID'] !== undefined && environment['XERO_CLIENT_SECRET'] !== undefined,
  realStripe: environment['STRIPE_SECRET_KEY'] !== undefined,
});

/**
 * Checks the credentials of a real Stripe. Without the webhook secret every webhook would be refused.
 * @param origin the portal's own address.
 * @throws StartProblem that says what to set.
 */
export function checkStripeCredentials(environment: Environment, origin: string): void {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret = '' } = environment;
  if (key === undefined) return;
  if (!/^[sr]k_(test|live)_/.test(key)) {
    throw new StartProblem(
      'STRIPE_SECRET_KEY must be a secret key of Stripe (sk_test_…). Unset it to use the simulated Stripe.',
    );
  }
  if (!secret.startsWith('whsec_')) {
    throw new StartProblem(
      `STRIPE_SECRET_KEY is set, so STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook (whsec_…). Run "stripe listen --forward-to ${origin}/v1/webhooks/stripe" and set the secret that it prints.`,
    );
  }
}
