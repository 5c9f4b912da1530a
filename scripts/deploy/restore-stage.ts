/** The restore of a stage's table, from the pause of its background work to the parameters of the next deployment. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { daysRestorable, parameterName, type Stage } from '../../infra/stages.ts';
import { switchWork, type WorkClients } from './background-work.ts';
import { closeTable } from './closed-table.ts';
import { copyAuthorisations } from './copy-authorisations.ts';
import type { ParameterStore } from './parameters.ts';
import { restoreTable } from './restore-table.ts';

export interface RestoreClients extends WorkClients {
  readonly dynamodb: Pick<DynamoDBClient, 'send'>;
  readonly parameters: ParameterStore;
}

export interface Asked {
  readonly at: Date;
  readonly to: string;
}

/**
 * The time after a table was closed until no call to Xero is under way any more: the policy takes effect within a
 * minute, a lease may be left for another, and a call lasts twenty seconds.
 */
const QUIET_MS = 3 * 60_000;

/**
 * Restores the table and makes it the one that the next deployment uses. The instant since which no process posts by
 * the old table goes into the parameter `restored-at`.
 * @returns the table restored from, and the number of newer authorisations copied.
 */
export async function restoreStage(
  stage: Stage,
  { at, to }: Asked,
  { dynamodb, parameters, ...work }: RestoreClients,
  wait: (milliseconds: number) => Promise<unknown> = delay,
  now: () => number = Date.now,
): Promise<{ from: string; authorisations: number }> {
  const table = parameterName(stage, 'table');
  const from = await parameters.get(table);
  if (from === to) throw new Error(`${to} is in use already.`);
  await switchWork(stage, work, false, wait);
  const closedAt = await closeTable(dynamodb, from, new Date(now()));
  const restore = { from, to, at, durable: stage.durable, daysRestorable: daysRestorable(stage) };
  await restoreTable(dynamodb, restore, wait);
  const quietAt = closedAt.getTime() + QUIET_MS;
  if (now() < quietAt) await wait(quietAt - now());
  const authorisations = await copyAuthorisations(dynamodb, { from, to });
  await parameters.put(parameterName(stage, 'restored-at'), new Date(quietAt).toISOString(), false);
  await parameters.put(table, to, false);
  return { from, authorisations };
}
