/**
 * The restore of a stage's table, from the pause of its background work to its end after the next deployment. A parameter
 * records what is being restored while the restore is under way.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { daysRestorable, parameterName, type Stage } from '../../infra/stages.ts';
import { switchWork, tablesInUse, type WorkClients } from './background-work.ts';
import { closeTable, openTable } from './closed-table.ts';
import { copyAuthorisations } from './copy-authorisations.ts';
import { NEVER_RESTORED, type ParameterStore } from './parameters.ts';
import { checkRestorable, restoreTable } from './restore-table.ts';

export interface RestoreClients extends WorkClients {
  readonly dynamodb: Pick<DynamoDBClient, 'send'>;
  readonly parameters: ParameterStore;
}

export interface Asked {
  readonly at: Date;
  readonly to: string;
}

const UnderWay = z.object({
  /** The table that the functions use until the deployment. */
  from: z.string(),
  to: z.string(),
  at: z.iso.datetime(),
  /** The parameter `restored-at` before the restore. */
  restoredAt: z.string(),
});

type UnderWay = z.infer<typeof UnderWay>;

type Wait = (milliseconds: number) => Promise<unknown>;

/**
 * The time after a table was closed until no call to Xero is under way any more: the policy takes effect within a
 * minute, a lease may be left for another, and a call lasts twenty seconds.
 */
const QUIET_MS = 3 * 60_000;

/** Returns the restore that has begun and not ended; null: there is none. */
export async function restoreUnderWay(stage: Stage, parameters: ParameterStore): Promise<UnderWay | null> {
  const name = recordName(stage);
  return (await parameters.has(name)) ? UnderWay.parse(JSON.parse(await parameters.get(name))) : null;
}

/**
 * Restores the table and makes it the one that the next deployment uses. The moment of the backup and the instant since
 * which no process posts by the old table are added to the parameter `restored-at`, as an interval. Continues an
 * interrupted restore.
 * @returns the table restored from, and the number of newer authorisations copied.
 * @throws Error before anything changes, for a time or a name that is not possible, and during another restore.
 */
export async function restoreStage(
  stage: Stage,
  asked: Asked,
  clients: RestoreClients,
  wait: Wait = delay,
  now: () => number = Date.now,
): Promise<{ from: string; authorisations: number }> {
  const { dynamodb, parameters } = clients;
  const { at, to } = asked;
  const { from, restoredAt } =
    (await continued(stage, asked, clients)) ?? (await begun(stage, asked, clients));
  await switchWork(stage, clients, false, wait);
  const closedAt = await closeTable(dynamodb, from, new Date(now()));
  const restore = { from, to, at, durable: stage.durable, daysRestorable: daysRestorable(stage) };
  await restoreTable(dynamodb, restore, wait);
  const quietAt = closedAt.getTime() + QUIET_MS;
  if (now() < quietAt) await wait(quietAt - now());
  const authorisations = await copyAuthorisations(dynamodb, { from, to });
  const interval = `${at.toISOString()}/${new Date(quietAt).toISOString()}`;
  const restores = restoredAt === NEVER_RESTORED ? interval : `${restoredAt} ${interval}`;
  await putValues(stage, parameters, { 'restored-at': restores, table: to });
  return { from, authorisations };
}

/**
 * Ends a restore before a deployment has used its table: the table in use is opened again, and the work starts.
 * @returns the table in use, and the restored one, which is left.
 * @throws Error after such a deployment, since what was posted since then is unknown to the table before.
 */
export async function giveUpRestore(
  stage: Stage,
  clients: RestoreClients,
  wait: Wait = delay,
): Promise<{ from: string; to: string }> {
  const { dynamodb, parameters } = clients;
  const restore = await restoreUnderWay(stage, parameters);
  if (!restore) throw new Error(`No restore of ${stage.name} is under way.`);
  const { from, to, restoredAt } = restore;
  await requireUnused(stage, clients, to);
  await putValues(stage, parameters, { table: from, 'restored-at': restoredAt });
  await openTable(dynamodb, from);
  await endRestore(stage, clients, wait);
  return { from, to };
}

/**
 * Ends a restore after the deployment: starts the work again.
 * @throws Error while functions use another table than the restored one.
 */
export async function resumeStage(
  stage: Stage,
  clients: Omit<RestoreClients, 'dynamodb'>,
  wait: Wait = delay,
): Promise<void> {
  const { parameters, lambda } = clients;
  const restore = await restoreUnderWay(stage, parameters);
  const wanted = restore?.to ?? (await parameters.get(parameterName(stage, 'table')));
  const others = [...(await tablesInUse(stage, lambda))].filter((table) => table !== wanted);
  if (others.length > 0) {
    throw new Error(`Functions use ${others.join(', ')} instead of ${wanted}: deploy first.`);
  }
  await endRestore(stage, clients, wait);
}

/** Returns the restore under way when it is the one asked for. */
async function continued(stage: Stage, { at, to }: Asked, clients: RestoreClients): Promise<UnderWay | null> {
  const restore = await restoreUnderWay(stage, clients.parameters);
  if (!restore) return null;
  if (restore.to !== to || restore.at !== at.toISOString()) {
    throw new Error(
      `A restore to ${restore.to} as of ${restore.at} is under way. Continue it, or end it with --give-up.`,
    );
  }
  await requireUnused(stage, clients, to);
  return restore;
}

async function begun(
  stage: Stage,
  { at, to }: Asked,
  { dynamodb, parameters }: RestoreClients,
): Promise<UnderWay> {
  const from = await parameters.get(parameterName(stage, 'table'));
  await checkRestorable(dynamodb, { from, to, at });
  const restoredAt = await parameters.get(parameterName(stage, 'restored-at'));
  const restore = { from, to, at: at.toISOString(), restoredAt };
  await parameters.put(recordName(stage), JSON.stringify(restore), false);
  return restore;
}

async function requireUnused(stage: Stage, { lambda }: WorkClients, table: string): Promise<void> {
  if ((await tablesInUse(stage, lambda)).has(table)) {
    throw new Error(`Functions use ${table} already: complete the deployment, then --resume.`);
  }
}

async function endRestore(
  stage: Stage,
  { parameters, ...work }: Omit<RestoreClients, 'dynamodb'>,
  wait: Wait,
): Promise<void> {
  await switchWork(stage, work, true, wait);
  await parameters.remove(recordName(stage));
}

/** Stores the values in their order. */
async function putValues(
  stage: Stage,
  parameters: ParameterStore,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await parameters.put(parameterName(stage, name), value, false);
  }
}

const recordName = (stage: Stage): string => parameterName(stage, 'restore-under-way');
