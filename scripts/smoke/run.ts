/** One run of the smoke test: the steps, the cleanup, the report. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCleanup } from './cleanup.ts';
import { createEvidence, type Exchange } from './evidence.ts';
import type { Person } from './person.ts';
import { createRedactor } from './redaction.ts';
import { type Finding, type Run, runSteps, SmokeRefusal, type Step } from './steps.ts';
import { stripeChecks } from './stripe/checks.ts';
import { openStripe, type StripeTarget } from './stripe/world.ts';
import { limitSteps } from './xero/limits.ts';
import { ownClientStep } from './xero/own-client.ts';
import { postingSteps } from './xero/posting.ts';
import { setUpSteps } from './xero/set-up.ts';
import { openXero, type XeroTarget } from './xero/world.ts';

interface SmokeOptions {
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

/** The report for a support case: findings, and the evidence for them without secrets. */
export interface Report {
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The reason why the run stopped early. */
  readonly refused: string | null;
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
}

/** Runs the steps and writes the report as JSON, also after a refusal, which the report names. */
export async function runSmoke(
  options: SmokeOptions,
): Promise<{ readonly report: Report; readonly file: string }> {
  const startedAt = new Date().toISOString();
  const evidence = createEvidence(createRedactor());
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    const clean = evidence.redactor.redact(finding);
    findings.push(clean);
    options.onFinding(clean);
  };

  async function runService<World extends Run<object> & { close?(): Promise<void> }>(
    open: (run: Omit<Run<object>, 'wait'>) => Promise<World>,
    steps: readonly Step<World>[],
  ): Promise<void> {
    const cleanup = createCleanup();
    const mark = `smoke-${randomUUID().slice(0, 8)}`;
    const world = await open({ evidence, person: options.person, cleanup, mark, found: {} });
    try {
      await runSteps(steps, world, report, options.signal);
    } finally {
      const expects = 'Everything that the run created is removed.';
      evidence.begin('Cleanup', expects);
      const failed = await cleanup.run();
      const seen = `Still there: ${failed.join(', ')}`;
      if (failed.length > 0) {
        report({ step: 'Cleanup', expects, isQuestion: false, verdict: 'failed', seen });
      }
      await world.close?.();
    }
  }

  const { xero, stripe } = options;
  const xeroSteps = [...setUpSteps, ...postingSteps, ownClientStep, ...limitSteps];
  let refused: string | null = null;
  try {
    if (xero) await runService((run) => openXero(xero, run), xeroSteps);
    if (stripe) {
      const step = { name: '16 Stripe', checks: stripeChecks };
      await runService(async (run) => openStripe(stripe, run), [step]);
    }
  } catch (error) {
    if (!(error instanceof SmokeRefusal)) throw error;
    refused = error.message;
  }
  const finishedAt = new Date().toISOString();
  const whole = { startedAt, finishedAt, refused, findings, exchanges: evidence.exchanges };
  const file = join(options.folder, `smoke-${startedAt.replaceAll(/[:.]/g, '-')}.json`);
  mkdirSync(options.folder, { recursive: true });
  // Secrets that were learnt after a call was recorded are removed here.
  writeFileSync(file, `${JSON.stringify(evidence.redactor.redact(whole), null, 2)}\n`);
  return { report: whole, file };
}
