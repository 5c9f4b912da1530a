/** The smoke test against simulators that it starts itself, under a choice of readings. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStripeSimulator } from '../../../scripts/simulators/stripe/server.ts';
import { localApp } from '../../../scripts/simulators/xero/local-app.ts';
import { startXeroSimulator } from '../../../scripts/simulators/xero/server.ts';
import { openCallback } from '../../../scripts/smoke/attended.ts';
import type { Report, ReportFiles } from '../../../scripts/smoke/report.ts';
import { runSmoke } from '../../../scripts/smoke/run.ts';
import { control, simulatedPerson, simulatedTime, simulatedWait } from './simulated-person.ts';
import type { Finding, Verdict } from '../../../scripts/smoke/steps.ts';

const WEBHOOK_SECRET = 'whsec_simulated_smoke';
const SECRET_KEY = 'sk_test_simulatedsmoke';

export interface Readings {
  /** For Xero's `POST /_control/behaviour`. */
  readonly xero: Readonly<Record<string, string | number>>;
  readonly confirmsPastDue: boolean;
  /** The verdict of each open question, by the name of its check. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

const verdictsOf = (verdict: Verdict): Readings['verdicts'] => ({
  'day limit': verdict,
  'actions of the user': verdict,
  'SPEND by AccountID': verdict,
  'the same key after a refresh': verdict,
  'filter by Reference': verdict,
  'parameter References': verdict,
  'journal by AccountID': verdict,
  'two calls at once under one key': verdict,
  'good and bad in one batch, summarised': verdict,
  'plan change while past_due': verdict,
  // The simulator has no switch for it.
  'journals by narration': 'holds',
  'Url to localhost': 'holds',
});

export const STRICT: Readings = {
  xero: {
    referenceFilter: 'nothing',
    idempotencyScope: 'token',
    lineAccount: 'code',
    dayLimit: 1000,
    batchRefusal: 'partial',
    inFlightKey: 'runs',
    actions: 'documented',
    batchMs: 20,
  },
  confirmsPastDue: false,
  verdicts: verdictsOf('does not hold'),
};

export const LENIENT: Readings = {
  xero: {
    referenceFilter: 'exact',
    idempotencyScope: 'app',
    lineAccount: 'id',
    dayLimit: 5000,
    batchRefusal: 'atomic',
    inFlightKey: 'waits',
    actions: 'all',
    batchMs: 20,
  },
  confirmsPastDue: true,
  verdicts: verdictsOf('holds'),
};

/** Circumstances of a run other than the usual ones. */
export interface Circumstances {
  readonly isDemoCompany?: boolean;
  readonly signal?: AbortSignal;
  readonly onFinding?: (finding: Finding) => void;
}

export interface SimulatedRun extends Report {
  readonly files: ReportFiles;
}

/** Starts both simulators and a callback server on free ports, and runs every step unattended. */
export async function smokeAgainstSimulators(
  readings: Readings,
  folder: string,
  {
    isDemoCompany = true,
    signal = new AbortController().signal,
    onFinding = () => undefined,
  }: Circumstances = {},
): Promise<SimulatedRun> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydown-simulators-'));
  const callback = await openCallback(0);
  const portalOrigin = new URL(callback.redirectUri).origin;
  const xero = await startXeroSimulator({ port: 0, dataDir, portalOrigin });
  const stripe = await startStripeSimulator({
    port: 0,
    dataDir,
    portalOrigin,
    webhookSecret: WEBHOOK_SECRET,
  });
  try {
    await control(xero.origin, 'POST', 'behaviour', readings.xero);
    await control(stripe.origin, 'POST', 'portal', { confirmsPastDue: readings.confirmsPastDue });
    if (!isDemoCompany) await makeReal(xero.origin);
    const { clientId, clientSecret } = localApp(portalOrigin);
    const credentials = { clientId, clientSecret };
    const simulators = { xero: xero.origin, stripe: stripe.origin, credentials };
    const { report, files } = await runSmoke({
      xero: {
        credentials,
        addresses: {
          authorise: `${xero.origin}/identity/connect/authorize`,
          identity: xero.origin,
          api: xero.origin,
          web: xero.origin,
        },
        redirectUri: callback.redirectUri,
        wait: simulatedWait(simulators),
      },
      stripe: {
        credentials: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET },
        base: stripe.origin,
        timeOf: () => simulatedTime(simulators),
        webhooks: callback.webhooks,
        wait: (seconds) => sleep(seconds * 1000),
      },
      person: simulatedPerson(simulators),
      folder,
      signal,
      onFinding,
    });
    return { ...report, files };
  } finally {
    await Promise.all([xero.close(), stripe.close(), callback.close()]);
    rmSync(dataDir, { recursive: true });
  }
}

async function makeReal(origin: string): Promise<void> {
  const response = await fetch(`${origin}/_control/state`);
  const { organisations } = (await response.json()) as { organisations: { tenantId: string }[] };
  for (const { tenantId } of organisations) {
    await control(origin, 'PATCH', `organisations/${tenantId}`, { isDemoCompany: false });
  }
}
