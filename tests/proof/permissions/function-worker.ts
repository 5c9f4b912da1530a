/** Runs one built function in a thread with its own environment, one event per message. */
import { parentPort, workerData } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { lambdaContext } from '../../../scripts/local/api-event.ts';

interface Call {
  readonly id: number;
  readonly event: unknown;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

const { file, name } = workerData as { readonly file: string; readonly name: string };
const { handler } = (await import(pathToFileURL(file).href)) as {
  readonly handler: (event: unknown, context: object) => Promise<unknown>;
};

parentPort?.on('message', ({ id, event, deadline }: Call) => {
  handler(event, lambdaContext(name, deadline)).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    (result) => parentPort?.postMessage({ id, result }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  );
});
