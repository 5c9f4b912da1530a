/** One run of the smoke test: the steps, the cleanup, the report. */
import type { WebhookCall } from './attended.ts';
import { createCleanup, finishCleanup } from './cleanup.ts';
import type { StripeCredentials, XeroCredentials } from './credentials.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import type { Person } from './person.ts';
import { createRedactor } from './redaction.ts';
import { SmokeRefusal } from './refusal.ts';
import { type Report, type ReportFiles, writeReport } from './report.ts';
import { type Finding, runSteps, type Step } from './steps.ts';
import { purchaseChecks } from './stripe/purchase.ts';
import { openStripeSession, type StripeSession, type StripeTime } from './stripe/session.ts';
import { subscriptionChecks } from './stripe/subscription.ts';
import type { StripeWorld } from './stripe/world.ts';
import { openProduct } from './xero/product.ts';
import { openXeroSession, type XeroAddresses } from './xero/session.ts';
import { xeroSteps } from './xero/steps.ts';
import { newMark } from './xero/world.ts';

export interface XeroTarget {
  readonly credentials: XeroCredentials;
  readonly addresses: XeroAddresses;
  readonly redirectUri: string;
  readonly wait: (seconds: number) => Promise<void>;
}

export interface StripeTarget {
  readonly credentials: StripeCredentials;
  readonly base: string;
  readonly timeOf: (session: StripeSession) => StripeTime;
  readonly webhooks: readonly WebhookCall[];
  readonly wait: (seconds: number) => Promise<void>;
}

export interface SmokeOptions {
  /** Null leaves the service out. */
  readonly xero: XeroTarget | null;
  readonly stripe: StripeTarget | null;
  readonly person: Person;
  /** Ends the run before its next check; what it created is still removed. */
  readonly signal: AbortSignal;
  readonly folder: string;
  /** Receives each finding as it is made. */
  readonly onFinding: (finding: Finding) => void;
}

const stripeStep: Step<StripeWorld> = {
  name: '16 Stripe',
  checks: [...purchaseChecks, ...subscriptionChecks],
};

/** Runs the steps and writes the report, also after a refusal, which the report names. */
export async function runSmoke(
  options: SmokeOptions,
): Promise<{ readonly report: Report; readonly files: ReportFiles }> {
  const startedAt = new Date().toISOString();
  const evidence = createEvidence(createRedactor());
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
    options.onFinding(finding);
  };
  let refused: string | null = null;
  try {
    if (options.xero) await runXero(options.xero, options, evidence, report);
    if (options.stripe) await runStripe(options.stripe, options, evidence, report);
  } catch (error) {
    if (!(error instanceof SmokeRefusal)) throw error;
    refused = error.message;
  }
  const finishedAt = new Date().toISOString();
  const whole = { startedAt, finishedAt, refused, findings, exchanges: evidence.exchanges };
  return { report: whole, files: writeReport(options.folder, whole, evidence.redactor) };
}

async function runXero(
  { wait, ...target }: XeroTarget,
  { person, signal }: SmokeOptions,
  evidence: Evidence,
  report: (finding: Finding) => void,
): Promise<void> {
  const cleanup = createCleanup();
  const session = openXeroSession({ ...target, evidence, wait });
  const product = await openProduct(target.credentials, target.addresses, session, evidence);
  const world = { evidence, person, session, product, cleanup, wait, found: {}, mark: newMark() };
  try {
    await runSteps(xeroSteps, world, report, signal);
  } finally {
    await finishCleanup(cleanup, evidence, report);
    await product.close();
  }
}

async function runStripe(
  { credentials, base, timeOf, webhooks, wait }: StripeTarget,
  { person, signal }: SmokeOptions,
  evidence: Evidence,
  report: (finding: Finding) => void,
): Promise<void> {
  const cleanup = createCleanup();
  const session = openStripeSession(credentials, base, evidence);
  const { webhookSecret } = credentials;
  if (webhookSecret !== null) evidence.redactor.learn(webhookSecret);
  const time = timeOf(session);
  const shared = { evidence, person, session, time, cleanup, wait, webhooks, webhookSecret };
  try {
    await runSteps([stripeStep], { ...shared, found: {}, mark: newMark() }, report, signal);
  } finally {
    await finishCleanup(cleanup, evidence, report);
  }
}
