/**
 * `npm run deploy -- --stage dev`: runs the checks, shows the changes and asks for confirmation, deploys the stacks in
 * order, checks the portal from outside and tags the commit. `--yes` skips the confirmation, `--checked` skips the checks
 * that a pipeline has just run, `--only api,web` deploys only these stacks. The environment holds the credentials.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { nameOf, ORIGIN_SECRET, parameterName, stageOf } from '../infra/stages.ts';
import { accountParameters } from './deploy/parameter-store.ts';
import { missingParameters } from './deploy/parameters.ts';
import { smoke } from './deploy/smoke.ts';
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
    yes: { type: 'boolean', default: false },
    checked: { type: 'boolean', default: false },
  },
});
const stage = stageOf(values.stage);
const stacks = stacksOf(stage, values.only?.split(','));
const assembly = `cdk.out/${stage.name}`;
const parameters = accountParameters(stage.region);

const missing = await missingParameters(stage, parameters);
if (missing.length > 0)
  stop(`The account lacks ${missing.join(', ')}: npm run bootstrap -- --stage ${stage.name}`);
if (!values.checked) checks().forEach(run);
run(synthesis(stage, assembly));
run(difference(stage, stacks, assembly));
if (!values.yes && !(await isAgreed())) stop('Nothing was deployed.');
for (const stack of stacks) {
  const secret =
    stack === 'web' ? { [ORIGIN_SECRET]: await parameters.get(parameterName(stage, 'origin-secret')) } : {};
  run(deployment(stage, stack, assembly, secret));
}
await settleOrigin();

const site = stage.domain
  ? `https://${stage.domain.name}`
  : await parameters.get(parameterName(stage, 'origin'));
const findings = await smoke(site, stacks.includes('api') ? outputOf('api', 'ApiHost') : null);
if (findings.length > 0) stop(`Deployed, but:\n${findings.join('\n')}`);
const tag = `deployed/${stage.name}/${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
run({ what: 'Mark', command: ['git', 'tag', tag] });
console.log(`${site} is well. Back to before: npm run rollback -- --stage ${stage.name} --to <tag>`);

/** A stage without a domain learns its address from its first deployment, and its functions with the next. */
async function settleOrigin(): Promise<void> {
  if (stage.domain || !stacks.includes('web')) return;
  const name = parameterName(stage, 'origin');
  const address = outputOf('web', 'SiteAddress');
  if ((await parameters.get(name)) === address) return;
  await parameters.put(name, address, false);
  for (const stack of ['api', 'jobs'] as const) run(deployment(stage, stack, assembly));
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
