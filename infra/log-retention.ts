import type { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { logRemovalPolicy } from './constructs/protection.ts';
import type { Construct } from 'constructs';
import type { Stage } from './stages.ts';

const retention: Readonly<Record<Stage['logDays'], RetentionDays>> = {
  7: RetentionDays.ONE_WEEK,
  30: RetentionDays.ONE_MONTH,
  365: RetentionDays.ONE_YEAR,
};

/** Returns the retention of a stage's logs, and whether they outlive its stacks. */
export function logRetention(
  scope: Construct,
  stage: Stage,
): { retention: RetentionDays; removalPolicy: RemovalPolicy } {
  return {
    retention: retention[stage.logDays],
    removalPolicy: logRemovalPolicy(scope, stage),
  };
}
