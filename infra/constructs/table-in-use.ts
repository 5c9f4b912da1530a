import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { indexKeys } from '../../functions/store/table-schema.ts';
import type { Stage } from '../stages.ts';
import { deployedParameter } from './deployed-parameter.ts';

/** The table that a deployment uses: the stage's own, or one restored from a backup. */
export interface TableInUse {
  readonly name: string;
  readonly arn: string;
  /** The ARNs of the table and of its indexes. */
  readonly arns: readonly string[];
}

/** Returns the table named by the stage's parameter, so that a rollback of the code keeps a restored table. */
export function tableInUse(scope: Construct, stage: Stage): TableInUse {
  const name = deployedParameter(scope, stage, 'table');
  const arn = Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName: name });
  return { name, arn, arns: [arn, ...Object.keys(indexKeys).map((index) => `${arn}/index/${index}`)] };
}
