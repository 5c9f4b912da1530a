import { describe, expect, it } from 'vitest';
import { jobs } from '../../functions/api/jobs.ts';
import { slicesOf, usesOfJob, visibilitySeconds, type JobRow, type Timer } from '../../functions/api/job.ts';
import { stageOf } from '../../infra/stages.ts';
import { actionsFor, actionsIn, secretsFor, secretsIn, statementsOf, wildcardsIn } from './granted.ts';
import { invokedIn, metricsOf, oneOf, synthesised, type Found } from './synthesised.ts';

const prod = await synthesised(stageOf('prod'));
const rows: [string, JobRow][] = Object.entries(jobs);

const one = (type: string, property: string, value: string): Found => oneOf(prod, type, property, value);

const functionOf = ({ handler }: JobRow): Found =>
  one('AWS::Lambda::Function', 'FunctionName', `paydown-prod-${handler.replaceAll('/', '-')}`);

describe.each(rows)('the job %s', (name, row) => {
  const { id, resource, template } = functionOf(row);
  const statements = statementsOf(template.Resources[resource.Properties.Role['Fn::GetAtt'][0]]);
  const receives = row.trigger.kind === 'queue';

  it('is granted only the uses of its row and its queue', () => {
    const messages = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];
    const isRepeated = row.trigger.kind === 'timer' && row.trigger.everyMinutes === undefined;
    const own = receives ? messages : isRepeated ? ['sqs:SendMessage'] : [];
    const expected = [...new Set([...actionsFor(usesOfJob(row)), ...own])].toSorted();
    expect(actionsIn(statements)).toEqual(expected);
    expect(secretsIn(statements)).toEqual(secretsFor(usesOfJob(row)));
    expect(wildcardsIn(statements)).toEqual([]);
  });

  it('starts by the trigger of its row and has its timeout', () => {
    expect(resource.Properties.Timeout).toBe(row.timeoutSeconds);
    const schedules = prod
      .resources('AWS::Scheduler::Schedule')
      .filter((found) => found.resource.Properties.Target.Arn['Fn::GetAtt'][0] === id);
    const mappings = prod
      .resources('AWS::Lambda::EventSourceMapping')
      .filter((found) => invokedIn(template, found.resource.Properties.FunctionName) === resource);
    const timers = row.trigger.kind === 'timer' ? slicesOf(row.trigger).length : 0;
    expect([schedules.length, mappings.length]).toEqual([timers, receives ? 1 : 0]);
  });

  it('raises an alarm about repeated failures, also of those that it handles', () => {
    const [filter, ...others] = prod
      .properties('AWS::Logs::MetricFilter')
      .filter(({ MetricTransformations }) => MetricTransformations[0].MetricName === `job-${name}-failures`);
    expect(others).toEqual([]);
    expect(filter.LogGroupName.Ref).toBe(resource.Properties.LoggingConfig.LogGroup.Ref);
    const alarm = one('AWS::CloudWatch::Alarm', 'AlarmName', `paydown-prod-job-${name}-failing`);
    expect(metricsOf(alarm)).toMatchObject([
      { Namespace: 'Paydown/prod', MetricName: `job-${name}-failures` },
    ]);
    const { ComparisonOperator, Threshold, EvaluationPeriods } = alarm.resource.Properties;
    // The lines of one failed run: the job's own, the runtime's and the platform's.
    const limits = name === 'portal-check' || name === 'settle' ? [0, 2] : [3, 1];
    expect([ComparisonOperator, Threshold, EvaluationPeriods]).toEqual(['GreaterThanThreshold', ...limits]);
  });

  it('raises an alarm with the impact of its row when it fails', () => {
    const alarms = prod
      .properties('AWS::CloudWatch::Alarm')
      .filter(({ AlarmName }) => (AlarmName as string).startsWith(`paydown-prod-job-${name}-`));
    expect(alarms.length).toBeGreaterThanOrEqual(2);
    for (const alarm of alarms) expect(alarm.AlarmDescription).toContain(`Impact: ${row.impact}\n`);
  });
});

describe.each(rows.filter(([, { trigger }]) => trigger.kind === 'timer'))('The timer of %s', (name, row) => {
  const [[suffix, event] = ['', {}]] = slicesOf(row.trigger as Timer);
  const { Properties } = one('AWS::Scheduler::Schedule', 'Name', `paydown-prod-${name}${suffix}`).resource;

  it('runs in the business time zone and passes the scheduled time', () => {
    expect(Properties.ScheduleExpressionTimezone).toBe('Australia/Sydney');
    expect(JSON.parse(Properties.Target.Input as string)).toEqual({
      scheduledTime: '<aws.scheduler.scheduled-time>',
      ...event,
    });
  });
});

describe('the queue of postings', () => {
  const { Properties } = one('AWS::SQS::Queue', 'QueueName', 'paydown-prod-postings.fifo').resource;
  const [, worker] = rows.find(([, { trigger }]) => trigger.kind === 'queue') ?? [];

  it('hides a delivered message for six times the worker’s timeout', () => {
    expect(Properties.VisibilityTimeout).toBe(visibilitySeconds(worker as JobRow));
  });

  it('moves a message to the dead letters after repeated failures, keeps it two weeks and raises an alarm', () => {
    const { id, resource } = one('AWS::SQS::Queue', 'QueueName', 'paydown-prod-postings-dead.fifo');
    expect(Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]).toBe(id);
    for (const { MessageRetentionPeriod } of [Properties, resource.Properties]) {
      expect(MessageRetentionPeriod).toBe(1_209_600);
    }
    const alarms = prod.properties('AWS::CloudWatch::Alarm').map((alarm) => JSON.stringify(alarm));
    const telling = alarms.filter((text) => text.includes('"Value":"paydown-prod-postings-dead.fifo"'));
    expect(telling).toHaveLength(1);
  });

  it('delivers a message five times at least, since a throttled function counts as a failure', () => {
    const queues = prod.properties('AWS::SQS::Queue').flatMap(({ RedrivePolicy }) => RedrivePolicy ?? []);
    expect(queues.length).toBeGreaterThan(1);
    for (const { maxReceiveCount } of queues) expect(maxReceiveCount).toBeGreaterThanOrEqual(5);
  });

  it('reports failures per message', () => {
    const [mapping] = prod.properties('AWS::Lambda::EventSourceMapping');
    expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  });
});
