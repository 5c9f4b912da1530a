/** Whether a stage is ready for a deployment: what stops it, and what is only told. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { nameOf, parameterName, type Stage } from '../../infra/stages.ts';
import { orDeniedCall } from './service-errors.ts';
import { type AccountClients, accountFindings, hasIdentity, requireAccount } from './account.ts';
import { LATER, missingParameters, type ParameterStore } from './parameters.ts';
import { placeholdersOf } from './placeholders.ts';
import { restoreUnderWay } from './restore-stage.ts';
import { type CloudFormation, isDeployed, stackHas, stackStates } from './stack-states.ts';
import type { StackName } from './steps.ts';
import { tableProblems } from './table-check.ts';

export interface ReadinessTools {
  /** Returns the output of a command. */
  readonly outputOf: (...command: string[]) => string;
  readonly log: (line: string) => void;
  readonly parameters: ParameterStore;
  readonly account: AccountClients;
  readonly dynamodb: Pick<DynamoDBClient, 'send'>;
  /** Returns the client of a region. */
  readonly cloudFormation: (region: string) => CloudFormation;
}

export interface Readiness {
  /** The stacks that have never been deployed. */
  readonly first: readonly StackName[];
  /** SES had the identity before the stage. */
  readonly isMailAdopted: boolean;
  readonly notes: readonly string[];
  readonly obstacles: readonly string[];
}

/** Looks at the commit first, then at the account of the credentials, then at everything else. */
export async function readiness(
  stage: Stage,
  stacks: readonly StackName[],
  isEmergency: boolean,
  tools: ReadinessTools,
): Promise<Readiness> {
  const { account, parameters } = tools;
  const stopped = { first: [], isMailAdopted: false, notes: [] };
  const unready = [
    ...placeholdersOf(stage).map((field) => `${stage.name} has a placeholder in infra/stages.ts: ${field}`),
    ...uncommitted(tools),
  ];
  if (unready.length > 0 && !isEmergency) return { ...stopped, obstacles: unready };
  const wrong = await requireAccount(stage, account.sts).catch((error: Error) => error.message);
  if (wrong !== undefined) return { ...stopped, obstacles: [wrong] };

  const { first, problems: stuck } = await stackStates(stage, stacks, tools.cloudFormation);
  const isMailAdopted = await adoptsMail(stage, tools).catch(() => false);
  const asked = accountFindings(stage, account, first, isMailAdopted);
  const { problems, warnings } = isEmergency
    ? await asked.catch((error) => ({ problems: [String(error)], warnings: [] }))
    : await asked;
  const missing = await orDeniedCall(missingProblems(stage, parameters));
  const others = [
    ...unready,
    ...problems,
    ...(await orDeniedCall(restoreProblems(stage, parameters))),
    ...(missing.length > 0 ? [] : await orDeniedCall(foreignTableProblems(stage, stacks, first, tools))),
  ];
  return {
    first,
    isMailAdopted,
    notes: [
      ...warnings,
      ...(await orDeniedCall(watchWarnings(stage, tools))),
      ...(missing.length > 0 ? [] : await orDeniedCall(webhookWarnings(stage, parameters))),
      ...(isEmergency ? others : []),
    ],
    obstacles: [...stuck, ...missing, ...(isEmergency ? [] : others)],
  };
}

/** Whether this deployment ends a restore: the restored table is there, and the functions are to use it. */
export async function endsRestore(stage: Stage, parameters: ParameterStore): Promise<boolean> {
  const restore = await restoreUnderWay(stage, parameters);
  return restore !== null && (await parameters.get(parameterName(stage, 'table'))) === restore.to;
}

function uncommitted({ outputOf }: ReadinessTools): string[] {
  const changes = outputOf('git', 'status', '--porcelain');
  return changes === ''
    ? []
    : [`Commit these changes first, since a tag names what is deployed:\n${changes}`];
}

/** An identity that SES has and the data stack has not stood in the account before. */
export async function adoptsMail(
  stage: Stage,
  {
    account,
    cloudFormation,
  }: Pick<ReadinessTools, 'cloudFormation'> & { account: Pick<AccountClients, 'ses'> },
): Promise<boolean> {
  if (!(await hasIdentity(stage, account))) return false;
  return !(await stackHas(cloudFormation(stage.region), nameOf(stage, 'data'), 'AWS::SES::EmailIdentity'));
}

/** A table that the data stack does not make what the code expects has to be so before. */
async function foreignTableProblems(
  stage: Stage,
  stacks: readonly StackName[],
  first: readonly StackName[],
  { parameters, dynamodb }: ReadinessTools,
): Promise<string[]> {
  const table = await parameters.get(parameterName(stage, 'table'));
  const isMadeNow = table === stage.tableName && (stacks.includes('data') || first.includes('data'));
  return isMadeNow ? [] : tableProblems(stage, dynamodb, table);
}

/** The stack `account` holds the policy that bounds CloudFormation, and the watch over the account. */
async function watchWarnings(stage: Stage, { cloudFormation }: ReadinessTools): Promise<string[]> {
  const name = nameOf(stage, 'account');
  if (await isDeployed(cloudFormation(stage.region), name)) return [];
  return [
    `The account lacks the stack ${name}, with its trail, GuardDuty and Access Analyzer: npm run bootstrap -- --stage ${stage.name}`,
  ];
}

/** Stripe makes the secret of a webhook for an address, which a stage without a domain learns from a deployment. */
async function webhookWarnings(stage: Stage, parameters: ParameterStore): Promise<string[]> {
  const secret = await parameters.get(parameterName(stage, 'stripe-webhook-secret'));
  if (secret !== LATER) return [];
  return [
    'Stripe can report no payment yet, since its webhook has no secret. Create the webhook for the portal’s address with ' +
      `/v1/webhooks/stripe, then enter its secret: npm run bootstrap -- --stage ${stage.name} --secrets`,
  ];
}

async function missingProblems(stage: Stage, parameters: ParameterStore): Promise<string[]> {
  const missing = await missingParameters(stage, parameters);
  if (missing.length === 0) return [];
  return [`The account lacks ${missing.join(', ')}: npm run bootstrap -- --stage ${stage.name}`];
}

async function restoreProblems(stage: Stage, parameters: ParameterStore): Promise<string[]> {
  const restore = await restoreUnderWay(stage, parameters);
  if (!restore || (await endsRestore(stage, parameters))) return [];
  return [`The restore to ${restore.to} is not done: continue it, or end it with --give-up.`];
}
