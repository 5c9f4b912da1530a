import { DefaultStackSynthesizer, type IStackSynthesizer } from 'aws-cdk-lib';

/** Synthesises templates that need nothing of CDK in the account. They have no assets. */
export const plainSynthesizer = (): IStackSynthesizer =>
  new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) as IStackSynthesizer;
