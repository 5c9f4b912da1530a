import type { Context as Lambda } from 'aws-lambda';
import { readConfig } from '../lib/config.ts';
import type { Context } from '../lib/context.ts';
import { createContext, type Part } from './base.ts';

/**
 * Creates a function's entry, which composes its services at the first call and keeps them. The next call repeats a
 * failed composition.
 */
export function lambdaEntry<Event, Answer>(
  endpoint: (services: Context) => (event: Event, lambda: Lambda) => Promise<Answer>,
  parts: readonly Part[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
  writeLine: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): (event: Event, lambda: Lambda) => Promise<Answer> {
  type Handler = (event: Event, lambda: Lambda) => Promise<Answer>;
  let ready: Promise<Handler> | undefined;
  const start = async (): Promise<Handler> => {
    const config = readConfig(environment);
    return endpoint(await createContext(config, parts, writeLine));
  };
  return async (event, lambda) => {
    ready ??= start();
    let handler: Handler;
    try {
      handler = await ready;
    } catch (error) {
      ready = undefined;
      throw error;
    }
    return handler(event, lambda);
  };
}
