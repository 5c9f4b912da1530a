/** Routes and jobs that call Xero, with its simulator. Its documents are part of the state. */
import { decodeJwt } from 'jose';
import type { jobs } from '../../../functions/api/jobs.ts';
import { eventId } from '../../../functions/records/schedules/events.ts';
import type { RouteKey } from '../../../functions/api/route.ts';
import { paymentId } from '../../../functions/records/schedules/payments.ts';
import { TableUnavailable } from '../../../functions/store/table.ts';
import { VendorFailure } from '../../../functions/lib/vendor-failure.ts';
import type { UncheckedCall } from '../../support/app.ts';
import { jobsOf } from '../../support/jobs.ts';
import { withAsset } from '../../support/syncing.ts';
import { chosenAccounts, linkTo, prepareAnother, startWork, TRUCK } from '../../support/xero.ts';
import type { Faults } from './faults.ts';
import { FINISHED_BY_JOB, type Scenarios } from './contract-scenarios.ts';
import { startFaultyDatabase } from './faulty-database.ts';
import type { Outcome, Scenario } from './judge-repeats.ts';

const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';
/** Longer than a lease, and than Xero takes until a search is conclusive. */
const WAIT_MS = 11 * 60_000;
/** From the start of the tests to the day after a payment. */
const UNTIL_DUE_MS = 15 * 86_400_000;

export async function xeroScenarios(faults: Faults): Promise<Scenarios> {
  const clock: { now: () => number } = { now: () => 0 };
  const database = await startFaultyDatabase(faults, () => clock.now());
  const work = await startWork(5, database.table);
  const { app, owner, entityId } = work;
  clock.now = () => app.clock.now();
  await linkTo(app, owner, entityId);
  const prepared = await prepareAnother(work);
  const { params, scheduleId } = prepared;
  const accounts = await chosenAccounts(work);
  await app.call(`PUT ${SCHEDULE}/configuration/sync/xero/settings`, {
    as: owner.token,
    params,
    body: { ...accounts, autoSync: true },
  });
  app.clock.advance(WAIT_MS);
  await jobsOf(app).run('auto-sync');
  await database.table.remember();
  const records = structuredClone(app.core.state);
  const began = app.clock.now();

  const session = decodeJwt(owner.token);
  const token = (): Promise<string> =>
    app.signer.access({
      userId: String(session.sub),
      sessionId: String(session['sid'] ?? session['sessionId']),
      tenantId: owner.tenantId,
    });
  const world = {
    rewind: async () => {
      app.clock.advance(began - app.clock.now());
      await database.table.rewind();
      Object.assign(app.core.state, structuredClone(records));
    },
    wait: async () => {
      app.clock.advance(WAIT_MS);
      await jobsOf(app).run('auto-sync');
      await jobsOf(app).run('deletion-sweep');
    },
    read: async () => {
      const { bankTransactions, manualJournals, accounts: charted } = app.books();
      const documents = [
        ...bankTransactions.map(
          ({ Reference, Status }) => `Xero: ${Reference.replace(scheduleId, '')} ${Status}`,
        ),
        ...manualJournals.map(({ DateString, Status }) => `Xero: journal ${DateString} ${Status}`),
        `Xero: ${charted.length} accounts`,
      ];
      return [...(await database.read()), ...documents.toSorted()];
    },
  };
  const route = (key: RouteKey, given: UncheckedCall = {}): Scenario => ({
    ...world,
    name: `${key}, linked`,
    isFinishedByJob: FINISHED_BY_JOB.has(key),
    run: async (): Promise<Outcome> => {
      const { status, body } = await app.send(key, { as: await token(), params, ...given });
      return { status, text: Buffer.isBuffer(body) ? '' : (JSON.stringify(body) ?? '') };
    },
  });
  const job = (name: keyof typeof jobs): Scenario => ({
    ...world,
    name: `job ${name}`,
    isRepeated: true,
    run: () => outcomeOf(() => runJob(app, name)),
  });
  const send = async (key: RouteKey, given: UncheckedCall) =>
    app.send(key, { as: await token(), params, ...given });
  /** A scenario that begins after another call. */
  const after = (scenario: Scenario, before: () => Promise<unknown>): Scenario => ({
    ...scenario,
    rewind: async () => {
      await world.rewind();
      await before();
    },
  });
  const { body: template } = await app.call(`GET ${SCHEDULE}/templates/openingbalancejournal`, {
    as: await token(),
    params,
    query: { date: '2025-01-15' },
  });
  const journal = withAsset(template, app);
  const { body: previewed } = await send(`POST ${SCHEDULE}/events/preview`, { body: EXTRA });
  const recorded = { ...EXTRA, revision: (previewed as { revision: string }).revision };
  const firstEvent = { ...params, eventId: eventId(scheduleId, 1) };
  const payment = { params: { ...params, paymentId: paymentId(scheduleId, 1) } };
  const settings = { ...accounts, autoSync: true };
  const SyncSchedulePayments = [1, 2, 3].map((number) => paymentId(scheduleId, number));
  return {
    close: () => database.close(),
    scenarios: [
      route('GET /v1/entities/{entityId}/LockDate'),
      route('GET /v1/entities/{entityId}/accounts'),
      {
        ...route('POST /v1/entities/{entityId}/accounts', {
          body: { code: '876.001', name: 'Hire', type: 'CURRLIAB' },
        }),
        isRefusedByXero: true,
      },
      route(`PUT ${SCHEDULE}/sync/xero/payments`, { body: { SyncSchedulePayments } }),
      route(`GET ${SCHEDULE}/templates/openingbalancejournal`, { query: { date: '2025-01-15' } }),
      {
        ...route(`PUT ${SCHEDULE}/sync/xero/openingbalancejournal`, { body: journal }),
        isRight: hasOne(/^Xero: journal .* POSTED$/),
      },
      {
        ...route(`POST ${SCHEDULE}/events`, { body: recorded }),
        // The event is recorded, and not in Xero.
        finish: () => route(`POST ${SCHEDULE}/events/{eventId}/sync`, { params: firstEvent }).run(),
        isRight: hasOne(/^Xero: .*-E1 AUTHORISED$/),
      },
      after(route(`DELETE ${SCHEDULE}/events/{eventId}`, { params: firstEvent }), () =>
        send(`POST ${SCHEDULE}/events`, { body: recorded }),
      ),
      after(
        route(`POST ${SCHEDULE}/payments/{paymentId}/reversal`, {
          ...payment,
          body: { date: '2025-05-20', mode: 'mirror' },
        }),
        () =>
          send(`PUT ${SCHEDULE}/sync/xero/payments`, {
            body: { SyncSchedulePayments: SyncSchedulePayments.slice(0, 1) },
          }),
      ),
      route(`PUT ${SCHEDULE}/configuration/sync/xero/settings`, { body: settings }),
      route(`PATCH ${SCHEDULE}/configuration/sync/xero/accounts`, {
        body: { bankAccountId: accounts.bankAccountId },
      }),
      route(`PUT ${SCHEDULE}`, { body: CHANGED }),
      route(`POST ${SCHEDULE}/archive`, { body: { archive: true } }),
      route(`DELETE ${SCHEDULE}`),
      route('DELETE /v1/entities/{entityId}/xero/connection'),
      route('DELETE /v1/entities/{entityId}'),
      job('auto-sync'),
      {
        ...job('auto-sync'),
        name: 'job auto-sync, a payment due',
        rewind: async () => {
          await world.rewind();
          app.clock.advance(UNTIL_DUE_MS);
        },
      },
      job('messages'),
      job('connection-sweep'),
    ],
  };
}

const CHANGED = { ...TRUCK, description: 'Delivery truck, changed', administrationFee: 5 };

const EXTRA = { kind: 'extra-repayment', date: '2025-05-20', amount: 5000, keep: 'payment' };

/** Whether Xero has one such document, and no document's outcome is open. */
const hasOne =
  (document: RegExp) =>
  (state: readonly string[]): boolean =>
    state.filter((line) => document.test(line)).length === 1 &&
    !state.some((line) => /"openIntents":[1-9]/.test(line));

/** Runs a job and the messages that it queues; a message that has to be delivered again counts as unavailable. */
async function runJob(app: Parameters<typeof jobsOf>[0], name: keyof typeof jobs): Promise<void> {
  const own = jobsOf(app);
  await own.start(name);
  const { batchItemFailures } = await own.processQueue();
  if (batchItemFailures.length > 0) throw new TableUnavailable('A message has to be delivered again.');
}

async function outcomeOf(run: () => Promise<void>): Promise<Outcome> {
  try {
    await run();
    return { status: 200, text: '' };
  } catch (error) {
    const isClean = error instanceof TableUnavailable || error instanceof VendorFailure;
    return { status: isClean ? 503 : 500, text: isClean ? '' : String(error) };
  }
}
