import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Part } from '../../functions/compose/base.ts';
import { lambdaEntry } from '../../functions/compose/entry.ts';
import type { Context } from '../../functions/services/context.ts';
import type { LambdaHandler } from '../../functions/access/endpoint.ts';
import { partsOf, queueOf, rowsOf, type RouteKey } from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import {
  createDynamoClient,
  createDynamoTable,
  type UsedCapacity,
} from '../../functions/vendors/dynamodb/dynamo-table.ts';
import { loadSampleData } from '../../scripts/local/sample-data.ts';
import { isSmallest, sized } from '../support/command.ts';
import { RAISED_LIMITS } from '../support/local-product.ts';
import { measured } from '../support/figures.ts';
import { EVERYDAY, tour, type Size } from '../capacity/tour.ts';
import type { Handlers } from '../../scripts/local/gateway.ts';
import { portsFrom } from '../../scripts/local/ports.ts';
import { siteFolder } from '../../scripts/build/site.ts';
import { startLocal } from '../../scripts/local/product.ts';
import { queueUrls } from '../../scripts/local/queue-protocol.ts';

/*
 * The units of the table that each route reads and writes, as DynamoDB itself counts them, for an everyday
 * organisation and for a large one, and what a million such requests cost. Run by `node tests/bench/capacity.ts`.
 */

/** US dollars in Sydney, list prices without any free tier. */
const PRICES = {
  millionReadUnits: 0.1423,
  millionWriteUnits: 0.7115,
  /** API Gateway, CloudFront, Lambda's request and 30 ms of 1 GB on arm64, half a kilobyte of log. */
  millionRequests: 1.29 + 1.25 + 0.2 + 0.4 + 0.34,
};

const SIZES: readonly Size[] = [
  EVERYDAY,
  {
    name: 'large',
    entities: 200,
    schedulesEach: 20,
    synced: 50,
    terms: {
      paymentFrequency: 'weekly',
      loanAmount: 640_000,
      startDate: '2024-01-12',
      firstPaymentOnStartDate: false,
      schedulePaymentPlans: [
        { number: 1, qty: 780, amount: 560 },
        { number: 2, qty: 780, amount: 620 },
      ],
    },
  },
];

const PORT = 24_700;

interface Units {
  reads: number;
  writes: number;
}

/** Succeed only about documents that a lost answer or a restore left, and with the token of a daily digest. */
const NOT_TOURED: ReadonlySet<string> = new Set<RouteKey>([
  'POST /v1/entities/{entityId}/xero/unknown/{documentId}',
  'POST /v1/digest/unsubscribe',
]);

/** The most that a successful call of each route took in the size at hand. */
const unitsBySize = new Map<string, Map<RouteKey, Units>>();
let current = new Map<RouteKey, Units>();

/** The consumed capacity of each request in progress. */
const requests = new AsyncLocalStorage<UsedCapacity[]>();

const folder = mkdtempSync(path.join(tmpdir(), 'paydown-capacity-'));
const product = await startLocal({
  siteFolder,
  port: PORT,
  dataDir: folder,
  environment: RAISED_LIMITS,
  handlers: measuringHandlers,
});
try {
  const at = portsFrom(PORT);
  const address = (port: number): string => `http://localhost:${port}`;
  for (const size of sized(SIZES, SIZES.slice(0, 1))) {
    current = new Map();
    unitsBySize.set(size.name, current);
    const places = {
      origin: product.origin,
      xero: address(at.xero),
      stripe: address(at.stripe),
      console: address(at.console),
    };
    await (isSmallest ? loadSampleData(places) : tour(places, size));
  }
} finally {
  await product.close();
  rmSync(folder, { recursive: true, force: true });
}
report();

/** Handlers from the sources, with a table that counts. */
function measuringHandlers(
  environment: Readonly<Record<string, string>>,
  writeLine: (line: string) => void,
): Handlers {
  const client = createDynamoClient({ endpoint: environment['DYNAMODB_ENDPOINT'], region: 'local' });
  return async (key, row) => {
    const measuredTable: Part = async ({ TABLE_NAME }) => ({
      table: createDynamoTable({
        client,
        tableName: TABLE_NAME,
        onCapacity: (units) => requests.getStore()?.push(units),
      }),
    });
    const parts = partsOf(row).map(
      async (name) => ((await import(`../../functions/compose/${name}.ts`)) as { part: Part }).part,
    );
    const { handler } = (await import(`../../functions/${row.handler}.ts`)) as {
      handler: (services: Context) => LambdaHandler;
    };
    const entry = lambdaEntry(
      handler,
      [...(await Promise.all(parts)), measuredTable],
      { ...environment, ...queueUrls(environment['QUEUE_ENDPOINT'] ?? '', queueOf([row])) },
      (line) => {
        if (line.includes('"level":"ERROR"')) console.error(line);
        writeLine(line);
      },
    );
    return async (event, lambda) => {
      const used: UsedCapacity[] = [];
      const answer = await requests.run(used, async () => entry(event, lambda));
      if ((answer.statusCode ?? 200) < 300) note(key, used);
      return answer;
    };
  };
}

function note(key: RouteKey, used: readonly UsedCapacity[]): void {
  const of = (isWrite: boolean): number =>
    used
      .filter(({ operation }) => (operation === 'write' || operation === 'transact') === isWrite)
      .reduce((sum, { units }) => sum + units, 0);
  const before = current.get(key);
  current.set(key, {
    reads: Math.max(of(false), before?.reads ?? 0),
    writes: Math.max(of(true), before?.writes ?? 0),
  });
}

function report(): void {
  console.log('| route | everyday: read | write | US$ a million | large: read | write | US$ a million |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const [key] of rowsOf(routes)) {
    const columns = SIZES.flatMap(({ name }) => columnsOf(unitsBySize.get(name)?.get(key)));
    console.log(`| \`${key}\` | ${columns.join(' | ')} |`);
  }
  const missing = rowsOf(routes).filter(
    ([key]) => !NOT_TOURED.has(key) && SIZES.some(({ name }) => !unitsBySize.get(name)?.has(key)),
  );
  const list = unitsBySize.get('large')?.get('GET /v1/entities')?.reads ?? Number.NaN;
  console.log('');
  measured('listReads', list);
  if (isSmallest) return;
  for (const [key] of missing) console.error(`${key}: the tour never succeeded with it.`);
  if (missing.length > 0) process.exitCode = 1;
}

function columnsOf(units: Units | undefined): string[] {
  if (!units) return ['–', '–', '–'];
  const { reads, writes } = units;
  const dollars =
    reads * PRICES.millionReadUnits + writes * PRICES.millionWriteUnits + PRICES.millionRequests;
  return [String(reads), String(writes), dollars.toFixed(2)];
}
