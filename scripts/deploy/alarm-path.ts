/** The way from an alarm to the operators, tested by setting an alarm's state. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CloudWatchClient,
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import { GetTopicAttributesCommand, type SNSClient } from '@aws-sdk/client-sns';
import { nameOf, type Stage } from '../../infra/stages.ts';
import { regionOf, type StackName } from './steps.ts';

export interface AlarmPathClients {
  readonly cloudwatch: Pick<CloudWatchClient, 'send'>;
  /** Returns the client of a region. */
  readonly sns: (region: string) => Pick<SNSClient, 'send'>;
}

/** The topics that mail the operators, by stack. */
export const TOPICS: Readonly<Partial<Record<StackName, string>>> = {
  data: 'returned-mail',
  ops: 'alarms',
  'edge-ops': 'edge-alarms',
};

const LOOK_AGAIN_MS = 2000;
const LOOKS = 15;

/**
 * Sets the alarm off, waits until CloudWatch has published it, and ends it again.
 * @returns the problem, if nothing was published.
 */
export async function checkAlarmPath(
  { cloudwatch }: Pick<AlarmPathClients, 'cloudwatch'>,
  AlarmName: string,
  wait: (milliseconds: number) => Promise<unknown> = delay,
): Promise<string[]> {
  const { MetricAlarms: [alarm] = [] } = await cloudwatch.send(
    new DescribeAlarmsCommand({ AlarmNames: [AlarmName] }),
  );
  if (!alarm?.AlarmActions?.length) return [`The alarm ${AlarmName} does not exist or notifies no topic.`];
  const StartDate = new Date();
  const StateReason = 'A deployment tests the notification.';
  await cloudwatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'ALARM', StateReason }));
  const published = await publication(cloudwatch, AlarmName, StartDate, wait);
  await cloudwatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'OK', StateReason }));
  return published === null ? [] : [published];
}

/** Returns the names of the stage's alarms that are on. */
export async function alarmsOn(
  { cloudwatch }: Pick<AlarmPathClients, 'cloudwatch'>,
  stage: Stage,
): Promise<string[]> {
  const { MetricAlarms = [] } = await cloudwatch.send(
    new DescribeAlarmsCommand({ AlarmNamePrefix: nameOf(stage, ''), StateValue: 'ALARM' }),
  );
  return MetricAlarms.flatMap(({ AlarmName }) => AlarmName ?? []);
}

/** Returns the topics of these stacks whose subscription no operator has confirmed, a sentence each. */
export async function subscriptionProblems(
  { sns }: Pick<AlarmPathClients, 'sns'>,
  stage: Stage,
  stacks: readonly StackName[],
): Promise<string[]> {
  const problems = stacks.map(async (stack) => {
    const topic = TOPICS[stack];
    if (topic === undefined) return [];
    const region = regionOf(stage, stack);
    const TopicArn = `arn:aws:sns:${region}:${stage.account}:${nameOf(stage, topic)}`;
    const { Attributes = {} } = await sns(region).send(new GetTopicAttributesCommand({ TopicArn }));
    if (Number(Attributes['SubscriptionsConfirmed']) > 0) return [];
    const isPending = Number(Attributes['SubscriptionsPending']) > 0;
    const next = isPending ? 'open the link mailed to' : 'none is pending, so create one in SNS for';
    return [`No address has confirmed its subscription to ${TopicArn}: ${next} ${stage.alarmsTo}.`];
  });
  return (await Promise.all(problems)).flat();
}

/** Returns null when the alarm was published since then, otherwise the problem. */
async function publication(
  cloudwatch: AlarmPathClients['cloudwatch'],
  AlarmName: string,
  StartDate: Date,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<string | null> {
  for (let look = 0; look < LOOKS; look++) {
    const { AlarmHistoryItems: [action] = [] } = await cloudwatch.send(
      new DescribeAlarmHistoryCommand({ AlarmName, HistoryItemType: 'Action', StartDate }),
    );
    if (action) {
      const isPublished = action.HistorySummary?.startsWith('Successfully') === true;
      return isPublished ? null : `The alarm ${AlarmName} was not published: ${action.HistorySummary}`;
    }
    await wait(LOOK_AGAIN_MS);
  }
  return `The alarm ${AlarmName} was set off, but not published.`;
}
