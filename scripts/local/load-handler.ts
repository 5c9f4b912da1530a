import type { Context as Lambda } from 'aws-lambda';
import type { QueueName } from '../../functions/api/route.ts';
import type { Part } from '../../functions/compose/base.ts';
import { lambdaEntry } from '../../functions/compose/entry.ts';
import type { Context } from '../../functions/services/context.ts';
import { queueUrls } from './queue-protocol.ts';

/** The environment variables of the functions. */
export type Environment = Readonly<Record<string, string>>;

/** Imports a handler, and composes it with the parts that its row uses as its entry in the cloud does. */
export async function loadHandler<Event, Answer>(
  handler: string,
  partNames: readonly string[],
  queue: QueueName,
  environment: Environment,
  writeLine: (line: string) => void,
): Promise<(event: Event, lambda: Lambda) => Promise<Answer>> {
  type Handler = (event: Event, lambda: Lambda) => Promise<Answer>;
  const load = async <Module>(file: string) => (await import(`../../functions/${file}.ts`)) as Module;
  const { handler: endpoint } = await load<{ handler: (services: Context) => Handler }>(handler);
  const parts = await Promise.all(
    partNames.map(async (name) => (await load<{ part: Part }>(`compose/${name}`)).part),
  );
  const urls = queueUrls(environment['QUEUE_ENDPOINT'] ?? '', queue);
  return lambdaEntry(endpoint, parts, { ...environment, ...urls }, writeLine);
}
