import type { Context as Lambda } from 'aws-lambda';
import { readConfig } from './config.ts';
import type { Context } from '../services/context.ts';
import { createContext, type Part } from './base.ts';

/** Services are composed anew after this time, so that a renewed secret takes effect without a deployment. */
const RENEWED_AFTER_MS = 15 * 60_000;

/**
 * Creates a function's entry, which composes its services at the first call and keeps them for a while. The next call
 * repeats a failed composition; a failed renewal leaves the services as they are.
 */
export function lambdaEntry<Event, Answer>(
  endpoint: (services: Context) => (event: Event, lambda: Lambda) => Promise<Answer>,
  parts: readonly Part[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
  writeLine: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
  now: () => number = Date.now,
): (event: Event, lambda: Lambda) => Promise<Answer> {
  type Handler = (event: Event, lambda: Lambda) => Promise<Answer>;
  let ready: { readonly handler: Promise<Handler>; readonly until: number } | undefined;
  const start = async (): Promise<Handler> => {
    const config = readConfig(environment);
    return endpoint(await createContext(config, parts, writeLine));
  };
  return async (event, lambda) => {
    if (!ready || now() >= ready.until) {
      const present = ready?.handler;
      const handler = start().catch((error: unknown) => {
        if (present) return present;
        ready = undefined;
        throw error;
      });
      ready = { handler, until: now() + RENEWED_AFTER_MS };
    }
    const handler = await ready.handler;
    return handler(event, lambda);
  };
}
