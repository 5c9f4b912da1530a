/**
 * The whole product with every function built for the cloud, each call alone under Lambda's own runtime client: a
 * person's way through all features, then one event through every function. With `--plant unset` the jobs lack a
 * variable of their environment, which the proof finds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rowsOf, type RouteKey } from '../../functions/api/route.ts';
import type { RouteClient } from '../../functions/client/route-client.ts';
import { routes } from '../../functions/api/routes.ts';
import { jobs } from '../../functions/api/jobs.ts';
import { type JobRow, queueOfJob } from '../../functions/api/job.ts';
import { buildFunctions } from '../../scripts/build/functions.ts';
import { handlersUnderRuntime, runAlone } from '../../scripts/lambda/runtime.ts';
import { portsFrom } from '../../scripts/local/ports.ts';
import { productClient, signInTo } from '../../scripts/local/product-client.ts';
import { siteFolder } from '../../scripts/build/site.ts';
import { startLocal } from '../../scripts/local/product.ts';
import { queueUrls } from '../../scripts/local/queue-protocol.ts';
import { loadSampleData } from '../../scripts/local/sample-data.ts';

const { values } = parseArgs({ options: { plant: { type: 'string' } } });
const functions = path.resolve(import.meta.dirname, '../../dist/functions');
const PORT = 24_600;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const succeeded = new Set<string>();
const started = new Map<string, number>();
let surroundings: Readonly<Record<string, string>> = {};
const failures: string[] = [];

const featureOf = (key: RouteKey): string => routes[key as keyof typeof routes].handler.split('/')[0] ?? '';

async function call(origin: string, key: RouteKey, token: string): Promise<void> {
  const [method = '', template = ''] = key.split(' ');
  const response = await fetch(origin + template.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{}' }),
  });
  await response.arrayBuffer();
  if (response.status >= 500) failures.push(`${key}: ${response.status}`);
}

/** Calls the features that the sample data leaves out. */
async function useOtherFeatures(request: RouteClient): Promise<void> {
  const [entity] = await request('GET /v1/entities');
  const entityId = entity?.id ?? '';
  const params = { entityId };
  const [schedule] = await request('GET /v1/entities/{entityId}/schedules', { params });
  const ofSchedule = { params: { entityId, scheduleId: schedule?.id ?? '' } };
  await request('GET /v1/entities/{entityId}/schedules/{scheduleId}/events', ofSchedule);
  await request('GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments', ofSchedule);
  await request('GET /v1/entities/{entityId}/ledgercheck/items', { params });
  await request('GET /v1/search', { query: { query: 'Tractor' } });
  await request('POST /v1/imports/preview', { body: { rows: [{ line: 2 }] } });
}

/** The events prove that jobs start: a timer's job finds nothing due in the past, and a queue's job gets no message. */
async function runJobs(environment: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, row] of Object.entries<JobRow>(jobs)) {
    const { handler, trigger } = row;
    const urls = queueUrls(environment['QUEUE_ENDPOINT'] ?? '', queueOfJob(row));
    const event = trigger.kind === 'timer' ? { today: '2000-01-01' } : { Records: [] };
    try {
      const { startMilliseconds } = await runAlone(
        path.join(functions, handler),
        { ...environment, ...urls },
        event,
      );
      started.set(name, startMilliseconds);
    } catch (error) {
      failures.push(`${name}: ${String(error)}`);
    }
  }
}

await buildFunctions();
const dataDir = await mkdtemp(path.join(tmpdir(), 'paydown-lambda-'));
const product = await startLocal({
  siteFolder,
  port: PORT,
  dataDir,
  environment: {},
  handlers: (given) => {
    surroundings = given;
    return handlersUnderRuntime(functions, given, (key, { result, startMilliseconds, output }) => {
      started.set(key, startMilliseconds);
      const status = result.statusCode ?? 200;
      if (status < 300) succeeded.add(featureOf(key));
      if (status >= 500) failures.push(`${key}: ${status}\n${output}`);
    });
  },
});
try {
  const { origin } = product;
  const at = portsFrom(PORT);
  const credentials = await loadSampleData({
    origin,
    xero: `http://localhost:${at.xero}`,
    stripe: `http://localhost:${at.stripe}`,
  });
  const { token } = await signInTo(origin, credentials);
  await useOtherFeatures(productClient(origin, token));
  const keys = rowsOf(routes).map(([key]) => key);
  // Reads come first, because one of the writes ends the session.
  const inOrder = [
    ...keys.filter((key) => key.startsWith('GET')),
    ...keys.filter((key) => !key.startsWith('GET')),
  ];
  for (const key of inOrder) await call(origin, key, token);
  const { TABLE_NAME: _left, ...lacking } = surroundings;
  await runJobs(values.plant === 'unset' ? lacking : surroundings);
} finally {
  await product.close();
  await rm(dataDir, { recursive: true, force: true });
}

const silent = rowsOf(routes).filter(([key]) => !started.has(key));
for (const [key] of silent) failures.push(`${key}: never started`);
const features = new Set(rowsOf(routes).map(([key]) => featureOf(key)));
for (const feature of features) {
  if (!succeeded.has(feature)) failures.push(`${feature}: no call of it succeeded`);
}
const times = [...started.values()].toSorted((a, b) => a - b);
const middle = Math.round(times[Math.floor(times.length / 2)] ?? 0);
for (const failure of failures) console.error(failure);
console.log(
  `${started.size} functions started alone, ${succeeded.size} of ${features.size} features with a success, ` +
    `${failures.length} failures; from process to first event ${middle} ms (median)`,
);
process.exit(failures.length > 0 ? 1 : 0);
