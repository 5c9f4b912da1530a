/**
 * Sends requests derived from the OpenAPI document, valid and hostile, as each role: never a failure, a stack trace, an
 * undeclared field, or more than 32 KB to an invalid request. `--count 50000`, `--seed 1` replays a run.
 */
import * as fc from 'fast-check';
import { openApiDocument } from '../../functions/docs/openapi-document.ts';
import type { RouteKey } from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import { A_DAY, createWorld } from '../contract/world.ts';
import { arbitraryRequest, type FuzzedRequest } from './fuzz/arbitrary-request.ts';
import { problemOf } from './fuzz/check-answer.ts';
import { readOptions } from '../support/command.ts';

/** Requests until the world returns to its initial state. */
const REWOUND_AFTER = 25;
const CHUNK = 500;

const { seed, count } = readOptions();
const numRuns = count(50_000, 50);
const document = openApiDocument(routes);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
);
const byKey = new Map<string, (typeof operations)[number][1]>(operations);
const world = await createWorld();
const statuses = new Map<number, number>();
const findings = new Map<string, string>();
let sent = 0;

async function check({ key, caller, params, query, body }: FuzzedRequest): Promise<void> {
  if (sent++ % REWOUND_AFTER === 0) await world.rewind();
  const operation = byKey.get(key);
  if (!operation) throw new Error(`${key} is not in the document`);
  const answer = await world.app.send(key as RouteKey, {
    as: caller === 'anonymous' ? undefined : world.people[caller].token,
    params: { ...A_DAY, ...world.here, ...params },
    query,
    ...(body !== undefined && { body }),
    source: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
  });
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  const problem = problemOf(answer, operation, document);
  if (problem === null || findings.has(`${key} ${problem}`)) return;
  const logged = world.app.logged.findLast(({ level }) => level === 'ERROR');
  const request = JSON.stringify({ key, caller, params, query, body }).slice(0, 1500);
  findings.set(`${key} ${problem}`, `${request}\n  ${(JSON.stringify(logged) ?? '').slice(0, 1000)}`);
}

for (let round = 0; sent < numRuns; round++) {
  const options = { numRuns: Math.min(CHUNK, numRuns - sent), seed: seed + round };
  for (const request of fc.sample(arbitraryRequest(operations), options)) await check(request);
}
const counts = [...statuses]
  .toSorted(([a], [b]) => a - b)
  .map(([status, answers]) => `${answers} × ${status}`)
  .join(', ');
for (const [problem, example] of findings) console.error(`${problem}\n  ${example}`);
console.log(
  `${sent} requests to ${operations.length} operations as 6 callers, seed ${seed}: ${counts}; ${findings.size} findings`,
);
process.exit(findings.size > 0 ? 1 : 0);
