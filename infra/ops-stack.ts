/** The dashboard and the alarms. */
import { Duration, Stack } from 'aws-cdk-lib';
import * as budgets from 'aws-cdk-lib/aws-budgets';
import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type JobRow, slicesOf, type Timer } from '../functions/api/job.ts';
import type { RouteKey, RouteRow } from '../functions/api/route.ts';
import { jobs } from '../functions/api/jobs.ts';
import { routes } from '../functions/api/routes.ts';
import type { ApiStack } from './api-stack.ts';
import { concurrencyNeeded } from './concurrency.ts';
import { AlarmTopic } from './constructs/alarm-topic.ts';
import { backupLogName } from './constructs/backup-events.ts';
import { functionLogName } from './constructs/function-log.ts';
import { ImpactAlarm, type ImpactAlarmProps } from './constructs/impact-alarm.ts';
import { dashed, functionName } from './names.ts';
import { OpsDashboard } from './constructs/ops-dashboard.ts';
import { isProtected } from './constructs/protection.ts';
import { tableInUse } from './constructs/table-in-use.ts';
import {
  backupCount,
  crashAlarm,
  crashesOf,
  daysToExpiry,
  criticalAlarms,
  failuresOf,
  functionErrors,
  functionRuns,
  jobCount,
  jobLog,
  measure,
  messagesWaiting,
  oldestMessage,
} from './metrics.ts';
import { nameOf, type Stage } from './stages.ts';

export interface OpsStackProps {
  readonly stage: Stage;
  readonly api: ApiStack;
  readonly jobs: Readonly<Record<string, JobRow>>;
}

/** The share of a limit at which it is told. */
const NEAR = 0.8;

type Alarm = Omit<ImpactAlarmProps, 'name' | 'topic'>;
type Rows = readonly (readonly [RouteKey, RouteRow])[];

export class OpsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, api, jobs: jobRows }: OpsStackProps) {
    const { account, region } = stage;
    super(scope, id, {
      env: { account, region },
      terminationProtection: isProtected(scope, stage, 'ops'),
    });
    this.addStackDependency(api);
    const { topic } = new AlarmTopic(this, 'Alarms', stage, nameOf(stage, 'alarms'));

    const measured = measure(stage, api.apiId, tableInUse(this, stage).name);
    const alarms: Readonly<Record<string, Alarm>> = {
      ...platformAlarms(stage, measured),
      ...(api.originCertificateArn === null ? {} : originAlarm(api.originCertificateArn)),
      ...(stage.distantVault === null ? {} : backupAlarms(stage)),
      ...Object.fromEntries(api.features.flatMap((feature) => failing(stage, feature))),
      ...Object.fromEntries(
        [...api.functions].flatMap(([feature, names]) => crashing(stage, feature, names)),
      ),
      ...Object.fromEntries(
        [...api.critical].flatMap(([handler, rows]) => criticalFailing(stage, handler, rows)),
      ),
      ...Object.fromEntries(Object.entries(jobRows).flatMap(([name, row]) => jobAlarms(stage, name, row))),
    };
    for (const [name, alarm] of Object.entries(alarms)) {
      new ImpactAlarm(this, name, { ...alarm, name: nameOf(stage, name), topic });
    }
    if (stage.alarmsTo !== null) createBudget(this, stage, stage.alarmsTo);
    new ImpactAlarm(this, 'alarm-test', { ...alarmTest(measured), name: nameOf(stage, 'alarm-test'), topic });
    new OpsDashboard(this, 'Dashboard', { stage, measured, features: api.features, jobs: jobRows });
  }
}

/** Mails the operators when most of the month's budget is spent, and when the forecast exceeds it. */
function createBudget(scope: Construct, stage: Stage, address: string): void {
  const subscribers = [{ subscriptionType: 'EMAIL', address }];
  const notify = (notificationType: string, threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      comparisonOperator: 'GREATER_THAN',
      thresholdType: 'PERCENTAGE',
    },
    subscribers,
  });
  new budgets.CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: nameOf(stage, 'monthly'),
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: stage.monthlyBudget, unit: 'USD' },
    },
    notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
  });
}

function platformAlarms(stage: Stage, measured: ReturnType<typeof measure>): Readonly<Record<string, Alarm>> {
  return {
    'api-failing': {
      impact:
        'People everywhere in the portal see “Something went wrong”, and what they did may not be saved.',
      look: 'The access log for the status and the route, then the log of that feature for the request id.',
      metric: measured.serverErrors,
      when: { above: 10 },
    },
    'api-slow': {
      impact: 'People wait more than three seconds for pages that ask nothing of Xero, and some give up.',
      look: 'The access log: is it one route, or all? Then the throttles of the table and of functions.',
      metric: measured.slowestAlone,
      when: { above: 3000 },
      periods: 3,
    },
    'api-bypassed': {
      impact:
        'None yet: somebody calls the API around the distribution and its firewall, and uses up its rate.',
      look: 'The access log, status 403: `source` is their address. Without mutual TLS (originTls), switch it on.',
      metric: measured.bypasses,
      when: { above: 10 },
    },
    'registrations-braked': {
      impact:
        'New people open a mailed link before they get an account: more were registered today than ever before.',
      look: 'The audit log’s entries user/register by network: an attack, or growth: raise registrationsInAll.',
      metric: measured.braked,
      when: { above: 0 },
    },
    'functions-turned-away': {
      impact: 'People are refused at busy moments although nothing is broken, and a reload may help them.',
      look: 'The account’s limit of concurrent functions, and which function runs away with it.',
      metric: measured.functionThrottles,
      when: { above: 0 },
    },
    'functions-near-limit': {
      impact: 'None yet: a few more functions at once, and people are refused at busy moments.',
      look: 'The dashboard, for the function that grew. Raise the quota L-B99A9384 before it is reached.',
      metric: measured.concurrentFunctions,
      when: { above: NEAR * concurrencyNeeded(stage, routes, jobs) },
    },
    'mail-near-quota': {
      impact:
        'None yet: above Amazon’s quota of a day, no mail about passwords, invitations or payments leaves.',
      look: 'The sending statistics of SES. An abused form, or growth: request a higher quota of mails a day.',
      metric: measured.sent,
      when: { above: NEAR * stage.mail.dailyQuota },
    },
    'timers-undelivered': {
      impact: 'Jobs did not run although they were due: payments, reminders or plans wait for the next run.',
      look: `The queue ${nameOf(stage, 'undelivered')}, whose messages say which call failed and why.`,
      metric: messagesWaiting(nameOf(stage, 'undelivered')),
      when: { above: 0 },
    },
    'table-turned-away': {
      impact: 'People’s saves and pages fail or crawl, most of all in one large organisation.',
      look: 'The dashboard, for the feature whose requests grew. Then contributor insights, for a hot key.',
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

/** Amazon renews its own certificates 60 days before they end. */
const DAYS_WITHOUT_RENEWAL = 30;

const originAlarm = (certificateArn: string): Readonly<Record<string, Alarm>> => ({
  'api-certificate-ending': {
    impact: 'None yet: once the certificate of the API’s origin has ended, all pages are empty.',
    look: 'ACM in the stage’s region: Amazon renews it while its record stands in the zone, which is delegated.',
    metric: daysToExpiry(certificateArn),
    when: { below: DAYS_WITHOUT_RENEWAL },
  },
});

/** The account contains one stage, so each of its backup jobs is the stage's. */
function backupAlarms(stage: Stage): Readonly<Record<string, Alarm>> {
  const impact =
    'None today: after a loss of the table or of this account, data could be restored only to an earlier day.';
  const log = `The log ${backupLogName(stage)}, which has every event of AWS Backup with its reason.`;
  const copied = (name: 'copies-of-table' | 'copies-of-files'): Alarm => ({
    impact,
    look: `${log} Without any: is the plan there, and does the other account’s vault still allow copies?`,
    metric: backupCount(stage, name, Duration.hours(1)),
    when: { below: 1 },
    periods: DAILY_HOURS,
    warmUp: Duration.hours(DAILY_HOURS + 1),
  });
  return {
    'backups-unfinished': {
      impact,
      look: log,
      metric: backupCount(stage, 'backups-unfinished'),
      when: { above: 0 },
    },
    'table-not-copied': copied('copies-of-table'),
    'files-not-copied': copied('copies-of-files'),
  };
}

/** Many failures within minutes, or a few within an hour, which one broken page of a quiet feature makes. */
function failing(stage: Stage, feature: string): [string, Alarm][] {
  const impact = `People who work with ${feature} see “Something went wrong”; the rest of the portal may be well.`;
  const look = `The log ${functionLogName(stage, feature)}, lines of level “ERROR”.`;
  const metric = failuresOf(stage, feature);
  return [
    [`${feature}-failing`, { impact, look, metric, when: { above: 5 } }],
    [
      `${feature}-failing-again`,
      { impact, look, metric: metric.with({ period: Duration.hours(1) }), when: { above: 2 } },
    ],
  ];
}

/** Crashes, time-outs and failures to start write no line of ours. */
function crashing(stage: Stage, feature: string, functionNames: readonly string[]): [string, Alarm][] {
  return crashesOf(functionNames).map((metric, group) => [
    crashAlarm(feature, group),
    {
      impact: `People who work with ${feature} see “Something went wrong”, and their work may be half done.`,
      look: `The log ${functionLogName(stage, feature)}, lines of type “platform.report” with another status than success.`,
      metric,
      when: { above: 0 },
    },
  ]);
}

/**
 * The alarms about one critical function. They are more sensitive than those of its feature, since a canary receives few
 * calls.
 */
function criticalFailing(stage: Stage, handler: string, rows: Rows): [string, Alarm][] {
  const [feature = ''] = handler.split('/');
  const [failed, crashed] = criticalAlarms(dashed(handler));
  const log = functionLogName(stage, feature);
  const impact = `People see “Something went wrong” and can’t sign in, or can’t post payments: ${handler} fails.`;
  return [
    [
      failed,
      {
        impact,
        look: `The log ${log}, lines of level “ERROR” whose handler is ${handler}.`,
        metric: failuresOf(stage, dashed(handler)),
        // A document that may or may not stand in Xero is never left to chance.
        when: { above: rows.some(([, { uses }]) => uses.includes('xero')) ? 0 : 1 },
      },
    ],
    [
      crashed,
      {
        impact,
        look: `The log ${log}, lines of type “platform.report” with another status than success.`,
        metric: functionErrors(functionName(stage, handler)),
        when: { above: 0 },
      },
    ],
  ];
}

/** An alarm that only deployments set off, to test the way from alarms to the operators. */
function alarmTest(measured: ReturnType<typeof measure>): Alarm {
  return {
    impact: 'None: a deployment tests whether alarms reach the operators, and ends this alarm itself.',
    look: 'Nothing, if this message came with a deployment.',
    metric: measured.requests,
    when: { above: Number.MAX_SAFE_INTEGER },
  };
}

/** Hours without a run after which a daily job is absent: a day of the clock change has 25. */
const DAILY_HOURS = 26;

/**
 * Returns the condition of a timer's job that is absent: consecutive periods with less than a run of each slice. The
 * alarm waits as long for the first run of all.
 */
function absence(
  name: string,
  { hour, everyMinutes, slices = 1 }: Timer,
): Pick<Alarm, 'metric' | 'when' | 'periods' | 'isByTheClock' | 'warmUp'> {
  const period = Duration.minutes(everyMinutes ?? 60);
  const periods = hour === undefined ? 3 : DAILY_HOURS;
  return {
    metric: functionRuns(name, period),
    when: { below: slices },
    periods,
    isByTheClock: hour !== undefined,
    warmUp: Duration.minutes(period.toMinutes() * (periods + 1)),
  };
}

/** The lines of one run that fails: the job's own, the runtime's and the platform's. */
const LINES_OF_A_FAILURE = 3;

/**
 * Returns the condition of a job that fails repeatedly. A single failure is retried: by the platform, by the queue or by
 * the next run.
 */
function repeatedFailures(
  trigger: JobRow['trigger'],
  failures: cloudwatch.Metric,
): Pick<Alarm, 'metric' | 'when' | 'periods'> {
  // A message that fails at every delivery ends among the dead letters, which have an alarm of their own.
  if (trigger.kind === 'queue') return { metric: failures, when: { above: LINES_OF_A_FAILURE } };
  if (trigger.everyMinutes !== undefined) return { metric: failures, when: { above: 0 }, periods: 2 };
  return { metric: failures.with({ period: Duration.days(1) }), when: { above: LINES_OF_A_FAILURE } };
}

/** Counts of work that a run has not done, each with its reason. */
const UNDONE: Readonly<Record<string, string>> = {
  left: 'The last run had no time for everything: “left” counts the rest.',
  stopped: 'The last run stopped at its limit: “stopped” counts the rest. Are they to be removed?',
  refused:
    'Xero removes some connections neither by their user’s access nor by the app’s: “refused” counts them. A user of the organisation can disconnect Paydown in Xero.',
};

/** The alarms of a job. Their impact is in the job's row. */
function jobAlarms(
  stage: Stage,
  name: string,
  { handler, trigger, uses, impact, measures = [] }: JobRow,
): [string, Alarm][] {
  const log = `The log ${functionLogName(stage, jobLog(name))}, lines of level “ERROR”.`;
  const built = functionName(stage, handler);
  const failed = { impact, look: log, ...repeatedFailures(trigger, failuresOf(stage, jobLog(name))) };
  const left = measures.flatMap((count): [string, Alarm][] => {
    const reason = UNDONE[count];
    if (reason === undefined) return [];
    const metric = jobCount(stage, name, count);
    return [[`job-${name}-${count}`, { impact, look: `${log} ${reason}`, metric, when: { above: 0 } }]];
  });
  if (trigger.kind === 'timer') {
    const schedules = slicesOf(trigger).map(([suffix]) => nameOf(stage, `${name}${suffix}`));
    const absent: Alarm = {
      impact,
      look: `Of ${schedules.join(', ')}, each schedule: is it enabled, and may its role start the function?`,
      ...absence(built, trigger),
    };
    return [[`job-${name}-failing`, failed], [`job-${name}-absent`, absent], ...left];
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
        look: uses.includes('xero') ? `${log} Then Xero’s status page.` : log,
        metric: oldestMessage(`${queue}.fifo`),
        when: { above: 2 * 3600 },
      },
    ],
  ];
}
