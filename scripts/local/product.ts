/** The complete product in one process: database, simulated vendors, mailbox, API and site. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { part as xeroPart } from '../../functions/compose/xero.ts';
import { readConfig } from '../../functions/compose/config.ts';
import { createLog } from '../../functions/lib/log.ts';
import { routes } from '../../functions/api/routes.ts';
import { createDynamoClient, createDynamoTable } from '../../functions/vendors/dynamodb/dynamo-table.ts';
import { createConsole } from './console.ts';
import { DataFolderInUse } from '../simulators/dynamodb/database.ts';
import { ensureTable } from '../simulators/dynamodb/ensure-table.ts';
import { startDynamoDb } from '../simulators/dynamodb/server.ts';
import { listen, stop } from '../simulators/serve.ts';
import { createGateway, handlersFromFiles } from './gateway.ts';
import { openLog } from './log-file.ts';
import { openMailbox } from './mailbox.ts';
import { portsFrom, takenPorts } from './ports.ts';
import { jobsFromFiles, startJobs } from './jobs.ts';
import { endOrphanedLeases } from './orphaned-leases.ts';
import { loadSampleData } from './sample-data.ts';
import { localSecrets } from './secrets.ts';
import { createSite } from './site.ts';
import { realVendors, StartProblem } from './start-checks.ts';
import { startStripeSimulator } from '../simulators/stripe/server.ts';
import { localApp } from '../simulators/xero/local-app.ts';
import { startXeroSimulator } from '../simulators/xero/server.ts';

const TABLE = 'paydown';

const at = (port: number): string => `http://localhost:${port}`;

export interface LocalProduct {
  readonly origin: string;
  /** The name and address of every other server. */
  readonly addresses: readonly (readonly [string, string])[];
  close(): Promise<void>;
}

export interface LocalOptions {
  /** The portal's port. The other servers use the next four. */
  readonly port: number;
  readonly dataDir: string;
  /** The folder of the built site. */
  readonly siteFolder: string;
  /** Credentials in it replace a simulator by the real service. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Loads handlers, by default from the sources. */
  readonly handlers?: typeof handlersFromFiles;
  /** Loads jobs, by default from the sources. */
  readonly jobs?: typeof jobsFromFiles;
  /** Whether Vite listens on `port` and forwards the calls of the API. */
  readonly isBehindVite?: boolean;
}

/** @throws StartProblem for a problem that the user can fix. */
export async function startLocal({
  port,
  dataDir,
  siteFolder,
  environment,
  handlers: handlersFrom = handlersFromFiles,
  jobs: jobsFrom = jobsFromFiles,
  isBehindVite = false,
}: LocalOptions): Promise<LocalProduct> {
  const folder = resolve(dataDir);
  mkdirSync(folder, { recursive: true });
  const ports = portsFrom(port, isBehindVite);
  const origin = at(port);
  const { realXero, realStripe } = realVendors(environment);
  const realDatabase = environment['DYNAMODB_ENDPOINT'];

  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    const database = await openDatabase(folder, dataDir, ports.database);
    closers.push(() => database.close());
    const taken = (await takenPorts(ports)).filter((number) => number !== ports.database);
    if (taken.length > 0) throw portsTaken(taken);

    const app = localApp(origin);
    const secrets = localSecrets(folder, {
      'xero-client-secret': environment['XERO_CLIENT_SECRET'] ?? app.clientSecret,
      'stripe-secret-key': environment['STRIPE_SECRET_KEY'] ?? 'sk_test_simulated',
      'stripe-webhook-secret': environment['STRIPE_WEBHOOK_SECRET'] ?? 'whsec_simulated',
    });
    const endpoint = realDatabase ?? at(ports.database);
    const client = createDynamoClient({ endpoint, region: 'local' });
    closers.push(() => client.destroy());
    const [xero, stripe] = await Promise.all([
      realXero
        ? null
        : startXeroSimulator({
            port: ports.xero,
            dataDir: folder,
            portalOrigin: origin,
            ...(environment['XERO_BOOKS'] === 'empty' && { books: 'empty' }),
          }),
      realStripe
        ? null
        : startStripeSimulator({
            port: ports.stripe,
            dataDir: folder,
            portalOrigin: origin,
            webhookSecret: secrets.read('stripe-webhook-secret'),
          }),
      ensureTable(client, TABLE),
    ]);
    if (xero) closers.push(() => xero.close());
    if (xero && !realDatabase) await endOrphanedLeases(client, TABLE);
    if (stripe) closers.push(() => stripe.close());

    const others = [
      ...(xero ? ([['Simulated Xero', at(ports.xero)]] as const) : []),
      ...(stripe ? ([['Simulated Stripe', at(ports.stripe)]] as const) : []),
      ['DynamoDB', endpoint],
    ] as const;
    const addresses = [...others, ['Mail and timers', at(ports.console)]] as const;

    const mailbox = openMailbox(folder);
    closers.push(() => mailbox.close());
    const log = openLog(join(folder, 'paydown.log'));
    closers.push(() => log.close());
    const writeLog = log.write;
    const surroundings = {
      STAGE: 'local',
      ORIGIN: origin,
      TABLE_NAME: TABLE,
      TOKEN_PUBLIC_KEY: secrets.tokenPublicKey,
      DYNAMODB_ENDPOINT: endpoint,
      SECRETS_FOLDER: secrets.folder,
      MAIL_ENDPOINT: at(ports.console),
      QUEUE_ENDPOINT: at(ports.console),
      FILES_FOLDER: join(folder, 'files'),
      ...(environment['LIMITS'] !== undefined && { LIMITS: environment['LIMITS'] }),
      TRIAL_DAYS: environment['TRIAL_DAYS'] ?? '14',
      ...(environment['RESTORED_AT'] !== undefined && { RESTORED_AT: environment['RESTORED_AT'] }),
      XERO_CLIENT_ID: realXero ? (environment['XERO_CLIENT_ID'] ?? '') : app.clientId,
      ...(xero && { XERO_SIMULATOR: at(ports.xero) }),
      ...(stripe && { STRIPE_SIMULATOR: at(ports.stripe) }),
    };
    const table = createDynamoTable({ client, tableName: TABLE });
    const jobs = startJobs(jobsFrom(surroundings), table, writeLog);
    closers.push(() => jobs.close());
    const site = createSite({
      folder: siteFolder,
      files: join(folder, 'files'),
      gateway: createGateway(
        routes,
        handlersFrom(surroundings, writeLog),
        Number(environment['GATEWAY_SECONDS'] ?? 30),
      ),
      sampleData:
        xero && stripe
          ? onceAtATime(() => loadSampleData({ origin, xero: at(ports.xero), stripe: at(ports.stripe) }))
          : null,
    });
    const { xero: xeroClient } = await xeroPart(readConfig(surroundings), {
      log: createLog(writeLog, { now: Date.now }),
      clock: { now: Date.now },
      metricNamespace: null,
    });
    const localConsole = createConsole(mailbox, jobs, xeroClient, [['Portal', origin], ...others]);
    for (const [server, own] of [
      [localConsole, ports.console],
      [site, ports.portal],
    ] as const) {
      await listen(server, own);
      closers.push(() => stop(server));
    }
    return { origin, addresses, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Concurrent callers share one run. */
function onceAtATime<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= run().finally(() => (running = undefined)));
}

async function openDatabase(folder: string, shown: string, port: number): ReturnType<typeof startDynamoDb> {
  try {
    return await startDynamoDb({ port, path: join(folder, 'dynamodb') });
  } catch (error) {
    if (error instanceof DataFolderInUse) {
      throw new StartProblem(
        `Paydown is already running on the data in ${shown}. Stop it first, or choose another DATA_DIR.`,
      );
    }
    if (isAddressInUse(error)) throw portsTaken([port]);
    throw error;
  }
}

function portsTaken(ports: readonly number[]): StartProblem {
  const which = ports.length === 1 ? `Port ${ports[0]} is` : `Ports ${ports.join(', ')} are`;
  return new StartProblem(`${which} taken. Stop what uses it, or choose another: PORT=5000 npm start`);
}

const isAddressInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
