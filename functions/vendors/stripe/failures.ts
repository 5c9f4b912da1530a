/** Stripe's refusals and failures in words for the page: the problem, and the next step. */
import { Stripe } from 'stripe';
import * as z from 'zod';
import { VendorFailure } from '../../lib/vendor-failure.ts';

const { errors } = Stripe;

const UNAVAILABLE = 'Billing is not available right now. Please try again later.';

export const NOT_BOOTSTRAPPED =
  'Billing is not set up completely at Stripe. Please contact support; the operator has to run “npm run stripe:bootstrap”.';

/** Refusals with a known reason. Stripe gives most of them no code, so the message is matched. */
const KNOWN_REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /price specified is inactive|No such price/,
    'This price is no longer sold. Please reload the page and choose a plan again.',
  ],
  [
    /cannot be updated|no changes to confirm|not in the portal configuration/,
    'Stripe can’t change the subscription this way. Please open Billing, pay open invoices there, and change the plan there.',
  ],
  [/No configuration provided/, NOT_BOOTSTRAPPED],
  [
    /No such (customer|subscription)/,
    'Stripe no longer has this customer or subscription. Please reload the page and try again.',
  ],
];

/** Waits for an answer and reads it. Errors of Stripe and unreadable answers become a VendorFailure. */
export async function read<Output>(answer: Promise<unknown>, schema: z.ZodType<Output>): Promise<Output> {
  try {
    return schema.parse(await answer);
  } catch (error) {
    if (error instanceof errors.StripeError) throw failureOf(error);
    if (error instanceof z.ZodError) throw new VendorFailure('Stripe', 502, UNAVAILABLE, error);
    throw error;
  }
}

function failureOf(error: Stripe.errors.StripeError): VendorFailure {
  if (error instanceof errors.StripeIdempotencyError) {
    const message = 'The same request is still being processed. Please try again in a minute.';
    return new VendorFailure('Stripe', 503, message, error);
  }
  const isTemporary = [errors.StripeConnectionError, errors.StripeRateLimitError, errors.StripeAPIError].some(
    (kind) => error instanceof kind,
  );
  if (isTemporary) return new VendorFailure('Stripe', 503, UNAVAILABLE, error);
  return new VendorFailure('Stripe', 502, refusalOf(error), error);
}

function refusalOf(error: Stripe.errors.StripeError): string {
  const isKey =
    error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError;
  if (isKey) {
    return 'Stripe did not accept Paydown’s key. Nothing was charged or changed. Please contact support; the operator has to check the key.';
  }
  const known = KNOWN_REFUSALS.find(([pattern]) => pattern.test(error.message));
  if (known) return known[1];
  const reference = error.requestId ? ` and give the reference ${error.requestId}` : '';
  return `Stripe refused the request. Nothing was charged or changed. Please try again; if it is refused again, contact support${reference}.`;
}

/** Answers null instead of failing for an object that does not exist. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
  throw error;
}
