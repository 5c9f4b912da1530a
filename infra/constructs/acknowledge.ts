import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts findings of the security rules on a construct and those below it, for a documented reason. */
export function acknowledge(construct: IConstruct, reason: string, ...findings: readonly string[]): void {
  for (const id of findings) Validations.of(construct).acknowledge({ id, reason });
}
