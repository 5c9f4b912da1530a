/*
 * The read and write units of finding and posting due work, as the embedded DynamoDB counts them. A thousand schedules
 * are due among ten and a hundred thousand; auto sync and reminders must read in proportion to the thousand. The worker
 * posts to a Xero that accepts everything. Last, one payment more of a schedule with many in Xero. Run by `npm run bench -- due [schedules]`.
 */
import { addDays, calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { cents } from '../../domain/money.ts';
import { REMINDER_DAYS } from '../../domain/contract/reminders.ts';
import { MAPPING_FIELDS } from '../../domain/accounts/account-mapping.ts';
import type { Context } from '../../functions/services/context.ts';
import { jobs } from '../../functions/api/jobs.ts';
import type { QueueMessage } from '../../functions/services/queue.ts';
import { keys, places } from '../../functions/store/keys.ts';
import {
  createDynamoClient,
  createDynamoTable,
  type UsedCapacity,
} from '../../functions/vendors/dynamodb/dynamo-table.ts';
import type { Item } from '../../functions/store/table.ts';
import { newSchedule } from '../../functions/records/schedules/creation.ts';
import { itemOf } from '../../functions/records/schedules/schedule-item.ts';
import { PostingMessage } from '../../functions/api/jobs.ts';
import { protocolRules } from '../../domain/posting/protocol.ts';
import { handler as syncWorker } from '../../functions/auto-sync/sync-worker.ts';
import { postOneMore } from '../support/one-payment.ts';
import { eventOf } from '../support/jobs.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import { measured, type FigureName } from '../support/figures.ts';
import { ensureTable } from '../../scripts/simulators/dynamodb/ensure-table.ts';
import { startDynamoDb } from '../../scripts/simulators/dynamodb/server.ts';
import { sized } from '../support/command.ts';
import { startEmbeddedTable } from '../support/embedded-table.ts';
import { LOCAL_TABLE, putItems } from '../support/table-copy.ts';

const LARGEST = sized(100_000, 200);
const SIZES = [LARGEST / 10, LARGEST] as const;
const DUE = sized(1_000, 10);
const SCHEDULES_AN_ENTITY = 50;
const TODAY = calendarDate('2026-03-02');
/** People are told of the payments a week before. */
const PAID = addDays(TODAY, REMINDER_DAYS);
const SCHEDULES_AT_ONCE = 1_000;
const READS = new Set<UsedCapacity['operation']>(['get', 'getMany', 'query']);

const dynamoDb = await startDynamoDb({ port: 0 });
const client = createDynamoClient({ endpoint: `http://127.0.0.1:${dynamoDb.port}`, region: 'local' });
await ensureTable(client, LOCAL_TABLE);
const used: UsedCapacity[] = [];
const table = createDynamoTable({ client, tableName: LOCAL_TABLE, onCapacity: (units) => used.push(units) });
const noQueue: Context['queue'] = { send: async () => {}, sendToDeadLetters: async () => {} };

const services: Partial<Context> = {
  table,
  queue: noQueue,
  clock: { now: () => Date.parse(`${TODAY}T00:00:00Z`) },
  ids: { uuid: () => crypto.randomUUID(), secret: () => '' },
  log: { info: () => {}, warn: () => {}, error: (message, fields) => console.error(message, fields) },
};

const lambda = { ...lambdaContext('job', 0), getRemainingTimeInMillis: () => 900_000 };
let handedOver: QueueMessage[] = [];
const posted = new Set<string>();

for (const [index, size] of SIZES.entries()) {
  const began = Date.now();
  await load(SIZES[index - 1] ?? 0, size);
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  console.log(`\n${size.toLocaleString('en-AU')} schedules, ${DUE} due (loaded in ${seconds} s)`);
  handedOver = [];
  const sync = await measure('auto-sync', PAID, {
    send: async (messages) => void handedOver.push(...messages),
  });
  const sent = handedOver.reduce((sum, { body }) => {
    const message = PostingMessage.parse(body);
    return sum + (message.kind === 'journals' ? 0 : message.scheduleIds.length);
  }, 0);
  report('auto-sync: find due schedules and send them to the queue', sync, sent);
}
const worked = await measureWorker();
report('auto-sync: post the payments in the queue', worked, posted.size, 'readsOfPosting');
measured('writesOfPosting', worked.writes / DUE);
// The run moves the reminders on, so it is measured once, with the most schedules.
report('messages: remind of payments that come due', await measure('messages', TODAY), DUE);
client.destroy();
await dynamoDb.close();
for (const before of [50, 150, 400]) {
  const embedded = await startEmbeddedTable();
  const { units, trips, decryptions } = await postOneMore(embedded.table, embedded.used, before);
  console.log(`  a page: post payment ${before + 1}, ${before} in Xero`);
  console.log(`    ${units} read units, ${trips} calls, ${decryptions} decryptions`);
  if (before === 400) measured('readsOfOnePayment', units);
  await embedded.close();
}
process.exit();

/** Adds schedules number `from` to `to`; a thousand of the first are due, the others in the days to come. */
async function load(from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += SCHEDULES_AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(SCHEDULES_AT_ONCE, to - start) },
      (_each, index) => start + index,
    );
    await putItems(client, numbers.flatMap(itemsOf));
  }
}

/** A UUID from a number; its first digits differ as those of real ones do. */
function uuid(kind: number, number: number): string {
  const digits = ((number * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
  return `${digits}-000${kind}-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

function itemsOf(number: number): Item[] {
  const entity = Math.floor(number / SCHEDULES_AN_ENTITY);
  const [tenantId, entityId, scheduleId] = [uuid(1, entity), uuid(2, entity), uuid(3, number)];
  const isDue = number < SIZES[0] && number % (SIZES[0] / DUE) === 0;
  const date = isDue ? PAID : addDays(PAID, 1 + (number % 28));
  return [
    ...(number % SCHEDULES_AN_ENTITY === 0 ? entityItems(tenantId, entityId, entity) : []),
    scheduleItem(entityId, scheduleId, date, uuid(4, entity)),
    { ...keys.scheduleParent(scheduleId), entityId },
    { ...keys.due(scheduleId), ownerId: scheduleId, version: 1, ...places.dated('DUE', scheduleId, date) },
    {
      ...keys.reminder(scheduleId),
      scheduleId,
      version: 1,
      ...places.dated('REMIND', scheduleId, addDays(date, -REMINDER_DAYS)),
    },
  ];
}

function entityItems(tenantId: string, entityId: string, number: number): Item[] {
  const xero = { tenantId: uuid(4, number), authorisationId: uuid(5, number), name: 'X', shortCode: '!x' };
  const entity = {
    entityId,
    name: `Entity ${number}`,
    version: 1,
    connected: 50,
    scheduleCount: 50,
    payments: 0,
    fileBytes: 0,
    xero,
  };
  return [
    {
      ...keys.entity(tenantId, entityId),
      ...entity,
      chunkKey: uuid(10, number),
      financialYearEnd: { month: 6, day: 30 },
      createdAt: '2025-01-01T00:00:00.000Z',
    },
    { ...keys.anchor(entityId), tenantId, xero },
    {
      ...keys.organisation(tenantId),
      tenantId,
      name: 'Bench',
      ownerId: uuid(7, number),
      planId: uuid(8, 0),
      planName: 'Bench',
      version: 1,
      maximum: 1_000,
      used: 50,
      createdAt: '2025-01-01T00:00:00.000Z',
    },
    {
      ...keys.xeroAuthorisation(xero.authorisationId),
      authorisationId: xero.authorisationId,
      entityId,
      xeroUserId: null,
      connections: [],
      sealed: JSON.stringify({ accessToken: 'access', refreshToken: 'refresh' }),
      expiresAt: Date.parse('2030-01-01'),
      refreshedAt: 0,
      lost: false,
      version: 1,
    },
  ];
}

/** Monthly, the first payment on its start; ready, with a contact. */
function scheduleItem(
  entityId: string,
  scheduleId: string,
  startDate: CalendarDate,
  xeroTenantId: string,
): Item {
  return itemOf(entityId, {
    ...newSchedule({
      scheduleId,
      name: 'Delivery truck',
      terms: {
        loanAmount: cents(5_000_000),
        frequency: 'monthly',
        startDate,
        firstPaymentOnStartDate: true,
        administrationFee: cents(0),
        rows: [{ id: uuid(6, 0), qty: 60, amount: cents(100_000) }],
      },
      autoSyncSince: calendarDate('2025-01-01'),
      createdAt: '2025-01-01T00:00:00.000Z',
    }),
    xeroConnected: true,
    accounts: Object.fromEntries(MAPPING_FIELDS.map((field, index) => [field, uuid(9, index)])),
    contact: { xeroTenantId, contactId: uuid(5, 0) },
  });
}

interface Measured {
  readonly did: unknown;
  readonly reads: number;
  readonly writes: number;
  readonly calls: number;
  readonly seconds: number;
}

async function measure(
  name: 'auto-sync' | 'messages',
  today: CalendarDate,
  queue: Partial<Context['queue']> = {},
): Promise<Measured> {
  const { handler } = (await import(`../../functions/${jobs[name].handler}.ts`)) as {
    handler: (services: Partial<Context>) => (event: unknown, lambda: unknown) => Promise<unknown>;
  };
  return capacityOf(() => handler({ ...services, queue: { ...noQueue, ...queue } })({ today }, lambda));
}

/** Processes the queued messages one after the other. */
function measureWorker(): Promise<Measured> {
  const xero: Partial<Context['xero']> = {
    organisation: async () => ({
      name: 'X',
      shortCode: '!x',
      baseCurrency: 'AUD',
      edition: 'AU',
      lockDate: null,
      financialYearEnd: null,
    }),
    activeContacts: async (_access, ids = []) => ids,
    accounts: async () =>
      MAPPING_FIELDS.map((_field, index) => ({
        id: uuid(9, index),
        code: `874.00${index}`,
        name: 'X',
        class: 'LIABILITY',
        type: 'CURRLIAB',
        taxType: null,
        systemAccount: null,
        currency: null,
        active: true,
      })),
    // Nothing is coded before.
    standingTransactions: async () => ({ documents: [], unreadable: [], isLast: true }),
    billPayments: async () => ({ payments: [], unreadable: [], isLast: true }),
    createDocuments: async (_access, _type, documents) =>
      documents.map(({ reference }) => {
        posted.add(reference);
        return { reference, id: `document of ${reference}` };
      }),
  };
  const worker = syncWorker({
    ...services,
    xero,
    vault: { seal: async (text: string) => text, open: async (text: string) => text },
    timers: { sleep: async () => {}, abortAfter: () => new AbortController().signal },
    protocol: protocolRules,
    restores: [],
    origin: 'http://localhost:4000',
  } as Context);
  return capacityOf(async () => {
    for (const message of handedOver) await worker(eventOf([message]), lambda);
    return { messages: handedOver.length };
  });
}

async function capacityOf(work: () => Promise<unknown>): Promise<Measured> {
  used.length = 0;
  const began = performance.now();
  const did = await work();
  const seconds = (performance.now() - began) / 1000;
  const units = (of: readonly UsedCapacity[]): number => of.reduce((sum, one) => sum + one.units, 0);
  const reading = used.filter(({ operation }) => READS.has(operation));
  const writing = used.filter(({ operation }) => !READS.has(operation));
  return { did, reads: units(reading), writes: units(writing), calls: used.length, seconds };
}

function report(
  what: string,
  { did, reads, writes, calls, seconds }: Measured,
  done: number,
  figure: FigureName = 'readsOfDueSchedule',
): void {
  console.log(`  ${what}`);
  console.log(`    ${JSON.stringify(did)}`);
  console.log(`    ${reads} read units, ${writes} write units, ${calls} calls, ${seconds.toFixed(1)} s`);
  if (done !== DUE) throw new Error(`${done} of ${DUE} were done`);
  measured(figure, reads / DUE);
}
