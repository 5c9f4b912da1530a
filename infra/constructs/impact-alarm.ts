import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

export interface ImpactAlarmProps {
  readonly name: string;
  /** What people notice, in a sentence about people. */
  readonly impact: string;
  /** Where to look first. */
  readonly look: string;
  readonly metric: cloudwatch.IMetric;
  /** Goes off above this. */
  readonly above: number;
  /** Periods in a row of the metric; one if not said. */
  readonly periods?: number;
  readonly tell: ITopic;
}

/** An alarm that says what it means for people; who is woken need not know the system to know how bad it is. */
export class ImpactAlarm extends Construct {
  constructor(scope: Construct, id: string, props: ImpactAlarmProps) {
    super(scope, id);
    const alarm = new cloudwatch.Alarm(this, 'Alarm', {
      alarmName: props.name,
      alarmDescription: `Impact: ${props.impact}\nLook at: ${props.look}`,
      metric: props.metric,
      threshold: props.above,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: props.periods ?? 1,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(props.tell));
    alarm.addOkAction(new SnsAction(props.tell));
  }
}
