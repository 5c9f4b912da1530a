import { describe, expect, it } from 'vitest';
import { checkAlarmPath } from '../../scripts/deploy/alarm-path.ts';
import { inTurn, stubbedClient } from './stubbed-client.ts';

const ALARM = 'paydown-prod-alarm-test';
const TOPIC = 'arn:aws:sns:ap-southeast-2:1:paydown-prod-alarms';

function clients(history: readonly unknown[], confirmed = '1') {
  const cloudwatch = stubbedClient({
    DescribeAlarms: () => ({ MetricAlarms: [{ AlarmActions: [TOPIC] }] }),
    SetAlarmState: () => ({}),
    DescribeAlarmHistory: inTurn(...history),
  });
  const sns = stubbedClient({
    GetTopicAttributes: () => ({ Attributes: { SubscriptionsConfirmed: confirmed } }),
  });
  return { cloudwatch, clients: { cloudwatch: cloudwatch.client, sns: sns.client } };
}

const action = (HistorySummary: string) => ({ AlarmHistoryItems: [{ HistorySummary }] });
const wait = async (): Promise<void> => {};

describe('the test of the alarms', () => {
  it('sets an alarm off, waits for its publication and ends it', async () => {
    const { cloudwatch, clients: given } = clients([{}, {}, action(`Successfully executed action ${TOPIC}`)]);
    expect(await checkAlarmPath(given, ALARM, wait)).toEqual([]);
    const states = cloudwatch.sent.flatMap(([name, { StateValue }]) =>
      name === 'SetAlarmState' ? [StateValue] : [],
    );
    expect(states).toEqual(['ALARM', 'OK']);
  });

  it('reports a topic that refuses the publication', async () => {
    const { clients: given } = clients([action(`Failed to execute action ${TOPIC}`)]);
    expect(await checkAlarmPath(given, ALARM, wait)).toEqual([
      `The alarm ${ALARM} was not published: Failed to execute action ${TOPIC}`,
    ]);
  });

  it('reports an alarm that is never published', async () => {
    const { clients: given } = clients([{}]);
    expect(await checkAlarmPath(given, ALARM, wait)).toEqual([
      `The alarm ${ALARM} was set off, but not published.`,
    ]);
  });

  it('reports a topic without a confirmed subscription', async () => {
    const { clients: given } = clients([action('Successfully executed')], '0');
    expect(await checkAlarmPath(given, ALARM, wait)).toEqual([
      `No address has confirmed its subscription to ${TOPIC}.`,
    ]);
  });

  it('reports a missing alarm', async () => {
    const cloudwatch = stubbedClient({ DescribeAlarms: () => ({ MetricAlarms: [] }) });
    const given = { cloudwatch: cloudwatch.client, sns: stubbedClient({}).client };
    expect(await checkAlarmPath(given, ALARM, wait)).toEqual([
      `The alarm ${ALARM} does not exist or notifies no topic.`,
    ]);
  });
});
