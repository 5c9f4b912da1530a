/** A deployment: from the checks of the commit and the account to the tag that names what is deployed. */
import { nameOf, ORIGIN_SECRET, parameterName, type Stage } from '../../infra/stages.ts';
import { orDeniedCall } from './access-denied.ts';
import { type AccountClients, accountProblems } from './account.ts';
import { type AlarmPathClients, checkAlarmPath, subscriptionProblems } from './alarm-path.ts';
import { deployedTag } from './deployed-tags.ts';
import { missingParameters, type ParameterStore } from './parameters.ts';
import { placeholdersOf } from './placeholders.ts';
import { restoreUnderWay } from './restore-stage.ts';
import { type CloudFormation, stackStates } from './stack-states.ts';
import {
  checks,
  type Chosen,
  deployment,
  difference,
  outputsFile,
  stacksOf,
  synthesis,
  type StackName,
  type Step,
} from './steps.ts';

export interface Deployment extends Chosen {
  /** Replaces critical functions at once. A deployment that ends a restore always does. */
  readonly isAtOnce: boolean;
  /** The checks of the commit have just run. */
  readonly isChecked: boolean;
}

export interface DeploymentTools {
  /** Runs a command and shows its output. Returns whether it succeeded. */
  readonly run: (command: readonly string[]) => boolean;
  /** Returns the output of a command. */
  readonly outputOf: (...command: string[]) => string;
  readonly readText: (file: string) => string;
  /** Asks the operator to confirm the changes. */
  readonly isAgreed: () => Promise<boolean>;
  /** Returns the problems of the deployed portal. Without a host of the API, direct access to it is not checked. */
  readonly smoke: (origin: string, apiHost: string | null) => Promise<string[]>;
  readonly log: (line: string) => void;
  readonly parameters: ParameterStore;
  readonly account: AccountClients;
  /** Returns the client of a region. */
  readonly cloudFormation: (region: string) => CloudFormation;
  readonly alarms: AlarmPathClients;
}

/** A deployment that ends early. The message tells the operator why. */
export class DeploymentStopped extends Error {}

/**
 * Deploys the stacks in their order, checks the portal from outside, tags the commit and tests the alarms.
 * @throws DeploymentStopped when something is missing or fails.
 */
export async function deployStage(stage: Stage, chosen: Deployment, tools: DeploymentTools): Promise<void> {
  const { outputOf, parameters, log } = tools;
  const stacks = stacksOf(stage, chosen);
  const placeholders = placeholdersOf(stage);
  if (placeholders.length > 0) {
    stop(
      `${stage.name} has placeholders in infra/stages.ts. Replace them first:\n${placeholders.join('\n')}`,
    );
  }
  const changes = outputOf('git', 'status', '--porcelain');
  if (changes !== '') stop(`Commit these changes first, since a tag names what is deployed:\n${changes}`);

  const { first, problems } = await stackStates(stage, stacks, tools.cloudFormation);
  const obstacles = [
    ...(await accountProblems(stage, tools.account, first)),
    ...problems,
    ...(await orDeniedCall(parameterProblems(stage, parameters))),
  ];
  if (obstacles.length > 0) stop(obstacles.join('\n'));

  if (!chosen.isChecked) for (const check of checks()) run(check, tools);
  const assembly = `cdk.out/${stage.name}`;
  const atOnce = chosen.isAtOnce || (await restoreUnderWay(stage, parameters)) !== null;
  const release = { release: new Date().toISOString(), first, atOnce };
  run(synthesis(stage, assembly, release), tools);
  run(difference(stage, stacks, assembly), tools);
  if (!(await tools.isAgreed())) stop('Nothing was deployed.');
  for (const stack of stacks) {
    run(deployment(stage, stack, assembly, await secretsOf(stage, stack, parameters)), tools);
  }
  if (!stage.domain && stacks.includes('web')) await settleOrigin(stage, assembly, tools);
  if (stage.durable && first.length > 0) {
    run(synthesis(stage, assembly, { ...release, first: [] }), tools);
    for (const stack of first) {
      const step = deployment(stage, stack, assembly, await secretsOf(stage, stack, parameters));
      run({ ...step, what: `Protection of ${stack}` }, tools);
    }
  }

  const site = stage.domain
    ? `https://${stage.domain.name}`
    : await parameters.get(parameterName(stage, 'origin'));
  const apiHost = stacks.includes('api') ? stackOutput(stage, 'api', 'ApiHost', assembly, tools) : null;
  const findings = await tools.smoke(site, apiHost);
  if (findings.length > 0) stop(`Deployed, but:\n${findings.join('\n')}`);
  if (isRelease(stage, stacks)) {
    const tag = deployedTag(stage, release.release);
    run({ what: 'Mark', command: ['git', 'tag', tag] }, tools);
    run({ what: 'Publish the mark', command: ['git', 'push', 'origin', `refs/tags/${tag}`] }, tools);
  }
  const unheard = stage.alarmsTo === null ? [] : await alarmProblems(stage, stacks, tools);
  if (unheard.length > 0) stop(`Deployed, but alarms are not heard:\n${unheard.join('\n')}`);
  log(`${site} is well. Back to before: npm run rollback -- --stage ${stage.name} --to <tag>`);
}

/** Whether a tag may name what runs: a rollback leaves the data, and a choice of other stacks leaves another commit. */
const isRelease = (stage: Stage, stacks: readonly StackName[]): boolean =>
  stacksOf(stage).every((stack) => stack === 'data' || stacks.includes(stack));

async function parameterProblems(stage: Stage, parameters: ParameterStore): Promise<string[]> {
  const missing = await missingParameters(stage, parameters);
  if (missing.length > 0) {
    return [`The account lacks ${missing.join(', ')}: npm run bootstrap -- --stage ${stage.name}`];
  }
  const restore = await restoreUnderWay(stage, parameters);
  if (!restore || (await parameters.get(parameterName(stage, 'table'))) === restore.to) return [];
  return [`The restore to ${restore.to} is not done: continue it, or end it with --give-up.`];
}

async function alarmProblems(
  stage: Stage,
  stacks: readonly StackName[],
  { alarms }: DeploymentTools,
): Promise<string[]> {
  return [
    ...(stacks.includes('ops') ? await checkAlarmPath(alarms, nameOf(stage, 'alarm-test')) : []),
    ...(await subscriptionProblems(alarms, stage, stacks)),
  ];
}

/** A stage without a domain learns its address from its first deployment, and its functions with the next. */
async function settleOrigin(stage: Stage, assembly: string, tools: DeploymentTools): Promise<void> {
  const { parameters } = tools;
  const name = parameterName(stage, 'origin');
  const address = stackOutput(stage, 'web', 'SiteAddress', assembly, tools);
  if ((await parameters.get(name)) === address) return;
  await parameters.put(name, address, false);
  for (const stack of ['data', 'api', 'jobs'] as const) run(deployment(stage, stack, assembly), tools);
}

/** The parameters of a stack's deployment that no template holds. */
async function secretsOf(
  stage: Stage,
  stack: StackName,
  parameters: ParameterStore,
): Promise<Record<string, string>> {
  if (stack !== 'web') return {};
  return { [ORIGIN_SECRET]: await parameters.get(parameterName(stage, 'origin-secret')) };
}

function stackOutput(
  stage: Stage,
  stack: StackName,
  output: string,
  assembly: string,
  { readText }: DeploymentTools,
): string {
  const outputs = JSON.parse(readText(outputsFile(assembly, stack))) as Record<
    string,
    Record<string, string>
  >;
  return outputs[nameOf(stage, stack)]?.[output] ?? '';
}

function run({ what, command }: Step, { run: runCommand, log }: DeploymentTools): void {
  log(`\n── ${what}`);
  if (runCommand(command)) return;
  stop(`${what}: failed. What was deployed before it stays; deploying again goes on from there.`);
}

function stop(message: string): never {
  throw new DeploymentStopped(message);
}
