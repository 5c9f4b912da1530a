/**
 * Pauses and resumes the timers and queue consumers of a stage, as they are deployed. Both may be repeated. A deployment
 * in between starts those that it changes or creates.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  GetEventSourceMappingCommand,
  type LambdaClient,
  ListEventSourceMappingsCommand,
  ListFunctionsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import {
  GetScheduleCommand,
  ListSchedulesCommand,
  type SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { nameOf, type Stage } from '../../infra/stages.ts';
import { isNamed } from './service-errors.ts';

export interface WorkClients {
  readonly scheduler: Pick<SchedulerClient, 'send'>;
  readonly lambda: Pick<LambdaClient, 'send'>;
}

type Wait = (milliseconds: number) => Promise<unknown>;

const LOOK_AGAIN_MS = 5000;

/** Switches all timers and consumers on or off, and waits until the consumers are. */
export async function switchWork(
  stage: Stage,
  { scheduler, lambda }: WorkClients,
  isOn: boolean,
  wait: Wait = delay,
): Promise<void> {
  for (const name of await timersOf(stage, scheduler)) await switchTimer(scheduler, name, isOn);
  for (const id of await consumersOf(stage, lambda)) await switchConsumer(lambda, id, isOn, wait);
}

/** Returns the names of the tables that the functions of a stage use. */
export async function tablesInUse(stage: Stage, lambda: WorkClients['lambda']): Promise<Set<string>> {
  const functions = await allPages(async (Marker) => {
    const { Functions = [], NextMarker } = await lambda.send(new ListFunctionsCommand({ Marker }));
    return [Functions, NextMarker];
  });
  return new Set(
    functions.flatMap(({ FunctionName = '', Environment }) => {
      const table = Environment?.Variables?.['TABLE_NAME'];
      return FunctionName.startsWith(nameOf(stage, '')) && table !== undefined ? [table] : [];
    }),
  );
}

async function timersOf(stage: Stage, scheduler: WorkClients['scheduler']): Promise<string[]> {
  const schedules = await allPages(async (NextToken) => {
    const page = await scheduler.send(new ListSchedulesCommand({ NamePrefix: nameOf(stage, ''), NextToken }));
    return [page.Schedules ?? [], page.NextToken];
  });
  return schedules.flatMap(({ Name }) => Name ?? []);
}

async function consumersOf(stage: Stage, lambda: WorkClients['lambda']): Promise<string[]> {
  const mappings = await allPages(async (Marker) => {
    const page = await lambda.send(new ListEventSourceMappingsCommand({ Marker }));
    return [page.EventSourceMappings ?? [], page.NextMarker];
  });
  return mappings
    .filter(({ FunctionArn = '' }) => FunctionArn.includes(`:function:${nameOf(stage, '')}`))
    .flatMap(({ UUID }) => UUID ?? []);
}

/** Returns the items of all pages. `read` returns those of one page and the token of the next one. */
async function allPages<Item>(
  read: (token: string | undefined) => Promise<readonly [Item[], string | undefined]>,
): Promise<Item[]> {
  const all: Item[] = [];
  let token: string | undefined;
  do {
    const [items, next] = await read(token);
    all.push(...items);
    token = next;
  } while (token !== undefined && token !== '');
  return all;
}

/** An update replaces the whole schedule. */
async function switchTimer(client: WorkClients['scheduler'], Name: string, isOn: boolean): Promise<void> {
  const { ScheduleExpression, ScheduleExpressionTimezone, FlexibleTimeWindow, Target, State } =
    await client.send(new GetScheduleCommand({ Name }));
  const wanted = isOn ? 'ENABLED' : 'DISABLED';
  if (State === wanted) return;
  await client.send(
    new UpdateScheduleCommand({
      Name,
      State: wanted,
      ScheduleExpression,
      ScheduleExpressionTimezone,
      FlexibleTimeWindow,
      Target,
    }),
  );
}

/** Lambda refuses an update while an earlier one, perhaps of an interrupted run, is under way. */
async function switchConsumer(
  client: WorkClients['lambda'],
  UUID: string,
  isOn: boolean,
  wait: Wait,
): Promise<void> {
  const wanted = isOn ? 'Enabled' : 'Disabled';
  for (;;) {
    const { State = '' } = await client.send(new GetEventSourceMappingCommand({ UUID }));
    if (State === wanted) return;
    if (!State.endsWith('ing')) await requestSwitch(client, UUID, isOn);
    await wait(LOOK_AGAIN_MS);
  }
}

async function requestSwitch(client: WorkClients['lambda'], UUID: string, Enabled: boolean): Promise<void> {
  try {
    await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
  } catch (error) {
    if (!isNamed(error, 'ResourceInUseException')) throw error;
  }
}
