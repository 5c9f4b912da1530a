/*
 * The calls to Xero that settle an unconfirmed batch of fifty documents, in books with 5,000 bank transactions a month
 * for two years: fifty contacts on one day as auto sync posts them, and one contact with a year of weekly payments as
 * a user does. Either Xero has all fifty, or none. Then the calls that compare the entity after a restore of the table.
 */
import { addDays, calendarDate } from '../../domain/calendar.ts';
import { ownEntity } from '../../functions/records/entities/entity.ts';

import { postPayments, type WantedPayments } from '../../functions/posting/payments.ts';
import type { PostingRequest } from '../../functions/posting/protocol/request.ts';
import { runPosting, reconcileSchedules } from '../../functions/posting/protocol/run-posting.ts';
import { requestDeadlines } from '../../functions/services/deadlines.ts';
import { ownSchedule } from '../../functions/records/schedules/schedule.ts';
import { linkTo, prepareAnother, startWork, type Work } from '../support/xero.ts';
import { measured } from '../support/figures.ts';
import { put } from '../../scripts/simulators/xero/core/state.ts';
import { sized } from '../support/command.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';
import { upTo } from '../support/numbers.ts';

const DOCUMENTS = sized(50, 3);
const TRANSACTIONS_A_MONTH = sized(5_000, 100);
const MONTHS = 24;
const OTHER_CONTACTS = 400;
const FROM = calendarDate('2024-06-01');
const MINUTE = 60_000;
const DAY = 86_400_000;

/** Whether Xero has the documents: the connection is cut after or before it posts them. */
const FAULTS = ['drop-after', 'drop-before'] as const;

interface Settled {
  readonly what: string;
  readonly calls: number;
  readonly isSettled: boolean;
  /** The calls of the comparison after a restore to the moment before the documents. */
  readonly compared: number;
}

const settled: Settled[] = [];
for (const kind of FAULTS) {
  settled.push(await measure('one day, fifty contacts', kind, oneDay));
  settled.push(await measure('one contact, a year', kind, oneContact));
}
const counts = settled.map(({ what, calls, isSettled }) => `${what}: ${isSettled ? calls : 'not settled'}`);
const size = (TRANSACTIONS_A_MONTH * MONTHS).toLocaleString('en-AU');
console.log(`Calls that settle ${DOCUMENTS} documents among ${size}: ${counts.join('; ')}`);
measured('lookUpCalls', Math.max(...settled.map(({ calls, isSettled }) => (isSettled ? calls : Infinity))));
const compared = Math.max(...settled.map((one) => one.compared));
console.log(`Calls that compare an entity after a restore: ${compared}`);
measured('restoreCalls', compared);
process.exit();

/** Fifty schedules with a payment each on the same day. Another payment is posted before, so each has its contact. */
async function oneDay(work: Work): Promise<WantedPayments[]> {
  const wanted: WantedPayments[] = [];
  for (let number = 1; number <= DOCUMENTS; number++) {
    const { scheduleId } = await prepareAnother(work, { description: `Truck ${number}` });
    wanted.push({ scheduleId, numbers: [1] });
    await postPayments(work.app, await requestOf(work), [{ scheduleId, numbers: [2] }]);
    // Keeps within Xero's limit a minute.
    work.app.clock.advance(9_000);
  }
  return wanted;
}

/** One schedule with a year of weekly payments. */
async function oneContact(work: Work): Promise<WantedPayments[]> {
  const { scheduleId } = await prepareAnother(work, {
    paymentFrequency: 'weekly',
    schedulePaymentPlans: [{ number: 1, qty: 52, amount: 1_000 }],
  });
  return [{ scheduleId, numbers: upTo(DOCUMENTS) }];
}

async function measure(
  name: string,
  kind: (typeof FAULTS)[number],
  prepare: (work: Work) => Promise<WantedPayments[]>,
): Promise<Settled> {
  const work = await startWork(DOCUMENTS);
  const { app, owner, entityId } = work;
  await linkTo(app, owner, entityId);
  const backupAt = app.clock.now();
  const wanted = await prepare(work);
  const transactions = '/api.xro/2.0/BankTransactions';
  app.control('POST', 'faults', {
    rules: [
      { method: 'PUT', path: transactions, kind },
      { method: 'GET', path: transactions, kind: 'status', status: 503 },
    ],
  });
  // The search for coded payments fails too.
  const anyway = wanted.map((one) => ({
    ...one,
    decisions: one.numbers.map((number) => ({ number, decision: 'post' as const })),
  }));
  await postPayments(app, await requestOf(work), anyway);
  app.control('DELETE', 'faults');
  fill(work);
  app.clock.advance(15 * MINUTE);
  const ids = wanted.map(({ scheduleId }) => scheduleId);
  const [before, syncedBefore] = [countCalls(work), (await stateOf(work, ids)).synced];
  await reconcileSchedules(app, await requestOf(work), ids);
  const calls = countCalls(work) - before;
  const { synced, isOpen } = await stateOf(work, ids);
  const expected = kind === 'drop-after' ? DOCUMENTS : 0;
  const outcome = kind === 'drop-after' ? 'posted' : 'absent';
  const isSettled = !isOpen && synced - syncedBefore === expected;
  return { what: `${name}, ${outcome}`, calls, isSettled, compared: await compare(work, backupAt) };
}

/** Returns the calls of the comparison after a restore to a moment. */
async function compare(work: Work, backupAt: number): Promise<number> {
  const before = countCalls(work);
  const restores = [{ backupAt, quietSince: work.app.clock.now() - 10 * MINUTE }];
  await runPosting({ ...work.app, restores }, await requestOf(work), async () => {});
  return countCalls(work) - before;
}

async function requestOf({ app, owner, entityId }: Work): Promise<PostingRequest> {
  const now = app.clock.now();
  return {
    entity: await ownEntity(app.table, allEntities(owner.tenantId), entityId),
    userId: owner.userId,
    deadlines: requestDeadlines(now, now + 10 * MINUTE),
  };
}

async function stateOf({ app, owner, entityId }: Work, scheduleIds: readonly string[]) {
  const entity = await ownEntity(app.table, allEntities(owner.tenantId), entityId);
  const schedules = await Promise.all(scheduleIds.map((id) => ownSchedule(app.table, entity, id)));
  return {
    synced: schedules.reduce((sum, { syncedCount }) => sum + syncedCount, 0),
    isOpen: schedules.some(({ openIntents }) => openIntents > 0),
  };
}

function countCalls({ app }: Work): number {
  const requests = [...app.core.state.records.requests.values()];
  return requests.filter(({ path }) => path.startsWith('/api.xro')).length;
}

/** Adds transactions of other contacts, evenly over the months. */
function fill({ app }: Work): void {
  const { state } = app.core;
  const { contacts } = state.records;
  const { tenantId } = app.books();
  const contact = contacts.values().find((one) => one.tenantId === tenantId);
  const bank = app.books().accounts.find(({ Code }) => Code === '090')?.AccountID;
  if (!contact || bank === undefined) throw new Error('The organisation has no contact or no bank account');
  const others = Array.from({ length: OTHER_CONTACTS }, (_each, index) => {
    const id = crypto.randomUUID();
    put(state, 'contacts', id, { ...contact, id, name: `Supplier ${index}` });
    return id;
  });
  const days = (MONTHS * 365) / 12;
  for (let number = 0; number < TRANSACTIONS_A_MONTH * MONTHS; number++) {
    const id = crypto.randomUUID();
    put(state, 'bankTransactions', id, {
      id,
      tenantId: contact.tenantId,
      createdAt: contact.createdAt - DAY,
      updatedAt: contact.updatedAt - DAY,
      type: 'SPEND',
      contactId: others[number % others.length] ?? contact.id,
      bankAccountId: bank,
      date: addDays(FROM, Math.floor((number * days) / (TRANSACTIONS_A_MONTH * MONTHS))),
      reference: `INV-${number}`,
      lineAmountTypes: 'NoTax',
      status: 'AUTHORISED',
      isReconciled: false,
      currency: 'AUD',
      lines: [],
    });
  }
}
