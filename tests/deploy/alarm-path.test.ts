import { describe, expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { checkAlarmPath, subscriptionProblems, TOPICS } from '../../scripts/deploy/alarm-path.ts';
import { stacksOf } from '../../scripts/deploy/steps.ts';
import { synthesised } from '../infra/synthesised.ts';
import { inTurn, stubbedClient } from './stubbed-client.ts';

const ALARM = 'paydown-prod-alarm-test';
const TOPIC = 'arn:aws:sns:ap-southeast-2:1:paydown-prod-alarms';

const action = (HistorySummary: string) => ({ AlarmHistoryItems: [{ HistorySummary }] });
const wait = async (): Promise<void> => {};

describe('the test of the alarms', () => {
  it.each<[string, readonly object[], readonly string[]]>([
    ['ends without a problem after a publication', [{}, {}, action('Successfully executed action')], []],
    [
      'reports a topic that refuses the publication',
      [action(`Failed to execute action ${TOPIC}`)],
      [`The alarm ${ALARM} was not published: Failed to execute action ${TOPIC}`],
    ],
    [
      'reports an alarm that is never published',
      [{}],
      [`The alarm ${ALARM} was set off, but not published.`],
    ],
  ])('sets an alarm off, waits, ends it, and %s', async (_what, history, problems) => {
    const { client: cloudwatch, sent } = stubbedClient({
      DescribeAlarms: () => ({ MetricAlarms: [{ AlarmActions: [TOPIC] }] }),
      SetAlarmState: () => ({}),
      DescribeAlarmHistory: inTurn(...history),
    });
    expect(await checkAlarmPath({ cloudwatch }, ALARM, wait)).toEqual(problems);
    const states = sent.flatMap(([name, { StateValue }]) => (name === 'SetAlarmState' ? [StateValue] : []));
    expect(states).toEqual(['ALARM', 'OK']);
  });

  it('reports a missing alarm', async () => {
    const { client: cloudwatch } = stubbedClient({ DescribeAlarms: () => ({ MetricAlarms: [] }) });
    expect(await checkAlarmPath({ cloudwatch }, ALARM, wait)).toEqual([
      `The alarm ${ALARM} does not exist or notifies no topic.`,
    ]);
  });
});

describe('the subscriptions of the operators', () => {
  const prod = stageOf('prod');

  /** SNS with these numbers of subscriptions by topic, confirmed by default. */
  function topics(numbers: Readonly<Record<string, { confirmed: string; pending: string }>> = {}) {
    const asked: string[] = [];
    const sns = (region: string) =>
      stubbedClient({
        GetTopicAttributes: ({ TopicArn }) => {
          asked.push(String(TopicArn));
          expect(String(TopicArn).split(':')[3]).toBe(region);
          const { confirmed, pending } = numbers[String(TopicArn).split(':').at(-1) ?? ''] ?? {
            confirmed: '1',
            pending: '0',
          };
          return { Attributes: { SubscriptionsConfirmed: confirmed, SubscriptionsPending: pending } };
        },
      }).client;
    return { asked, sns };
  }

  it('are those of every topic that the templates subscribe the operators to', async () => {
    const { templates } = await synthesised(prod);
    const subscribed = [...templates].flatMap(([file, { Resources }]) =>
      Object.values(Resources).flatMap(({ Type, Properties }) => {
        if (Type !== 'AWS::SNS::Subscription' || Properties.Endpoint !== prod.alarmsTo) return [];
        expect(Properties.Protocol).toBe('email');
        return [[file, Resources[Properties.TopicArn.Ref]?.Properties.TopicName]];
      }),
    );
    const checked = Object.entries(TOPICS).map(([stack, topic]) => [
      `paydown-prod-${stack}.template.json`,
      `paydown-prod-${topic}`,
    ]);
    expect(Object.fromEntries(subscribed)).toEqual(Object.fromEntries(checked));
    expect(subscribed).toHaveLength(3);
  });

  it('are asked for in the account and region of each topic of the deployed stacks', async () => {
    const { asked, sns } = topics();
    expect(await subscriptionProblems({ sns }, prod, stacksOf(prod))).toEqual([]);
    expect(asked.toSorted()).toEqual([
      'arn:aws:sns:ap-southeast-2:000000000000:paydown-prod-alarms',
      'arn:aws:sns:ap-southeast-2:000000000000:paydown-prod-returned-mail',
      'arn:aws:sns:us-east-1:000000000000:paydown-prod-edge-alarms',
    ]);
    const fewer = topics();
    await subscriptionProblems(fewer, prod, ['api', 'ops']);
    expect(fewer.asked).toEqual(['arn:aws:sns:ap-southeast-2:000000000000:paydown-prod-alarms']);
  });

  it('are reported without a confirmation, with the next step', async () => {
    const { sns } = topics({
      'paydown-prod-edge-alarms': { confirmed: '0', pending: '1' },
      'paydown-prod-returned-mail': { confirmed: '0', pending: '0' },
    });
    expect(await subscriptionProblems({ sns }, prod, ['data', 'ops', 'edge-ops'])).toEqual([
      'No address has confirmed its subscription to arn:aws:sns:ap-southeast-2:000000000000:paydown-prod-returned-mail: ' +
        'none is pending, so create one in SNS for alarms@paydown.example.',
      'No address has confirmed its subscription to arn:aws:sns:us-east-1:000000000000:paydown-prod-edge-alarms: ' +
        'open the link mailed to alarms@paydown.example.',
    ]);
  });
});
