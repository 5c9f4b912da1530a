/**
 * `npm run deploy -- --stage dev`: checks the account, runs the checks, shows the changes and asks for confirmation,
 * deploys the stacks in order, checks the portal from outside and tags the commit. `--yes` skips the confirmation,
 * `--checked` skips the checks that a pipeline has just run, `--only api,web` deploys only these stacks, `--back` deploys
 * them in the order of a rollback, `--at-once` replaces critical functions at once. The environment holds the
 * credentials.
 */
import { spawnSync } from 'node:child_process';
import { resolveNs } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { nameOf, ORIGIN_SECRET, parameterName, stageOf } from '../infra/stages.ts';
import { accountProblems } from './deploy/account.ts';
import { checkAlarmPath, subscriptionProblems } from './deploy/alarm-path.ts';
import { accountParameters } from './deploy/parameter-store.ts';
import { missingParameters } from './deploy/parameters.ts';
import { placeholdersOf } from './deploy/placeholders.ts';
import { smoke } from './deploy/smoke.ts';
import { stackStates } from './deploy/stack-states.ts';
import {
  checks,
  deployment,
  difference,
  outputsFile,
  stacksOf,
  synthesis,
  type StackName,
  type Step,
} from './deploy/steps.ts';

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    only: { type: 'string' },
    back: { type: 'boolean', default: false },
    'at-once': { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    checked: { type: 'boolean', default: false },
  },
});
const stage = stageOf(values.stage);
const { region } = stage;
const stacks = stacksOf(stage, { only: values.only?.split(','), isRollback: values.back });
const assembly = `cdk.out/${stage.name}`;
const parameters = accountParameters(new SSMClient({ region }));

const placeholders = placeholdersOf(stage);
if (placeholders.length > 0) {
  stop(`${stage.name} has placeholders in infra/stages.ts. Replace them first:\n${placeholders.join('\n')}`);
}
const changes = textOf('git', 'status', '--porcelain');
if (changes !== '') stop(`Commit these changes first, since a tag names what is deployed:\n${changes}`);

const { first, problems } = await stackStates(
  stage,
  stacks,
  (at) => new CloudFormationClient({ region: at }),
);
const account = {
  sts: new STSClient({ region }),
  lambda: new LambdaClient({ region }),
  route53: new Route53Client({ region }),
  ses: new SESv2Client({ region }),
  ssm: (at: string) => new SSMClient({ region: at }),
  resolveNs,
};
const missing = await missingParameters(stage, parameters);
const obstacles = [
  ...(await accountProblems(stage, account, first)),
  ...problems,
  ...(missing.length > 0
    ? [`The account lacks ${missing.join(', ')}: npm run bootstrap -- --stage ${stage.name}`]
    : []),
];
if (obstacles.length > 0) stop(obstacles.join('\n'));

if (!values.checked) checks().forEach(run);
const release = { release: new Date().toISOString(), first, atOnce: values['at-once'] };
run(synthesis(stage, assembly, release));
run(difference(stage, stacks, assembly));
if (!values.yes && !(await isAgreed())) stop('Nothing was deployed.');
for (const stack of stacks) {
  run(deployment(stage, stack, assembly, await secretsOf(stack)));
}
await settleOrigin();
if (stage.durable && first.length > 0) {
  run(synthesis(stage, assembly, { ...release, first: [] }));
  for (const stack of first) {
    run({ ...deployment(stage, stack, assembly, await secretsOf(stack)), what: `Protection of ${stack}` });
  }
}

const site = stage.domain
  ? `https://${stage.domain.name}`
  : await parameters.get(parameterName(stage, 'origin'));
const alarms = { cloudwatch: new CloudWatchClient({ region }), sns: (at: string) => new SNSClient({ region: at }) };
const findings = [
  ...(await smoke(site, stacks.includes('api') ? outputOf('api', 'ApiHost') : null)),
  ...(stage.alarmsTo !== null && stacks.includes('ops')
    ? await checkAlarmPath(alarms, nameOf(stage, 'alarm-test'))
    : []),
  ...(stage.alarmsTo === null ? [] : await subscriptionProblems(alarms, stage, stacks)),
];
if (findings.length > 0) stop(`Deployed, but:\n${findings.join('\n')}`);
const tag = `deployed/${stage.name}/${release.release.replaceAll(/[:.]/g, '-')}`;
run({ what: 'Mark', command: ['git', 'tag', tag] });
run({ what: 'Publish the mark', command: ['git', 'push', 'origin', `refs/tags/${tag}`] });
console.log(`${site} is well. Back to before: npm run rollback -- --stage ${stage.name} --to <tag>`);

/** A stage without a domain learns its address from its first deployment, and its functions with the next. */
async function settleOrigin(): Promise<void> {
  if (stage.domain || !stacks.includes('web')) return;
  const name = parameterName(stage, 'origin');
  const address = outputOf('web', 'SiteAddress');
  if ((await parameters.get(name)) === address) return;
  await parameters.put(name, address, false);
  for (const stack of ['data', 'api', 'jobs'] as const) run(deployment(stage, stack, assembly));
}

/** The parameters of a stack's deployment that no template holds. */
async function secretsOf(stack: StackName): Promise<Record<string, string>> {
  if (stack !== 'web') return {};
  return { [ORIGIN_SECRET]: await parameters.get(parameterName(stage, 'origin-secret')) };
}

function outputOf(stack: StackName, output: string): string {
  const outputs = JSON.parse(readFileSync(outputsFile(assembly, stack), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  return outputs[nameOf(stage, stack)]?.[output] ?? '';
}

function run({ what, command: [program = '', ...rest] }: Step): void {
  console.log(`\n── ${what}`);
  const { status } = spawnSync(program, rest, { stdio: 'inherit' });
  if (status !== 0)
    stop(`${what}: failed. What was deployed before it stays; deploying again goes on from there.`);
}

function textOf(program: string, ...rest: string[]): string {
  const { status, stdout } = spawnSync(program, rest, { encoding: 'utf8' });
  if (status !== 0) stop(`${program} ${rest.join(' ')} failed.`);
  return stdout.trimEnd();
}

async function isAgreed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Deploy this to ${stage.name}? (yes) `);
  terminal.close();
  return answer.trim() === 'yes';
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
