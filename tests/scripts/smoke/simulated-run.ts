/** The smoke test against simulators that it starts itself, under a choice of readings. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStripeSimulator } from '../../../scripts/simulators/stripe/server.ts';
import { localApp } from '../../../scripts/simulators/xero/local-app.ts';
import { startXeroSimulator } from '../../../scripts/simulators/xero/server.ts';
import { BOOKS } from '../../support/xero-books.ts';
import { openCallback, type WebhookCall } from '../../../scripts/smoke/attended.ts';
import { type Report, runSmoke } from '../../../scripts/smoke/run.ts';
import { control, simulatedPerson, simulatedTime, simulatedWait } from './simulated-person.ts';
import type { Finding } from '../../../scripts/smoke/steps.ts';
import { type Defect, openProxy } from './defects.ts';

const WEBHOOK_SECRET = 'whsec_simulated_smoke';
/** The run makes 61 calls in one window, also on a slow machine. Its waits for the next windows end before the token does. */
const MINUTE_MS = 240_000;
const SECRET_KEY = 'sk_test_simulatedsmoke';

export interface Readings {
  /** For Xero's `POST /_control/behaviour`. */
  readonly xero: Readonly<Record<string, string | number>>;
  readonly confirmsPastDue: boolean;
  readonly endsTrials?: boolean;
}

export const STRICT: Readings = {
  xero: {
    referenceFilter: 'nothing',
    idempotencyScope: 'token',
    lineAccount: 'code',
    dayLimit: 1000,
    batchRefusal: 'partial',
    inFlightKey: 'runs',
    actions: 'documented',
    // Long enough that two calls of a loaded machine overlap.
    batchMs: 60,
    minuteMs: MINUTE_MS,
  },
  confirmsPastDue: false,
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
    minuteMs: MINUTE_MS,
  },
  confirmsPastDue: true,
};

/** Circumstances of a run other than the usual ones. */
export interface Circumstances {
  readonly isDemoCompany?: boolean;
  readonly withXero?: boolean;
  /** A defect of the product: changes what passes between it and Xero. */
  readonly defect?: Defect;
  /** An event of Stripe that does not arrive. */
  readonly lostEvent?: string;
  readonly signal?: AbortSignal;
  readonly onFinding?: (finding: Finding) => void;
}

export interface SimulatedRun extends Report {
  readonly file: string;
}

/** Starts both simulators and a callback server on free ports, and runs every step unattended. */
export async function smokeAgainstSimulators(
  readings: Readings,
  folder: string,
  {
    isDemoCompany = true,
    withXero = true,
    defect,
    lostEvent,
    signal = new AbortController().signal,
    onFinding = () => undefined,
  }: Circumstances = {},
): Promise<SimulatedRun> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydown-simulators-'));
  const callback = await openCallback(0);
  const portalOrigin = new URL(callback.redirectUri).origin;
  const xero = await startXeroSimulator({ port: 0, dataDir, portalOrigin, books: BOOKS });
  const stripe = await startStripeSimulator({
    port: 0,
    dataDir,
    portalOrigin,
    webhookSecret: WEBHOOK_SECRET,
  });
  const between = defect && (await openProxy(xero.origin, defect));
  try {
    const { xero: behaviour, ...portal } = readings;
    await control(xero.origin, 'POST', 'behaviour', { ...behaviour });
    await control(stripe.origin, 'POST', 'portal', portal);
    if (!isDemoCompany) await makeReal(xero.origin);
    const { clientId, clientSecret } = localApp(portalOrigin);
    const credentials = { clientId, clientSecret };
    const simulators = { xero: xero.origin, stripe: stripe.origin, credentials };
    const { report, file } = await runSmoke({
      xero: withXero
        ? {
            ...credentials,
            addresses: {
              authorise: `${xero.origin}/identity/connect/authorize`,
              identity: xero.origin,
              api: between?.origin ?? xero.origin,
              web: xero.origin,
            },
            redirectUri: callback.redirectUri,
            wait: simulatedWait(simulators),
          }
        : null,
      stripe: {
        secretKey: SECRET_KEY,
        webhookSecret: WEBHOOK_SECRET,
        base: stripe.origin,
        timeOf: () => simulatedTime(simulators),
        webhooks: without(callback.webhooks, lostEvent),
        // An event that is lost is not waited for.
        wait: (seconds) => sleep(seconds * (lostEvent === undefined ? 1000 : 10)),
      },
      person: simulatedPerson(simulators),
      folder,
      signal,
      onFinding,
    });
    return { ...report, file };
  } finally {
    await Promise.all([xero.close(), stripe.close(), callback.close(), between?.close()]);
    rmSync(dataDir, { recursive: true });
  }
}

/** The calls so far, and later ones, without those of an event. */
function without(webhooks: readonly WebhookCall[], event: string | undefined): readonly WebhookCall[] {
  if (event === undefined) return webhooks;
  const kept = (): readonly WebhookCall[] => webhooks.filter(({ body }) => !body.includes(event));
  return new Proxy(webhooks, { get: (_all, name) => Reflect.get(kept(), name) as unknown });
}

async function makeReal(origin: string): Promise<void> {
  const response = await fetch(`${origin}/_control/state`);
  const { organisations } = (await response.json()) as { organisations: { tenantId: string }[] };
  for (const { tenantId } of organisations) {
    await control(origin, 'PATCH', `organisations/${tenantId}`, { isDemoCompany: false });
  }
}
