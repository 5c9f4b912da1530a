/** A deployment: from the checks of the commit and the account to the tag that names what is deployed. */
import { setTimeout as delay } from 'node:timers/promises';
import { FIREWALL_ACTION, nameOf, ORIGIN_SECRET, parameterName, type Stage } from '../../infra/stages.ts';
import { orDeniedCall } from './service-errors.ts';
import { acceptedByApi } from './account.ts';
import { type AlarmPathClients, alarmsOn, checkAlarmPath, subscriptionProblems } from './alarm-path.ts';
import { deployedTag } from './deployed-tags.ts';
import { secretToSend } from './parameters.ts';
import { endsRestore, readiness, type ReadinessTools } from './readiness.ts';
import type { SideDoor } from './smoke.ts';
import { resourcesOf } from './stack-states.ts';
import { tableProblems } from './table-check.ts';
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
  /** The action of the firewall's managed rules from this deployment on. */
  readonly firewall?: 'count' | 'block' | undefined;
}

export interface DeploymentTools extends ReadinessTools {
  /** Runs a command and shows its output. Returns whether it succeeded. */
  readonly run: (command: readonly string[], environment?: Readonly<Record<string, string>>) => boolean;
  readonly readText: (file: string) => string;
  /** Asks the operator to confirm the changes. */
  readonly isAgreed: () => Promise<boolean>;
  /** Returns the problems of the deployed portal. Without the API's own address, access to it is not checked. */
  readonly smoke: (origin: string, door: SideDoor | null) => Promise<string[]>;
  readonly alarms: AlarmPathClients;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

const BAKE_MS = 5 * 60_000;

/** A deployment that ends early. The message tells the operator why. */
export class DeploymentStopped extends Error {}

/**
 * Deploys the stacks in their order, checks the portal from outside, sets an alarm off, tags the commit and looks for
 * operators who hear alarms. In an
 * emergency (a rollback, a deployment at once, the end of a restore) only another account, stacks that can't be deployed
 * and missing parameters stop it, and everything else is told.
 * @throws DeploymentStopped when something is missing or fails.
 */
export async function deployStage(stage: Stage, chosen: Deployment, tools: DeploymentTools): Promise<void> {
  const { parameters, log } = tools;
  const stacks = stacksOf(stage, chosen);
  const atOnce = chosen.isAtOnce || (await endsRestore(stage, parameters).catch(() => false));
  const isEmergency = atOnce || chosen.isRollback === true;
  const { first, isMailAdopted, notes, obstacles } = await readiness(stage, stacks, isEmergency, tools);
  for (const line of notes) log(`Note: ${line}`);
  if (obstacles.length > 0) stop(obstacles.join('\n'));

  if (chosen.firewall) await parameters.put(parameterName(stage, 'firewall'), chosen.firewall, false);
  if (!chosen.isChecked) for (const check of checks()) run(check, tools);
  const assembly = `cdk.out/${stage.name}`;
  const release = { release: new Date().toISOString(), first, atOnce, isMailAdopted };
  run(synthesis(stage, assembly, release), tools);
  run(difference(stage, stacks, assembly), tools);
  if (!(await tools.isAgreed())) stop('Nothing was deployed.');
  for (const stack of stacks) {
    const step = deployment(stage, stack, assembly, await givenTo(stage, stack, tools));
    if (stack === 'web' && first.includes('web')) await deployFirstSite(stage, step, tools);
    else run(step, tools);
  }
  if (stage.canary === 'together' && !atOnce) await bake(stage, tools);
  if (!stage.domain && stacks.includes('web')) await settleOrigin(stage, assembly, tools);
  if (stage.durable && first.length > 0) {
    run(synthesis(stage, assembly, { ...release, first: [] }), tools);
    for (const stack of first) {
      const step = deployment(stage, stack, assembly, await givenTo(stage, stack, tools));
      run({ ...step, what: `Protection of ${stack}` }, tools);
    }
  }

  const site = stage.domain
    ? `https://${stage.domain.name}`
    : await parameters.get(parameterName(stage, 'origin'));
  const host = stacks.includes('api') ? stackOutput(stage, 'api', 'ApiHost', assembly, tools) : null;
  const door = host === null ? null : { host, asksForCertificate: stage.originTls !== null };
  const table = await parameters.get(parameterName(stage, 'table'));
  const findings = [
    ...(await tools.smoke(site, door)),
    ...(await orDeniedCall(tableProblems(stage, tools.dynamodb, table))),
  ];
  if (findings.length > 0) stop(`Deployed, but:\n${findings.join('\n')}`);
  const tests = stage.alarmsTo !== null && stacks.includes('ops');
  const unpublished = tests ? await checkAlarmPath(tools.alarms, nameOf(stage, 'alarm-test')) : [];
  if (unpublished.length > 0) stop(`Deployed, but alarms are not heard:\n${unpublished.join('\n')}`);
  if (isRelease(stage, stacks)) {
    const tag = deployedTag(stage, release.release);
    run({ what: 'Mark', command: ['git', 'tag', tag] }, tools);
    run({ what: 'Publish the mark', command: ['git', 'push', 'origin', `refs/tags/${tag}`] }, tools);
  }
  const unheard = stage.alarmsTo === null ? [] : await subscriptionProblems(tools.alarms, stage, stacks);
  if (unheard.length > 0) stop(`Deployed, but alarms are not heard:\n${unheard.join('\n')}`);
  log(`${site} is well. Back to before: npm run rollback -- --stage ${stage.name} --to <tag>`);
}

/** The first deployment of the site leaves its bucket when it fails, whose name CloudFormation made. */
async function deployFirstSite(stage: Stage, step: Step, tools: DeploymentTools): Promise<void> {
  try {
    run(step, tools);
  } catch (error) {
    const client = tools.cloudFormation(stage.region);
    const left = await resourcesOf(client, nameOf(stage, 'web'), 'AWS::S3::Bucket').catch(() => []);
    const buckets = left.filter((name) => name !== '').join(', ');
    tools.log(
      buckets === ''
        ? 'If the stack web leaves a bucket, its events name it: empty and delete it.'
        : `The stack web leaves a bucket: empty and delete ${buckets}.`,
    );
    throw error;
  }
}

/** Whether a tag may name what runs: a rollback leaves the data, and a choice of other stacks leaves another commit. */
const isRelease = (stage: Stage, stacks: readonly StackName[]): boolean =>
  stacksOf(stage).every((stack) => stack === 'data' || stacks.includes(stack));

/** Watches the alarms once for all features, which got all calls at once. */
async function bake(stage: Stage, { alarms, wait = delay, log }: DeploymentTools): Promise<void> {
  log('\n── Five minutes with all new versions');
  await wait(BAKE_MS);
  const on = await alarmsOn(alarms, stage);
  if (on.length === 0) return;
  stop(
    `Deployed, but these alarms are on: ${on.join(', ')}. Go back: npm run rollback -- --stage ${stage.name} --to <tag>`,
  );
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

/** The parameter of a stack's deployment that no template holds. */
async function givenTo(
  stage: Stage,
  stack: StackName,
  { parameters, account }: DeploymentTools,
): Promise<Record<string, string>> {
  if (stack === 'edge' && stage.firewall) {
    return { [FIREWALL_ACTION]: await parameters.get(parameterName(stage, 'firewall')) };
  }
  if (stack !== 'web') return {};
  const secrets = await parameters.get(parameterName(stage, 'origin-secret'));
  return { [ORIGIN_SECRET]: secretToSend(secrets, await acceptedByApi(stage, account.lambda)) };
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

function run({ what, command, environment }: Step, { run: runCommand, log }: DeploymentTools): void {
  log(`\n── ${what}`);
  if (runCommand(command, environment)) return;
  stop(`${what}: failed. What was deployed before it stays; deploying again goes on from there.`);
}

function stop(message: string): never {
  throw new DeploymentStopped(message);
}
