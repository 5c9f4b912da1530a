/** The port over two transports to the simulated Xero: over HTTP through the SDK, and in process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { systemTimers } from '../../../functions/lib/timers.ts';
import { createXero } from '../../../functions/vendors/xero/client.ts';
import type {
  AuthorisationKind,
  Xero,
  XeroAccess,
  XeroGrant,
} from '../../../functions/services/xero/port.ts';
import { simulatedXeroHosts } from '../../../functions/services/xero/config.ts';
import { controlXero, createXeroCore, xeroInProcess } from '../../support/xero-in-process.ts';
import { localApp } from '../../../scripts/simulators/xero/local-app.ts';
import { startXeroSimulator } from '../../../scripts/simulators/xero/server.ts';

export const PORTAL = 'http://localhost:4000';

export interface Document {
  readonly [field: string]: unknown;
}

export interface SimulatedOrganisation {
  readonly tenantId: string;
  readonly name: string;
  readonly shortCode: string;
  readonly baseCurrency: string;
  readonly periodLockDate: string | null;
  readonly endOfYearLockDate: string | null;
  readonly accounts: readonly {
    readonly AccountID: string;
    readonly Code?: string;
    readonly Name: string;
    readonly SystemAccount?: string;
  }[];
  readonly bankTransactions: readonly Document[];
  readonly manualJournals: readonly Document[];
  readonly contacts: readonly Document[];
  readonly balances: Readonly<Record<string, number>>;
}

export interface LoggedRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly tenantId: string | null;
  readonly status: number | null;
  readonly idempotencyKey: string | null;
  readonly requestBody: string;
  readonly responseBody: string | null;
}

export interface SimulatedState {
  readonly organisations: readonly SimulatedOrganisation[];
  readonly requests: readonly LoggedRequest[];
}

const State = z.custom<SimulatedState>((value) => typeof value === 'object' && value !== null);

export interface World {
  readonly xero: Xero;
  control(method: string, path: string, input?: unknown): Promise<{ status: number; body: unknown }>;
  close(): Promise<void>;
}

/** The simulator over HTTP, behind the client that production uses. */
export async function worldOverHttp(): Promise<World & { readonly origin: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'xero-'));
  const simulator = await startXeroSimulator({
    port: 0,
    dataDir,
    portalOrigin: PORTAL,
    latencyMs: 0,
    seed: 1,
    books: 'empty',
  });
  return {
    origin: simulator.origin,
    xero: clientAt(simulator.origin),
    control: (method, path, input) => controlAt(simulator.origin, method, path, input),
    async close() {
      await simulator.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export function clientAt(origin: string, timeoutMs?: number, onRead?: (bytes: number) => void): Xero {
  const { clientId, clientSecret } = localApp(PORTAL);
  return createXero({
    clientId,
    clientSecret,
    hosts: simulatedXeroHosts(origin),
    redirectUris: { entity: `${PORTAL}/xero/authorise`, signup: `${PORTAL}/xero/signup` },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(onRead && { onRead }),
  });
}

export async function controlAt(origin: string, method: string, path: string, input?: unknown) {
  const response = await fetch(`${origin}/_control/${path}`, {
    method,
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  });
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, body };
}

/** The simulator's core under the port, on the machine's clock. */
export async function worldInProcess(): Promise<World> {
  const clock = { now: () => Date.now() + ahead };
  let ahead = 0;
  const core = createXeroCore({ now: clock.now(), books: 'empty' });
  return {
    xero: xeroInProcess(core, { clock, timers: systemTimers }),
    async control(method, path, input) {
      const answer = controlXero(core, clock, method, path, input);
      ahead = core.state.records.meta.get('@')?.clockOffsetMs ?? 0;
      return answer;
    },
    close: async () => {},
  };
}

export async function stateOf(world: Pick<World, 'control'>): Promise<SimulatedState> {
  return State.parse((await world.control('GET', 'state')).body);
}

/** The first organisation as it is now. */
export async function demoCompany(world: Pick<World, 'control'>): Promise<SimulatedOrganisation> {
  const [first] = (await stateOf(world)).organisations;
  if (first === undefined) throw new Error('The simulator has no organisation');
  return first;
}

export function accountId(organisation: SimulatedOrganisation, code: string): string {
  const account = organisation.accounts.find((each) => each.Code === code);
  if (account === undefined) throw new Error(`No account ${code}`);
  return account.AccountID;
}

/** Allows or denies a consent. Returns the address that the browser is sent to. */
export async function consent(
  world: Pick<World, 'control'>,
  authoriseUrl: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<URL> {
  const { body } = await world.control('POST', 'consent', { authoriseUrl, decision: 'allow', ...more });
  return new URL(z.object({ location: z.string() }).parse(body).location);
}

export async function grant(
  world: World,
  kind: AuthorisationKind = 'entity',
  organisations?: readonly string[],
): Promise<XeroGrant> {
  const url = world.xero.authoriseUrl(kind, { state: 'state-1', nonce: 'n-1' });
  const location = await consent(world, url, organisations === undefined ? {} : { organisations });
  return world.xero.exchangeCode(kind, location.searchParams.get('code') ?? '', 'n-1');
}

export async function access(world: World): Promise<XeroAccess> {
  const { tokens, connections } = await grant(world);
  const [connection] = connections;
  if (connection === undefined) throw new Error('Nothing was connected');
  return { accessToken: tokens.accessToken, tenantId: connection.tenantId };
}
