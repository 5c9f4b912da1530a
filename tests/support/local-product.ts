/** The whole local product in its own process, as `npm start` runs it, on free ports and its own data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { RouteClient } from '../../functions/client/route-client.ts';
import { portsFrom, takenPorts } from '../../scripts/local/ports.ts';
import { productClient, signInTo } from '../../scripts/local/product-client.ts';
import { BOOKS } from './xero-books.ts';

const HERE = resolve(import.meta.dirname, '../..');

export interface Product {
  readonly origin: string;
  readonly xero: string;
  readonly stripe: string;
  readonly console: string;
  readonly database: string;
  readonly port: number;
  readonly dataDir: string;
  readonly processId: number;
  /** Ends the process, at once with SIGKILL, and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface StartOptions {
  readonly dataDir?: string;
  readonly port?: number;
  /** The sources to run; these ones by default. */
  readonly root?: string;
  /** Added to the environment of the process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The limits of proofs and benchmarks, whose sessions stand for many people. */
export const RAISED_LIMITS = {
  LIMITS: JSON.stringify({
    calls: 1e9,
    changes: 1e9,
    reads: 1e9,
    calendars: 1e9,
    organisations: 1e9,
    registrations: 1e9,
    registrationsInAll: 1e9,
  }),
};

/** Returns a client of the API, with a session of its own. */
export async function clientOf(
  { origin }: Pick<Product, 'origin'>,
  credentials: Parameters<typeof signInTo>[1],
): Promise<RouteClient> {
  return productClient(origin, (await signInTo(origin, credentials)).token);
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'paydown-'));

export const removeDataDir = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Resolves when the product reports that it is ready; rejects with its output otherwise. */
export async function startProduct({
  dataDir = newDataDir(),
  port,
  root = HERE,
  environment = {},
}: StartOptions = {}): Promise<Product> {
  const given = { dataDir, root, environment };
  if (port !== undefined) return startAt(port, given);
  for (;;) {
    try {
      return await startAt(await fivePorts(), given);
    } catch (error) {
      // Another process has taken a port since the check.
      if (!(error instanceof Error && /(is|are) taken|EADDRINUSE/.test(error.message))) throw error;
    }
  }
}

async function startAt(
  port: number,
  { dataDir, root, environment }: Required<Omit<StartOptions, 'port'>>,
): Promise<Product> {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      TRIAL_DAYS: '0',
      XERO_BOOKS: BOOKS,
      // A loaded machine needs more than the 30 s of the gateway.
      GATEWAY_SECONDS: '600',
      ...environment,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await ready(child);
  const at = portsFrom(port);
  const address = (number: number): string => `http://localhost:${number}`;
  return {
    origin: address(at.portal),
    xero: address(at.xero),
    stripe: address(at.stripe),
    console: address(at.console),
    database: address(at.database),
    port,
    dataDir,
    processId: child.pid ?? 0,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const isReady = new Promise<void>((done) => {
    lines.on('line', (line) => {
      said.push(`${line}\n`);
      if (line.startsWith('Paydown is ready at ')) done();
    });
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(said.join(''))));
  await Promise.race([isReady, ended]);
  ended.catch(() => undefined);
}

/** Above 10080, the last port that browsers and fetch refuse to call. */
const FIRST_PORT = 11_000;

/** Returns the first of five ports outside the range that the system assigns. */
export async function fivePorts(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + 10 * Math.floor(Math.random() * 1_000);
    if ((await takenPorts(portsFrom(port))).length === 0) return port;
  }
}
