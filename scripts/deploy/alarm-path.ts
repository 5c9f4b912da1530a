/** The way from an alarm to the operators, tested by setting an alarm's state. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CloudWatchClient,
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import { GetTopicAttributesCommand, type SNSClient } from '@aws-sdk/client-sns';

export interface AlarmPathClients {
  readonly cloudwatch: Pick<CloudWatchClient, 'send'>;
  readonly sns: Pick<SNSClient, 'send'>;
}

const LOOK_AGAIN_MS = 2000;
const LOOKS = 15;

/**
 * Sets the alarm off, waits until CloudWatch has published it, and ends it again.
 * @returns the problems, one sentence each: nothing was published, or no operator has confirmed the subscription.
 */
export async function checkAlarmPath(
  { cloudwatch, sns }: AlarmPathClients,
  AlarmName: string,
  wait: (milliseconds: number) => Promise<unknown> = delay,
): Promise<string[]> {
  const { MetricAlarms: [alarm] = [] } = await cloudwatch.send(
    new DescribeAlarmsCommand({ AlarmNames: [AlarmName] }),
  );
  const [TopicArn] = alarm?.AlarmActions ?? [];
  if (TopicArn === undefined) return [`The alarm ${AlarmName} does not exist or notifies no topic.`];
  const StartDate = new Date();
  const StateReason = 'A deployment tests the notification.';
  await cloudwatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'ALARM', StateReason }));
  const published = await publication(cloudwatch, AlarmName, StartDate, wait);
  await cloudwatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'OK', StateReason }));
  const { Attributes } = await sns.send(new GetTopicAttributesCommand({ TopicArn }));
  const isConfirmed = Number(Attributes?.['SubscriptionsConfirmed'] ?? 0) > 0;
  return [
    ...(published === null ? [] : [published]),
    ...(isConfirmed ? [] : [`No address has confirmed its subscription to ${TopicArn}.`]),
  ];
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
