/** The state that the checks against Stripe share. */
import type { WebhookCall } from '../attended.ts';
import type { Cleanup } from '../cleanup.ts';
import type { Evidence } from '../evidence.ts';
import type { Person } from '../person.ts';
import type { StripeSession, StripeTime } from './session.ts';

/** Objects that later checks need. */
interface Found {
  readonly taxRateId: string;
  readonly accountTaxId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
}

export interface StripeWorld {
  readonly evidence: Evidence;
  readonly person: Person;
  readonly session: StripeSession;
  readonly time: StripeTime;
  readonly cleanup: Cleanup;
  readonly wait: (seconds: number) => Promise<void>;
  /** Calls that reached this machine so far. */
  readonly webhooks: readonly WebhookCall[];
  readonly webhookSecret: string | null;
  /** Filled by the checks. */
  readonly found: Partial<Found>;
  readonly mark: string;
}

/** Returns an object that an earlier check found. @throws Error when it did not. */
export function need<Name extends keyof Found>({ found }: StripeWorld, name: Name): Found[Name] {
  const value = found[name] as Found[Name] | undefined;
  if (value === undefined) throw new Error(`No ${name}: an earlier check failed.`);
  return value;
}
