import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { JobRow } from '../../functions/api/job.ts';
import { failuresOf, jobCount, jobLog, oldestMessage, type Measured, slowestOf } from '../metrics.ts';
import { nameOf, type Stage } from '../stages.ts';

export interface OpsDashboardProps {
  readonly stage: Stage;
  readonly measured: Measured;
  readonly features: readonly string[];
  readonly jobs: Readonly<Record<string, JobRow>>;
}

/** A page with use, failures, latency and the state of the resources. */
export class OpsDashboard extends Construct {
  constructor(scope: Construct, id: string, { stage, measured, features, jobs }: OpsDashboardProps) {
    super(scope, id);
    const dashboard = new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: nameOf(stage, 'overview'),
      defaultInterval: Duration.days(1),
    });
    dashboard.addWidgets(
      graph('Requests', measured.requests, measured.clientErrors, measured.serverErrors),
      graph('Milliseconds to answer', measured.typical, measured.slowest),
    );
    dashboard.addWidgets(
      graph('Failures by feature', ...features.map((feature) => failuresOf(stage, feature))),
      graph('Functions', measured.concurrentFunctions, measured.functionThrottles),
    );
    dashboard.addWidgets(
      graph('Slowest of twenty, milliseconds', ...features.map((feature) => slowestOf(stage, feature))),
    );
    const rows = Object.values(jobs);
    const queues = rows.flatMap(({ trigger }) => (trigger.kind === 'queue' ? [trigger.queue] : []));
    dashboard.addWidgets(
      graph('Failures by job', ...Object.keys(jobs).map((name) => failuresOf(stage, jobLog(name)))),
      graph(
        'Oldest message, seconds',
        ...queues.map((queue) => oldestMessage(`${nameOf(stage, queue)}.fifo`)),
      ),
    );
    dashboard.addWidgets(
      graph('Table', measured.tableReads, measured.tableWrites, measured.tableThrottles),
      graph('Mail that came back, share of all', measured.bounceRate, measured.complaintRate),
    );
    const counts = Object.entries(jobs).flatMap(([name, { measures = [] }]) =>
      measures.map((count) => jobCount(stage, name, count).with({ period: Duration.days(1) })),
    );
    dashboard.addWidgets(graph('Counts of jobs', ...counts));
  }
}

function graph(title: string, ...left: readonly cloudwatch.IMetric[]): cloudwatch.GraphWidget {
  return new cloudwatch.GraphWidget({ title, left: [...left], width: 12, height: 6 });
}
