import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate, setInterval } from 'node:timers/promises';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import type { Fields } from './dynalite.ts';
import { operations } from './operations.ts';
import { serviceError } from './service-error.ts';
import { sweep } from './sweep.ts';
import { createWire } from './wire.ts';

export interface DynamoDbOptions {
  /** Of the loopback address; 0 is any that is free. */
  readonly port: number;
  /** The folder of the data, made where it is missing. Without it the data is in memory. */
  readonly path?: string | undefined;
  /** How often expired items are looked for. */
  readonly ttlSweepMs?: number | undefined;
  /** Epoch milliseconds. */
  readonly now?: (() => number) | undefined;
}

export interface DynamoDb {
  readonly port: number;
  /** Ends what is under way and lets go of the folder. */
  close(): Promise<void>;
}

/**
 * Starts a DynamoDB on this machine, for the product and for any AWS tool. What it has acknowledged is with the
 * operating system, so that it survives `kill -9`.
 * @throws DataFolderInUse when another process has the folder; `EADDRINUSE` when the port is taken
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<DynamoDb> {
  const { port, path, ttlSweepMs = 5_000, now = Date.now } = options;
  const database = await openDatabase(path, now);
  const underWay = new Set<Promise<unknown>>();
  let isClosing = false;
  const server = createWire((operation, request) => {
    if (isClosing) throw serviceError('ServiceUnavailable', 'DynamoDB is being stopped');
    const work = carryOut(operation, request, database);
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  });
  try {
    await listen(server, port);
  } catch (error) {
    await database.store.db.close();
    throw error;
  }
  const stopSweeping = startSweeping(database, ttlSweepMs);
  return {
    port: portOf(server),
    async close() {
      isClosing = true;
      server.close();
      await stopSweeping();
      await Promise.allSettled(underWay);
      // The last answers are written in this turn of the event loop.
      await setImmediate();
      server.closeAllConnections();
      await database.store.db.close();
    },
  };
}

async function carryOut(name: string, request: Fields, database: Database): Promise<Fields> {
  const operation = operations.get(name);
  if (operation === undefined) throw serviceError('UnknownOperationException', `Unknown operation: ${name}`);
  return operation(request, database);
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return address.port;
}

/** Answers how to stop: after the sweep that is under way. */
function startSweeping(database: Database, everyMs: number): () => Promise<void> {
  const stop = new AbortController();
  async function sweepNowAndThen(): Promise<void> {
    try {
      for await (const _ of setInterval(everyMs, undefined, { signal: stop.signal, ref: false })) {
        await sweep(database);
      }
    } catch (error) {
      if (!stop.signal.aborted) console.error('Expired items are no longer removed', error);
    }
  }
  const done = sweepNowAndThen();
  return async () => {
    stop.abort();
    await done;
  };
}
