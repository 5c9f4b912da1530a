/** The simulated Xero over HTTP, with its state on disk. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openRecords, type RecordsFile } from '../records-file.ts';
import type { XeroCore } from './core/core.ts';
import { newSigningKey } from './core/jwt.ts';
import type { StartingBooks } from './core/ordinary-life.ts';
import { seed } from './core/seed.ts';
import { apply, emptyState, meta, takeChanges, type Change, type XeroState } from './core/state.ts';
import { localApp } from './local-app.ts';
import { respond } from './respond.ts';
import { createWaiting, type Waiting } from './waiting.ts';
import { onLoopback } from '../loopback.ts';
import { listen, readRequest, type Running, stop } from '../serve.ts';

export interface XeroSimulatorOptions {
  /** 0 takes a free one. */
  port: number;
  /** The folder of the state file `xero.sqlite`. */
  dataDir: string;
  /** The origin of the registered app: its redirect addresses are `/xero/authorise` and `/xero/signup`. */
  portalOrigin: string;
  /** The duration of a call; overlapping calls count as concurrent. 40 ms if absent. */
  latencyMs?: number;
  /** The seed of ids and tokens; random if absent. An existing state keeps its own. */
  seed?: number;
  /** The books of new organisations; `ordinary` if absent. */
  books?: StartingBooks;
}

const LATENCY_MS = 40;

interface Simulator {
  readonly core: XeroCore;
  readonly file: RecordsFile;
  readonly waiting: Waiting;
}

/**
 * Starts a Xero with three organisations: consent, tokens and connections, the accounting API, pages and `/_control`.
 * Changes are on disk before the answer is sent. Rejects if the port is taken.
 */
export async function startXeroSimulator(options: XeroSimulatorOptions): Promise<Running> {
  const file = openRecords(join(options.dataDir, 'xero.sqlite'));
  const books = options.books ?? 'ordinary';
  const state = openState(file, options.seed ?? Math.floor(Math.random() * 2 ** 31), books);
  const core = {
    state,
    app: localApp(options.portalOrigin),
    latencyMs: options.latencyMs ?? LATENCY_MS,
    books,
  };
  const simulator: Simulator = { core, file, waiting: createWaiting(() => timeOf(state)) };

  const server = createServer(onLoopback((request, response) => void serve(simulator, request, response)));
  const port = await listen(server, options.port);

  return {
    port,
    origin: `http://localhost:${port}`,
    async close() {
      await stop(server);
      simulator.waiting.end();
      file.close();
    },
  };
}

/** Returns the state in the file, or a fresh one. */
function openState(file: RecordsFile, randomSeed: number, books: StartingBooks): XeroState {
  const records = file.all() as unknown as Change[];
  const known = records.length > 0;
  const state = emptyState(randomSeed, known ? null : newSigningKey());
  apply(state, records);
  if (!known) seed(state, timeOf(state), books);
  const changes = takeChanges(state);
  if (!known) file.write(changes);
  return state;
}

/** The simulator's clock: the machine's clock plus the control interface's advances. */
function timeOf(state: XeroState): number {
  return Date.now() + meta(state).clockOffsetMs;
}

async function serve(
  simulator: Simulator,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const request = await readRequest(incoming);
    if (request === null) return;
    const { core, waiting } = simulator;
    const effect = respond(core, request, timeOf(core.state));
    waiting.clockChanged();
    persist(simulator);
    await waiting.until(effect.at);
    if (effect.kind === 'cut') {
      incoming.socket.destroy();
      return;
    }
    const { status, headers, body } = effect.response;
    outgoing.writeHead(status, headers).end(body);
  } catch (error) {
    if (!incoming.complete) return;
    persist(simulator);
    console.error('Simulated Xero:', error);
    if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'text/plain', connection: 'close' });
    outgoing.end('The simulator failed');
  }
}

/** Writes the changes of a request to disk, completely or not at all. */
function persist({ core, file }: Simulator): void {
  file.write(takeChanges(core.state));
}
