/** The monthly costs of production in Sydney, from what the product stores, reads and runs. */
import { jobs } from '../../functions/api/jobs.ts';
import { type JobRow, slicesOf } from '../../functions/api/job.ts';
import { metricsOf, type Synthesised } from '../infra/synthesised.ts';
import { syncNumbers } from './syncing.ts';
import { prepareAnother, prepareSchedule } from './xero.ts';

const LOANS = 5;

/** AWS's list prices in ap-southeast-2, USD, November 2026, entered by hand and without its free amounts. */
const PRICES = {
  /** Of each metric that an alarm reads. */
  alarmMetric: 0.1,
  dashboard: 3,
  key: 1,
  zone: 0.5,
  firewall: 9,
  customMetric: 0.3,
  millionCalls: { gateway: 1.29, lambda: 0.2, distribution: 1.25, firewall: 0.6, traces: 5, queue: 0.5 },
  gigabyteSecond: 0.0000133334,
  millionReads: 0.1423,
  millionWrites: 0.7115,
  gigabyte: { table: 0.285, continuousBackup: 0.228, copy: 0.114, coldCopy: 0.0342, log: 0.67, moved: 0.02 },
  thousandMails: 0.1,
  millionTrailEvents: 1,
} as const;

/** The assumed use by one organisation with five loans in a month. */
const USE = { calls: 300, reads: 0.85, milliseconds: 120, mails: 4, payments: LOANS } as const;

/** Read and write units of posting a due payment: docs/figures.md. A call reads the session and what it shows. */
const UNITS = {
  readsAPayment: 9.6,
  writesAPayment: 24.2,
  readsACall: 4,
  writesAChange: 6,
  readsANight: 12,
  writesANight: 3,
} as const;

const KB_OF_LOG_A_CALL = 1.5;
const GB_OF_A_FUNCTION = 1;
const DAYS = 30;

/** That of the secrets, in the stack `account`. */
const KEYS_OF_THE_ACCOUNT = 1;

export interface Measured {
  /** Bytes in the table for one organisation with five loans, and those that a posted payment adds. */
  readonly bytes: number;
  readonly bytesAPayment: number;
  /** The metrics of all alarms: one that sums ten functions costs ten. */
  readonly alarmMetrics: number;
  readonly dashboards: number;
  readonly keys: number;
  readonly customMetrics: number;
  /** The runs of timers in a month, however many organisations there are. */
  readonly jobRuns: number;
}

/** Measures an organisation in memory, and the templates of production. */
export async function measureCosts(prod: Synthesised): Promise<Measured> {
  const prepared = await prepareSchedule();
  for (let loan = 1; loan < LOANS; loan++) await prepareAnother(prepared);
  const size = (): number => JSON.stringify(prepared.app.stored()).length;
  const bytes = size();
  await syncNumbers(prepared, [1]);
  const runs = Object.values<JobRow>(jobs).map(({ trigger }) => {
    if (trigger.kind !== 'timer') return 0;
    const { hour, everyMinutes } = trigger;
    const daily = everyMinutes === undefined ? (hour === undefined ? 24 : 1) : (24 * 60) / everyMinutes;
    return daily * DAYS * slicesOf(trigger).length;
  });
  return {
    bytes,
    bytesAPayment: size() - bytes,
    alarmMetrics: prod.resources('AWS::CloudWatch::Alarm').flatMap(metricsOf).length,
    dashboards: prod.resources('AWS::CloudWatch::Dashboard').length,
    keys: prod.resources('AWS::KMS::Key').length + KEYS_OF_THE_ACCOUNT,
    customMetrics: prod.resources('AWS::Logs::MetricFilter').length,
    jobRuns: runs.reduce((sum, one) => sum + one, 0),
  };
}

export type Costs = Readonly<Record<string, number>>;

/** Returns the costs of a month by part, in USD, in the second year. */
export function costsOf(organisations: number, measured: Measured): Costs {
  const { bytes, bytesAPayment, alarmMetrics, dashboards, keys, customMetrics, jobRuns } = measured;
  const calls = organisations * USE.calls;
  const payments = organisations * USE.payments;
  const millions = (count: number): number => count / 1_000_000;
  const gigabytes = (organisations * (bytes + 18 * USE.payments * bytesAPayment)) / 1e9;
  const changes = calls * (1 - USE.reads);
  // Plan, reminders and the ledger check of each organisation.
  const nights = organisations * DAYS;
  const reads = nights * UNITS.readsANight + calls * UNITS.readsACall + payments * UNITS.readsAPayment;
  const writes =
    nights * UNITS.writesANight + changes * UNITS.writesAChange + payments * UNITS.writesAPayment;
  const runs = calls + payments + nights + jobRuns;
  const { millionCalls, gigabyte } = PRICES;
  return {
    'alarms, metrics, keys, zone':
      alarmMetrics * PRICES.alarmMetric +
      dashboards * PRICES.dashboard +
      keys * PRICES.key +
      PRICES.zone +
      // A metric is charged in the hours in which it has a value.
      customMetrics * PRICES.customMetric * Math.min(1, calls / 3_000_000),
    'firewall and distribution':
      PRICES.firewall + millions(calls) * (millionCalls.firewall + millionCalls.distribution),
    'API and functions':
      millions(calls) * millionCalls.gateway +
      millions(runs) * millionCalls.lambda +
      ((runs * USE.milliseconds) / 1000) * GB_OF_A_FUNCTION * PRICES.gigabyteSecond +
      millions(payments + organisations * USE.mails) * 3 * millionCalls.queue,
    'traces of changes': millions(changes + payments + jobRuns) * millionCalls.traces,
    table:
      millions(reads) * PRICES.millionReads +
      millions(writes) * PRICES.millionWrites +
      gigabytes * (gigabyte.table + gigabyte.continuousBackup),
    'copies of backups':
      gigabytes * ((7 + 14) * gigabyte.copy + 12 * gigabyte.coldCopy + 31 * gigabyte.moved),
    'logs and trail':
      ((runs * KB_OF_LOG_A_CALL * 1000) / 1e9) * gigabyte.log +
      millions(reads + writes) * PRICES.millionTrailEvents,
    mail: ((organisations * USE.mails) / 1000) * PRICES.thousandMails,
  };
}

export const SIZES = [10, 1000, 20_000] as const;

/** Returns the table of docs/operations.md. */
export function costTable(measured: Measured): string[] {
  const columns = SIZES.map((size) => costsOf(size, measured));
  const row = (name: string, values: readonly (number | string)[]): string =>
    `| ${[name, ...values].join(' | ')} |`;
  const rounded = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));
  const total = (costs: Costs): number => Object.values(costs).reduce((sum, one) => sum + one, 0);
  return [
    row(
      'organisations',
      SIZES.map((size) => size.toLocaleString('en-AU')),
    ),
    row(
      '---',
      SIZES.map(() => '---:'),
    ),
    ...Object.keys(columns[0] ?? {}).map((name) =>
      row(
        name,
        columns.map((costs) => rounded(costs[name] ?? 0)),
      ),
    ),
    row(
      '**USD a month**',
      columns.map((costs) => `**${total(costs).toFixed(0)}**`),
    ),
  ];
}
