/** Pauses and resumes the timers and queue consumers of a stage. Both may be repeated. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  GetEventSourceMappingCommand,
  type LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { GetScheduleCommand, type SchedulerClient, UpdateScheduleCommand } from '@aws-sdk/client-scheduler';
import { jobs } from '../../functions/jobs.ts';
import { type JobRow, slicesOf } from '../../functions/lib/job.ts';
import { nameOf, type Stage } from '../../infra/stages.ts';

export interface WorkClients {
  readonly scheduler: Pick<SchedulerClient, 'send'>;
  readonly lambda: Pick<LambdaClient, 'send'>;
}

type Wait = (milliseconds: number) => Promise<unknown>;

const LOOK_AGAIN_MS = 5000;

const rows: readonly (readonly [string, JobRow])[] = Object.entries(jobs);

/** Switches all timers and consumers on or off, and waits until the consumers are. */
export async function switchWork(
  stage: Stage,
  clients: WorkClients,
  isOn: boolean,
  wait: Wait = delay,
): Promise<void> {
  for (const [name, { trigger, handler }] of rows) {
    if (trigger.kind === 'timer') {
      for (const [suffix] of slicesOf(trigger)) {
        await switchTimer(clients.scheduler, nameOf(stage, `${name}${suffix}`), isOn);
      }
    } else await switchConsumers(clients.lambda, nameOf(stage, ...handler.split('/')), isOn, wait);
  }
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

async function switchConsumers(
  client: WorkClients['lambda'],
  functionName: string,
  isOn: boolean,
  wait: Wait,
): Promise<void> {
  // A critical function's queue starts its alias.
  for (const FunctionName of [functionName, `${functionName}:live`]) {
    const { EventSourceMappings = [] } = await client
      .send(new ListEventSourceMappingsCommand({ FunctionName }))
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'ResourceNotFoundException')
          return { EventSourceMappings: [] };
        throw error;
      });
    for (const { UUID, State } of EventSourceMappings) {
      const wanted = isOn ? 'Enabled' : 'Disabled';
      if (State === wanted) continue;
      await client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: isOn }));
      while ((await client.send(new GetEventSourceMappingCommand({ UUID }))).State !== wanted) {
        await wait(LOOK_AGAIN_MS);
      }
    }
  }
}
