/**
 * Runs every built function, from a copy outside the project, through the tour and the jobs, records its calls to AWS,
 * and evaluates each call against the role of the function in the templates of every stage. Each call must be allowed,
 * and each allowed action used.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Context as Lambda } from 'aws-lambda';
import type { LambdaHandler } from '../../functions/access/endpoint.ts';
import { jobs } from '../../functions/api/jobs.ts';
import { type JobRow, queueOfJob } from '../../functions/api/job.ts';
import { type QueueName, queueOf, rowsOf } from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import { stageNames, stageOf } from '../../infra/stages.ts';
import { synthesised } from '../infra/synthesised.ts';
import { buildFunctions } from '../../scripts/build/functions.ts';
import { isSmallest } from '../support/command.ts';
import { RAISED_LIMITS } from '../support/local-product.ts';
import { tour } from './tour/tour.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import type { LoadJob } from '../../scripts/local/jobs.ts';
import { portsFrom } from '../../scripts/local/ports.ts';
import { control } from '../../scripts/local/product-client.ts';
import { siteFolder } from '../../scripts/build/site.ts';
import { startLocal } from '../../scripts/local/product.ts';
import { queueUrls } from '../../scripts/local/queue-protocol.ts';
import { loadSampleData } from '../../scripts/local/sample-data.ts';
import { type AwsEndpoint, BUCKET, startAws } from './permissions/aws-endpoint.ts';
import type { AwsCall } from './permissions/aws-call.ts';
import { BuiltFunctions } from './permissions/built-functions.ts';
import { type Deployment, deploymentOf, refusalOf } from './permissions/deployed-roles.ts';
import { walkRarePaths } from './permissions/rare-paths.ts';
import { actionsOf, unusedServices } from './permissions/judge.ts';

const PORT = 24_500;
/** The variables that a function has as the local product gives them. */
const GIVEN = [
  'STAGE',
  'ORIGIN',
  'TABLE_NAME',
  'TOKEN_PUBLIC_KEY',
  'XERO_CLIENT_ID',
  'XERO_SIMULATOR',
  'STRIPE_SIMULATOR',
];
const folder = path.resolve(import.meta.dirname, '../../dist/functions');
const handlers = [
  ...new Set([...Object.values(routes), ...Object.values(jobs)].map(({ handler }) => handler)),
];

const findings = new Set<string>();
const calls = new Map<string, AwsCall>();
const called = new Set<string>();

await buildFunctions();
const deployments = new Map<string, Deployment>();
for (const stage of isSmallest ? stageNames.slice(0, 1) : stageNames) {
  deployments.set(stage, deploymentOf(stage, await synthesised(stageOf(stage)), handlers));
}
const [rehearsed] = deployments.values();
if (!rehearsed) throw new Error('There is no stage.');

await record(rehearsed);
await judge();
report();

/** Records the calls, and refuses those that the roles of the first stage refuse. */
async function record(deployment: Deployment): Promise<void> {
  const built = new BuiltFunctions(folder);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'paydown-permissions-'));
  let aws: Promise<AwsEndpoint> | undefined;
  const isAllowed = async (call: AwsCall): Promise<boolean> => {
    calls.set(JSON.stringify({ ...call, context: shapeOf(call) }), call);
    return (await refusalOf(call, deployment)) === null;
  };
  const at = portsFrom(PORT);
  const local = (port: number): string => `http://localhost:${port}`;
  const places = {
    origin: local(at.portal),
    xero: local(at.xero),
    stripe: local(at.stripe),
    console: local(at.console),
    database: local(at.database),
  };
  const environmentOf = async (
    given: Readonly<Record<string, string>>,
    queue: QueueName,
  ): Promise<Record<string, string>> => {
    aws ??= startAws({
      isAllowed,
      database: local(at.database),
      console: places.console,
      secretsFolder: given['SECRETS_FOLDER'] ?? '',
    });
    const { origin } = await aws;
    const { QUEUE_ENDPOINT: _, ...urls } = queueUrls(origin, queue);
    return {
      ...Object.fromEntries(GIVEN.map((name) => [name, given[name] ?? ''])),
      ...urls,
      VAULT_KEY_ID: 'key',
      FILES_BUCKET: BUCKET,
      MAIL_CONFIGURATION_SET: 'mail',
      AWS_ENDPOINT_URL: origin,
    };
  };
  let loadJob: LoadJob | undefined;
  /** The local product has no timer for it. */
  const runCloudOnly = async (row: JobRow): Promise<void> => {
    const run = await loadJob?.(row, () => undefined);
    await run?.({}, lambdaContext(row.handler, Date.now() + row.timeoutSeconds * 1000));
  };
  const product = await startLocal({
    siteFolder,
    port: PORT,
    dataDir,
    environment: RAISED_LIMITS,
    handlers: (given, writeLine) => async (_key, row) => {
      const call = built.function(row.handler, await environmentOf(given, queueOf([row])), writeLine);
      return (async (event, lambda) => {
        const answer = await call(event, Date.now() + lambda.getRemainingTimeInMillis());
        called.add(row.handler);
        return answer;
      }) as LambdaHandler;
    },
    jobs: (given) => {
      const load: LoadJob = async (row, writeLine) => {
        const call = built.function(row.handler, await environmentOf(given, queueOfJob(row)), writeLine);
        return async (event: unknown, lambda: Lambda) => {
          called.add(row.handler);
          return call(event, Date.now() + lambda.getRemainingTimeInMillis());
        };
      };
      loadJob = load;
      return load;
    },
  });
  try {
    const credentials = await loadSampleData(places);
    if (!isSmallest) {
      await walkRarePaths(places, credentials);
      await tour(places);
    }
    for (const [name, row] of Object.entries<JobRow>(jobs)) {
      if (row.trigger.kind !== 'timer') continue;
      if (row.isCloudOnly) await runCloudOnly(row);
      else await control(`${places.console}/schedules/${name}/run`, 'POST', {});
    }
  } catch (error) {
    findings.add(`The tour stopped: ${String(error)}`);
  } finally {
    await product.close();
    await built.close();
    await (await aws)?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Keys with the same shape are judged once: a policy can only tell them apart by patterns. */
function shapeOf({ context }: AwsCall): string[] {
  return Object.values(context)
    .flat()
    .map((key) => key.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+|(?<=#).{16,}/g, '*'))
    .toSorted();
}

async function judge(): Promise<void> {
  for (const [stage, deployment] of deployments) {
    for (const call of calls.values()) {
      const refusal = await refusalOf(call, deployment);
      if (refusal !== null) {
        const { handler, action, resource } = call;
        findings.add(`${stage}: ${handler} calls ${action} on the ${resource.kind}: ${refusal}`);
      }
    }
    // Too little is called at the smallest size to say what is not needed.
    if (isSmallest) continue;
    const allowed = new Set([...deployment.roles.values()].flatMap(actionsOf));
    const used = new Set([...calls.values()].map(({ action }) => action));
    for (const action of allowed) if (!used.has(action)) findings.add(`${stage}: no function uses ${action}`);
    for (const role of deployment.roles.values()) {
      const own = [...calls.values()].filter(({ handler }) => handler === role.handler);
      for (const service of unusedServices(role, own)) {
        findings.add(`${stage}: ${role.handler} may use ${service} and does not`);
      }
    }
  }
}

function report(): void {
  const unseen = isSmallest ? [] : handlers.filter((handler) => !called.has(handler));
  for (const handler of unseen) findings.add(`${handler} was never called`);
  for (const finding of findings) console.error(finding);
  console.log(
    `${calls.size} different calls of ${called.size} of ${handlers.length} functions for ${rowsOf(routes).length} routes ` +
      `and ${Object.keys(jobs).length} jobs, in ${deployments.size} stages: ${findings.size} findings`,
  );
  process.exit(findings.size > 0 ? 1 : 0);
}
