/**
 * Calls built functions, each in a thread of its own with the credentials of its role, from a copy outside the project,
 * where a function finds only what is deployed with it.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

type Call = (event: unknown, deadline: number) => Promise<unknown>;

interface Running {
  readonly worker: Worker;
  readonly call: Call;
  underWay: number;
}

/** The threads that are kept. The one that was called the longest ago ends first. */
const KEPT = 24;

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

export class BuiltFunctions {
  readonly #folder: string;
  readonly #running = new Map<string, Running>();

  /** @param folder of all built functions */
  constructor(folder: string) {
    this.#folder = mkdtempSync(path.join(tmpdir(), 'paydown-functions-'));
    cpSync(folder, this.#folder, { recursive: true });
  }

  /** Returns the function of a handler. Its log lines go to `writeLine`. */
  function(
    handler: string,
    environment: Readonly<Record<string, string>>,
    writeLine: (line: string) => void,
  ): Call {
    return async (event, deadline) => {
      const running = this.#running.get(handler) ?? this.#start(handler, environment, writeLine);
      this.#running.delete(handler);
      this.#running.set(handler, running);
      running.underWay++;
      try {
        return await running.call(event, deadline);
      } finally {
        running.underWay--;
        await this.#endOldest();
      }
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map(async ({ worker }) => worker.terminate()));
    rmSync(this.#folder, { recursive: true });
  }

  #start(
    handler: string,
    environment: Readonly<Record<string, string>>,
    writeLine: (line: string) => void,
  ): Running {
    const worker = new Worker(path.join(import.meta.dirname, 'function-worker.ts'), {
      workerData: { file: path.join(this.#folder, handler, 'index.mjs'), name: handler },
      env: { ...environment, ...credentialsOf(handler) },
      stdout: true,
    });
    createInterface(worker.stdout).on('line', (line) => {
      if (line.includes('"level":"error"')) process.stderr.write(`${handler}: ${line}\n`);
      writeLine(line);
    });
    const open = new Map<number, PromiseWithResolvers<unknown>>();
    worker.on('message', ({ id, result, error }: Reply) => {
      const waiting = open.get(id);
      open.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(`${handler}: ${error}`));
    });
    worker.on('error', (error) => {
      for (const waiting of open.values()) waiting.reject(error);
    });
    let last = 0;
    const call: Call = (event, deadline) => {
      const waiting = Promise.withResolvers<unknown>();
      const id = ++last;
      open.set(id, waiting);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id, event, deadline });
      return waiting.promise;
    };
    return { worker, call, underWay: 0 };
  }

  async #endOldest(): Promise<void> {
    if (this.#running.size <= KEPT) return;
    const idle = [...this.#running].find(([, { underWay }]) => underWay === 0);
    if (!idle) return;
    this.#running.delete(idle[0]);
    await idle[1].worker.terminate();
  }
}

const credentialsOf = (handler: string) => ({
  AWS_ACCESS_KEY_ID: handler.replaceAll('/', '.'),
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_REGION: 'ap-southeast-2',
});

/** Returns the handler that an access key belongs to. */
export const handlerOfKey = (accessKeyId: string): string => accessKeyId.replaceAll('.', '/');
