import { CfnParameter } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { parameterName, type Stage } from '../stages.ts';

/** The value that a parameter of the stage has when a deployment runs. */
export function deployedParameter(scope: Construct, stage: Stage, name: string): string {
  const known = scope.node.tryFindChild(name) as CfnParameter | undefined;
  const parameter =
    known ??
    new CfnParameter(scope, name, {
      type: 'AWS::SSM::Parameter::Value<String>',
      default: parameterName(stage, name),
    });
  return parameter.valueAsString;
}
