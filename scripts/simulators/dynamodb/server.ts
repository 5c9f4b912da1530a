import { setImmediate, setInterval } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { Fields } from './dynalite.ts';
import { operations } from './operations.ts';
import { ReopeningDatabase } from './reopening-database.ts';
import { serviceError } from './service-error.ts';
import { sweep } from './sweep.ts';
import { createWire } from './wire.ts';
import { listen } from '../serve.ts';

export interface DynamoDbOptions {
  /** The port on the loopback address; 0 takes a free one. */
  readonly port: number;
  /** The data folder, created if missing. Without it the data is in memory. */
  readonly path?: string | undefined;
  /** The interval between sweeps for expired items. */
  readonly ttlSweepMs?: number | undefined;
  /** The time in epoch milliseconds. */
  readonly now?: (() => number) | undefined;
  /** Stands around each call, and may fail it. */
  readonly faults?: {
    run: (operation: string, request: Fields, work: () => Promise<Fields>) => Promise<Fields>;
  };
}

export interface DynamoDb {
  readonly port: number;
  /** Finishes running operations and releases the folder. */
  close(): Promise<void>;
}

/**
 * Starts a DynamoDB on this machine, for the product and for any AWS tool. Acknowledged writes are with the operating
 * system, so they survive `kill -9`.
 * @throws DataFolderInUse when another process uses the folder; `EADDRINUSE` when the port is taken
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<DynamoDb> {
  const { port, path, ttlSweepMs = 5_000, now = Date.now, faults } = options;
  const database = await ReopeningDatabase.open(path, now);
  const underWay = new Set<Promise<unknown>>();
  let isClosing = false;
  const server = createWire((operation, request) => {
    if (isClosing) throw serviceError('ServiceUnavailable', 'DynamoDB is being stopped');
    const carriedOut = () => database.run((opened) => carryOut(operation, request, opened));
    const work = faults ? faults.run(operation, request, carriedOut) : carriedOut();
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  });
  let bound: number;
  try {
    bound = await listen(server, port);
  } catch (error) {
    await database.close();
    throw error;
  }
  const stopSweeping = startSweeping(database, ttlSweepMs);
  return {
    port: bound,
    async close() {
      isClosing = true;
      server.close();
      await stopSweeping();
      await Promise.allSettled(underWay);
      // The last answers are sent in this turn of the event loop.
      await setImmediate();
      server.closeAllConnections();
      await database.close();
    },
  };
}

async function carryOut(name: string, request: Fields, database: Database): Promise<Fields> {
  const operation = operations.get(name);
  if (operation === undefined) throw serviceError('UnknownOperationException', `Unknown operation: ${name}`);
  return operation(request, database);
}

/** Starts the sweeps. Returns a function that stops them after the running one. */
function startSweeping(database: ReopeningDatabase, everyMs: number): () => Promise<void> {
  const stop = new AbortController();
  async function sweepNowAndThen(): Promise<void> {
    try {
      for await (const _ of setInterval(everyMs, undefined, { signal: stop.signal, ref: false })) {
        await database.run(sweep).catch((error: unknown) => console.error('Expired items stay:', error));
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
  }
  const done = sweepNowAndThen();
  return async () => {
    stop.abort();
    await done;
  };
}
