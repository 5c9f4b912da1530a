/**
 * The restore of a stage's table, from the pause of its background work to its end after the next deployment. A parameter
 * records what is being restored while the restore is under way.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { BackupClient } from '@aws-sdk/client-backup';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { Table } from '../../functions/store/table.ts';
import { daysRestorable, parameterName, type Stage } from '../../infra/stages.ts';
import { switchWork, tablesInUse, type WorkClients } from './background-work.ts';
import { closeTable, openTable } from './closed-table.ts';
import { copyAuthorisations } from './copy-authorisations.ts';
import { NEVER_RESTORED, type ParameterStore } from './parameters.ts';
import { recoveryPointMoment, RestoreFailed, restoreRecoveryPoint } from './recovery-point.ts';
import { checkRestorable, requireFree, restoreTable } from './restore-table.ts';
import { endSessions, nameTable, repeatDeletions, takenSince } from './undone-changes.ts';

export interface RestoreClients extends WorkClients {
  readonly dynamodb: Pick<DynamoDBClient, 'send'>;
  readonly tableOf: (name: string) => Table;
  readonly backup: Pick<BackupClient, 'send'>;
  readonly parameters: ParameterStore;
  /** Tells the operator how long each step took, for the recovery time. */
  readonly log?: (line: string) => void;
}

export interface Asked {
  /** The moment to restore, or one before that of the recovery point. */
  readonly at?: Date | undefined;
  readonly to: string;
  /** The ARN of a backup in AWS Backup, in place of the table's continuous ones. */
  readonly recoveryPoint?: string | undefined;
}

export interface Restored {
  /** The table restored from. */
  readonly from: string;
  readonly at: Date;
  /** The number of newer authorisations copied, and of sessions ended. */
  readonly authorisations: number;
  readonly sessions: number;
  /** The revocations and deletions since the backup that are to be done again by hand, a line each. */
  readonly left: readonly string[];
}

const UnderWay = z.object({
  /** The table that the functions use until the deployment. */
  from: z.string(),
  to: z.string(),
  at: z.iso.datetime(),
  recoveryPoint: z.string().optional(),
  /** The restores of the recovery point that failed. AWS Backup answers a repeated token with the failed job. */
  failed: z.int().default(0),
  /** The parameter `restored-at` before the restore. */
  restoredAt: z.string(),
});

type UnderWay = z.infer<typeof UnderWay>;

type Wait = (milliseconds: number) => Promise<unknown>;

/**
 * The time after a write was denied until no call to Xero is under way any more: the policy takes effect everywhere
 * within a minute, a lease may be left for another, and a call of a job lasts a minute.
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
 * @throws Error before anything changes, for a time or a name that is not possible, and during another restore.
 */
export async function restoreStage(
  stage: Stage,
  asked: Asked,
  clients: RestoreClients,
  wait: Wait = delay,
  now: () => number = Date.now,
): Promise<Restored> {
  const { dynamodb, parameters } = clients;
  const underWay = (await continued(stage, asked, clients)) ?? (await begun(stage, asked, clients));
  const { from, to, restoredAt, recoveryPoint } = underWay;
  const at = new Date(underWay.at);
  let last = now();
  const ended = (step: string): void => {
    clients.log?.(`${((now() - last) / 60_000).toFixed(1)} minutes: ${step}`);
    last = now();
  };
  await switchWork(stage, clients, false, wait);
  await closeTable(dynamodb, from, wait);
  ended('timers and queues paused, table closed');
  const quietAt = now() + QUIET_MS;
  const fromBackup =
    recoveryPoint === undefined
      ? undefined
      : () => restoreBackup(stage, clients, underWay, recoveryPoint, wait);
  const { durable } = stage;
  await restoreTable(
    dynamodb,
    { from, to, at, fromBackup, durable, daysRestorable: daysRestorable(stage) },
    wait,
  );
  if (now() < quietAt) await wait(quietAt - now());
  ended('table restored');
  await nameTable(dynamodb, to);
  const authorisations = await copyAuthorisations(dynamodb, { from, to });
  const sessions = await endSessions(dynamodb, to);
  const left = await repeatDeletions(clients.tableOf(to), await takenSince(dynamodb, from, at), now());
  ended('authorisations copied, sessions ended, deletions repeated');
  const interval = `${at.toISOString()}/${new Date(quietAt).toISOString()}`;
  const restores = restoredAt === NEVER_RESTORED ? interval : `${restoredAt} ${interval}`;
  await putValues(stage, parameters, { 'restored-at': restores, table: to });
  return { from, at, authorisations, sessions, left };
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
  clients: Omit<RestoreClients, 'dynamodb' | 'backup' | 'tableOf'>,
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
async function continued(
  stage: Stage,
  { at, to, recoveryPoint }: Asked,
  clients: RestoreClients,
): Promise<UnderWay | null> {
  const restore = await restoreUnderWay(stage, clients.parameters);
  if (!restore) return null;
  const isSameMoment = !at || recoveryPoint !== undefined || restore.at === inSeconds(at).toISOString();
  if (restore.to !== to || !isSameMoment || restore.recoveryPoint !== recoveryPoint) {
    throw new Error(
      `A restore to ${restore.to} as of ${restore.at} is under way. Continue it, or end it with --give-up.`,
    );
  }
  await requireUnused(stage, clients, to);
  return restore;
}

async function begun(
  stage: Stage,
  asked: Asked,
  { dynamodb, backup, parameters }: RestoreClients,
): Promise<UnderWay> {
  const { to, recoveryPoint } = asked;
  const from = await parameters.get(parameterName(stage, 'table'));
  await requireFree(dynamodb, to);
  const moments = [
    ...(asked.at ? [inSeconds(asked.at)] : []),
    ...(recoveryPoint === undefined ? [] : [await recoveryPointMoment(stage, backup, recoveryPoint)]),
  ];
  const at = moments.toSorted((a, b) => a.getTime() - b.getTime())[0];
  if (!at)
    throw new Error('Say as of when, --at 2026-11-20T03:00:00Z, or from which backup, --recovery-point.');
  if (recoveryPoint === undefined) await checkRestorable(dynamodb, { from, at });
  const restoredAt = await parameters.get(parameterName(stage, 'restored-at'));
  const restore = { from, to, at: at.toISOString(), recoveryPoint, restoredAt, failed: 0 };
  await parameters.put(recordName(stage), JSON.stringify(restore), false);
  return restore;
}

/** Goes on with the job of an interrupted run; the run after a failed job starts another one. */
async function restoreBackup(
  stage: Stage,
  { backup, parameters }: RestoreClients,
  underWay: UnderWay,
  recoveryPoint: string,
  wait: Wait,
): Promise<void> {
  const { to, failed } = underWay;
  const token = failed === 0 ? to : `${to}-${failed}`;
  try {
    await restoreRecoveryPoint(stage, backup, { recoveryPoint, to, token }, wait);
  } catch (error) {
    if (error instanceof RestoreFailed) {
      const next = { ...underWay, failed: failed + 1 };
      await parameters.put(recordName(stage), JSON.stringify(next), false);
    }
    throw error;
  }
}

/** DynamoDB restores to whole seconds. */
const inSeconds = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);

async function requireUnused(stage: Stage, { lambda }: WorkClients, table: string): Promise<void> {
  if ((await tablesInUse(stage, lambda)).has(table)) {
    throw new Error(`Functions use ${table} already: complete the deployment, then --resume.`);
  }
}

async function endRestore(
  stage: Stage,
  { parameters, ...work }: Omit<RestoreClients, 'dynamodb' | 'backup' | 'tableOf'>,
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
