/** The dashboard and the alarms. */
import { Duration, Stack } from 'aws-cdk-lib';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { JobRow } from '../functions/lib/job.ts';
import type { ApiStack } from './api-stack.ts';
import { ImpactAlarm, type ImpactAlarmProps } from './constructs/impact-alarm.ts';
import { functionName } from './constructs/lambda-function.ts';
import { OpsDashboard } from './constructs/ops-dashboard.ts';
import type { DataStack } from './data-stack.ts';
import {
  failuresOf,
  functionErrors,
  functionRuns,
  measure,
  messagesWaiting,
  oldestMessage,
} from './metrics.ts';
import { nameOf, type Stage } from './stages.ts';

export interface OpsStackProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly jobs: Readonly<Record<string, JobRow>>;
}

type Alarm = Omit<ImpactAlarmProps, 'name' | 'topic'>;

export class OpsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, api, jobs }: OpsStackProps) {
    super(scope, id, { env: { region: stage.region }, terminationProtection: stage.durable });
    const topic = new sns.Topic(this, 'Alarms', { topicName: nameOf(stage, 'alarms'), enforceSSL: true });
    if (stage.alarmsTo !== null) topic.addSubscription(new EmailSubscription(stage.alarmsTo));

    const measured = measure(api.api.apiId, data.table.tableName);
    const alarms: Readonly<Record<string, Alarm>> = {
      ...platformAlarms(measured),
      ...Object.fromEntries(api.features.map((feature) => [`${feature}-failing`, failing(stage, feature)])),
      ...Object.fromEntries(Object.entries(jobs).flatMap(([name, row]) => jobAlarms(stage, name, row))),
    };
    for (const [name, alarm] of Object.entries(alarms)) {
      new ImpactAlarm(this, name, { ...alarm, name: nameOf(stage, name), topic });
    }
    new OpsDashboard(this, 'Dashboard', { stage, measured, features: api.features, jobs });
  }
}

function platformAlarms(measured: ReturnType<typeof measure>): Readonly<Record<string, Alarm>> {
  return {
    'api-failing': {
      impact:
        'People everywhere in the portal see “Something went wrong”, and what they did may not be saved.',
      look: 'The access log for the status and the route, then the log of that feature for the request id.',
      metric: measured.serverErrors,
      when: { above: 10 },
    },
    'api-slow': {
      impact: 'People wait more than three seconds for pages, and some give up before they come.',
      look: 'The access log: is it one route, or all? Then Xero’s and Stripe’s status pages.',
      metric: measured.slowest,
      when: { above: 3000 },
      periods: 3,
    },
    'functions-turned-away': {
      impact: 'People are refused at busy moments although nothing is broken, and a reload may help them.',
      look: 'The account’s limit of concurrent functions, and which function runs away with it.',
      metric: measured.functionThrottles,
      when: { above: 0 },
    },
    'table-turned-away': {
      impact: 'People’s saves and pages fail or crawl, most of all in one large organisation.',
      look: 'Which route grew: npm run bench -- capacity says what each needs. Then contributor insights, for a hot key.',
      metric: measured.tableThrottles,
      when: { above: 10 },
    },
    'mail-bouncing': {
      impact:
        'New people can’t verify their address or reset a password soon: Amazon is about to stop our mail.',
      look: 'The topic of returned mail for the addresses; an abused sign-up form.',
      metric: measured.bounceRate,
      when: { above: 0.05 },
    },
    'mail-unwanted': {
      impact:
        'Mail to all users will stop soon: too many recipients report it as spam, and Amazon suspends senders for that.',
      look: 'The topic of returned mail: which invitations or messages were complained about?',
      metric: measured.complaintRate,
      when: { above: 0.001 },
    },
  };
}

function failing(stage: Stage, feature: string): Alarm {
  return {
    impact: `People who work with ${feature} see “Something went wrong”; the rest of the portal may be well.`,
    look: `The log /paydown/${stage.name}/${feature}, lines of level “error”.`,
    metric: failuresOf(stage, feature),
    when: { above: 5 },
  };
}

/** The alarms of a job. Their impact is in the job's row. */
function jobAlarms(stage: Stage, name: string, { handler, trigger, impact }: JobRow): [string, Alarm][] {
  const log = `The log /paydown/${stage.name}/job-${name}, lines of level “error”.`;
  const built = functionName(stage, handler);
  const failed: Alarm = { impact, look: log, metric: functionErrors(built), when: { above: 0 } };
  if (trigger.kind === 'timer') {
    const isDaily = trigger.hour !== undefined;
    const absent: Alarm = {
      impact,
      look: `The schedule ${nameOf(stage, name)}: is it enabled, and may its role start the function?`,
      metric: functionRuns(built, isDaily ? Duration.days(1) : Duration.hours(1)),
      when: { below: 1 },
      periods: isDaily ? 1 : 3,
    };
    return [
      [`job-${name}-failing`, failed],
      [`job-${name}-absent`, absent],
    ];
  }
  const queue = nameOf(stage, trigger.queue);
  return [
    [`job-${name}-failing`, failed],
    [
      `job-${name}-gave-up`,
      {
        impact,
        look: `${log} Then the queue ${queue}-dead.fifo.`,
        metric: messagesWaiting(`${queue}-dead.fifo`),
        when: { above: 0 },
      },
    ],
    [
      `job-${name}-behind`,
      {
        impact,
        look: `${log} Then Xero’s status page.`,
        metric: oldestMessage(`${queue}.fifo`),
        when: { above: 2 * 3600 },
      },
    ],
  ];
}
