/**
 * Prepares an account once, before CDK deploys anything to it: the roles that may change it, the key of its
 * secrets, and the watch over it. Its trail ends in the vault's account, where this one can't change it.
 */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import * as accessanalyzer from 'aws-cdk-lib/aws-accessanalyzer';
import * as cloudtrail from 'aws-cdk-lib/aws-cloudtrail';
import * as guardduty from 'aws-cdk-lib/aws-guardduty';
import * as kms from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { DeploymentAccess } from './constructs/deployment-access.ts';
import { plainSynthesizer } from './constructs/plain-synthesizer.ts';
import { removalPolicy } from './constructs/protection.ts';
import { SECRETS_KEY_ARN } from './constructs/published.ts';
import { secretsKey, trailBucket, trailName } from './names.ts';
import { nameOf, type Stage } from './stages.ts';

export class AccountStack extends Stack {
  constructor(scope: Construct, id: string, stage: Stage) {
    const { account, region } = stage;
    super(scope, id, { env: { account, region }, synthesizer: plainSynthesizer() });
    const key = new kms.Key(this, 'SecretsKey', {
      alias: secretsKey(stage),
      description: 'Encrypts the secrets in the parameter store',
      enableKeyRotation: true,
      removalPolicy: removalPolicy(stage),
    });
    new CfnOutput(this, SECRETS_KEY_ARN, { value: key.keyArn });
    new DeploymentAccess(this, 'Access', stage, key);
    new guardduty.CfnDetector(this, 'GuardDuty', { enable: true });
    new accessanalyzer.CfnAnalyzer(this, 'Analyzer', {
      type: 'ACCOUNT',
      analyzerName: nameOf(stage, 'access'),
    });
    const bucket = trailBucket(stage);
    if (bucket !== null) this.#createTrail(stage, bucket);
  }

  /**
   * Every management call, which those of KMS are, and every call to an item of a table of the stage or an object of a
   * bucket.
   */
  #createTrail(stage: Stage, s3BucketName: string): void {
    const selector = (name: string, type: string, arns: readonly string[]) => ({
      name,
      fieldSelectors: [
        { field: 'eventCategory', equalTo: ['Data'] },
        { field: 'resources.type', equalTo: [type] },
        { field: 'resources.ARN', startsWith: [...arns] },
      ],
    });
    new cloudtrail.CfnTrail(this, 'Trail', {
      trailName: trailName(stage),
      s3BucketName,
      isLogging: true,
      isMultiRegionTrail: true,
      includeGlobalServiceEvents: true,
      enableLogFileValidation: true,
      advancedEventSelectors: [
        { name: 'Management', fieldSelectors: [{ field: 'eventCategory', equalTo: ['Management'] }] },
        selector('Table', 'AWS::DynamoDB::Table', [
          `arn:aws:dynamodb:${stage.region}:${stage.account}:table/${nameOf(stage, '')}`,
        ]),
        selector('Files', 'AWS::S3::Object', [`arn:aws:s3:::${nameOf(stage, 'files')}-`]),
      ],
    });
  }
}
