/** The names of resources that scripts know too. It imports no CDK, which takes seconds to load. */
import { nameOf, type Stage, vaultOf } from './stages.ts';

/** Returns a handler as a part of names. */
export const dashed = (handler: string): string => handler.replaceAll('/', '-');

/** Returns the name of a handler's function. */
export const functionName = (stage: Stage, handler: string): string => nameOf(stage, dashed(handler));

/** The function that checks new versions before they get traffic. */
export const trafficCheckName = (stage: Stage): string => nameOf(stage, 'traffic-check');

/** The policy that bounds CloudFormation's role. */
export const executionPolicy = (stage: Stage): string => nameOf(stage, 'deployment');

/** The policy that no role of the stage exceeds. */
export const roleBoundary = (stage: Stage): string => nameOf(stage, 'boundary');

/** The stack of `npm run bootstrap`. */
export const accountStack = (stage: Stage): string => nameOf(stage, 'account');

/** The alias of the key that encrypts the stage's secrets in the parameter store. */
export const secretsKey = (stage: Stage): string => `alias/${nameOf(stage, 'secrets')}`;

/** The role that the pipeline takes. */
export const deployingRole = (stage: Stage): string => nameOf(stage, 'deploying');

/** The trail of the account, by which the vault's account knows it. */
export const trailName = (stage: Stage): string => nameOf(stage, 'trail');

/** The bucket in the vault's account that keeps the trail; null: there is none. */
export function trailBucket(stage: Stage): string | null {
  const vault = vaultOf(stage);
  return vault && `${trailName(stage)}-${vault.account}`;
}

/** The role of the vault's account by which AWS Backup copies a backup back. */
export const wayBackRole = (stage: Stage): string => nameOf(stage, 'way-back');

/** The parameter of the vault's stack: `yes` locks the vault for good, three days later. */
export const LOCK = 'Lock';
