/** Xero is down for a while, or the clock of the machine steps: clean answers, and each payment in Xero once afterwards. */
import { expect, it } from 'vitest';
import type { RouteKey } from '../../functions/api/route.ts';
import { TECHNICAL, type UncheckedCall } from '../support/app.ts';
import { jobsOf } from '../support/jobs.ts';
import { signIn } from '../support/people.ts';
import {
  asOwner,
  disturb,
  inXero,
  mend,
  MINUTE,
  paymentIds,
  schedulePath,
  syncedNumbers,
  syncNumbers,
} from '../support/syncing.ts';
import { prepareSchedule, type Prepared } from '../support/xero.ts';

const HOUR = 60 * MINUTE;

const SENTENCE = /^[A-Z].{15,}[.?]$/s;

/** Moves the clock, and signs the user in again. */
async function advance(prepared: Prepared, milliseconds: number): Promise<Prepared> {
  const { app, owner } = prepared;
  app.clock.advance(milliseconds);
  return { ...prepared, owner: { ...owner, token: (await signIn(app, owner.email)).token } };
}

/** Requests of all that a user looks at and does in Xero. */
const calls = (ids: readonly string[]): readonly (readonly [RouteKey, UncheckedCall?])[] => [
  [`GET ${schedulePath}`],
  ['GET /v1/entities/{entityId}/accounts'],
  ['GET /v1/entities/{entityId}/LockDate'],
  ['GET /v1/entities/{entityId}/matches'],
  [`GET ${schedulePath}/xerostatus`],
  [`GET ${schedulePath}/templates/openingbalancejournal`, { query: { date: '2025-02-01' } }],
  ['POST /v1/entities/{entityId}/ledgercheck', { body: { date: '2025-05-31' } }],
  [`POST ${schedulePath}/sync/xero/payments/preview`, { body: { SyncSchedulePayments: ids } }],
  [`PUT ${schedulePath}/sync/xero/payments`, { body: { SyncSchedulePayments: ids } }],
];

it.each([
  ['is down', { kind: 'drop-before' }],
  ['is slow', { kind: 'delay', delayMs: 20_000 }],
  ['answers garbage', { kind: 'garbage' }],
  ['answers 503', { kind: 'status', status: 503 }],
  // A lost answer to a renewal of the access ends it for good.
  ['loses its answers', { kind: 'drop-after', path: '/api.xro/' }],
])('answers in sentences while Xero %s, and posts each payment once afterwards', async (_how, rule) => {
  let prepared = await prepareSchedule();
  const { app } = prepared;
  const ids = await paymentIds(prepared, [1, 2]);
  // The access to Xero expires, so that it is renewed during the outage.
  prepared = await advance(prepared, 40 * MINUTE);
  disturb(prepared, rule);
  const rough: unknown[] = [];
  for (const [key, given] of calls(ids)) {
    const { status, body } = await app.send(key, { ...asOwner(prepared), ...given });
    if (status < 400) continue;
    const isClean =
      status !== 500 && SENTENCE.test(body.detail ?? '') && !TECHNICAL.test(JSON.stringify(body));
    if (!isClean) rough.push([key, status, body]);
  }
  expect(rough).toEqual([]);
  mend(prepared);
  prepared = await advance(prepared, HOUR);
  await jobsOf(app).run('auto-sync');
  expect((await syncNumbers(prepared, [1, 2])).status).toBe(200);
  expect(inXero(prepared)).toHaveLength(2);
  expect(await syncedNumbers(prepared)).toEqual([1, 2]);
});

it.each([
  ['forwards', HOUR],
  ['backwards', -HOUR],
])('posts each payment once when the clock steps %s by an hour during a posting', async (_way, step) => {
  let prepared = await prepareSchedule();
  const { app } = prepared;
  const createDocuments = app.xero.createDocuments.bind(app.xero);
  app.xero.createDocuments = async (...given) => {
    const answer = await createDocuments(...given);
    app.clock.advance(step);
    return answer;
  };
  await syncNumbers(prepared, [1, 2]);
  app.xero.createDocuments = createDocuments;
  for (let hour = 1; hour <= 2; hour++) {
    prepared = await advance(prepared, HOUR);
    await jobsOf(app).run('auto-sync');
  }
  expect((await syncNumbers(prepared, [1, 2, 3])).status).toBe(200);
  expect(inXero(prepared)).toHaveLength(3);
  expect(await syncedNumbers(prepared)).toEqual([1, 2, 3]);
});
