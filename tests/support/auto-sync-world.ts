/**
 * Many Xero organisations with due payments on virtual time: the real jobs, a queue with SQS's delivery, and a Xero
 * that counts only its limits, strictly.
 */
import { addDays, businessDate, calendarDate } from '../../domain/calendar.ts';
import { MAPPING_FIELDS } from '../../domain/accounts/account-mapping.ts';
import { cents } from '../../domain/money.ts';
import { createEntity, ownEntity, saveTracking } from '../../functions/records/entities/entity.ts';
import { linkEntity } from '../../functions/records/entities/links.ts';
import { jobs } from '../../functions/api/jobs.ts';
import { createSchedule } from '../../functions/records/schedules/creation.ts';
import { saveSchedule } from '../../functions/records/schedules/schedule.ts';
import type { QueueMessage } from '../../functions/services/queue.ts';
import { XeroError } from '../../functions/services/xero/error.ts';
import type { Xero, XeroTenantId } from '../../functions/services/xero/port.ts';
import { keys } from '../../functions/store/keys.ts';
import type { Table } from '../../functions/store/table.ts';
import { handler as checkWorker } from '../../functions/ledger/check-worker.ts';
import { handler as findChecks } from '../../functions/ledger/find-checks.ts';
import { handler as findDue } from '../../functions/auto-sync/find-due.ts';
import { handler as syncWorker } from '../../functions/auto-sync/sync-worker.ts';
import { LOCAL_SIZES } from '../../functions/compose/config.ts';
import { newTenantWrites } from '../../functions/records/tenants/tenant.ts';
import { keepContacts } from '../../functions/xero/cached-reads.ts';
import { cacheRead } from '../../functions/xero/read-cache.ts';
import { sealTokens } from '../../functions/xero/access-token.ts';
import { keepAuthorisation, useAuthorisation } from '../../functions/records/connections/authorisations.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import { Random } from '../simulation/random.ts';
import { VirtualTime } from '../simulation/virtual-time.ts';
import { createTestApp } from './app.ts';
import { eventOf } from './jobs.ts';
import { createMemoryTable } from './memory-table.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

const START = Date.UTC(2025, 5, 1, 14);
const MINUTE = 60_000;

const DIVISION = {
  id: 'division',
  name: 'Division',
  isArchived: false,
  options: [{ id: 'north', name: 'North block', isArchived: false }],
};
const PER_MINUTE = 60;
const AT_ONCE = 5;
const PER_DAY = 5_000;
const APP_PER_MINUTE = 10_000;

export interface Size {
  readonly organisations: number;
  /** Schedules per organisation, with one due payment each. */
  readonly schedules: number;
  /** The latency of Xero, milliseconds. */
  readonly xeroMs: number;
  /** The latency of the table, milliseconds. */
  readonly tableMs: number;
  /** The calls that Xero takes per organisation and minute; absent: those that it states. */
  readonly perMinute?: number;
  /** The crashes of the worker before, in a row. */
  readonly crashes?: number;
  /** Whether entities choose a tracking option. */
  readonly isTracked?: boolean;
}

export interface Throughput {
  readonly posted: number;
  readonly calls: number;
  /** Calls that Xero would refuse with 429. */
  readonly refused: number;
  readonly mostInAMinute: number;
  readonly seconds: number;
  /** The shortest duration of this many calls under Xero's limits. */
  readonly boundSeconds: number;
}

/** Xero's limits for one organisation and for the whole app. */
class StrictXero {
  readonly #time: VirtualTime;
  readonly #latency: number;
  readonly #perMinute: number;
  readonly #contacts: ReadonlyMap<string, readonly string[]>;
  readonly #calls = new Map<string, number[]>();
  readonly #underWay = new Map<string, number>();
  /** Starts of all counted calls, and the start of the last minute. */
  readonly all: number[] = [];
  #minuteFrom = 0;
  refused = 0;
  mostInAMinute = 0;
  readonly posted = new Set<string>();

  constructor(
    time: VirtualTime,
    contacts: ReadonlyMap<string, readonly string[]>,
    { xeroMs, perMinute = PER_MINUTE }: Size,
  ) {
    this.#time = time;
    this.#contacts = contacts;
    this.#latency = xeroMs;
    this.#perMinute = perMinute;
  }

  get port(): Xero {
    const answers: Partial<Xero> = {
      organisation: ({ tenantId }) =>
        this.#call(tenantId, {
          name: 'X',
          shortCode: '!x',
          baseCurrency: 'AUD',
          edition: 'AU',
          lockDate: null,
          financialYearEnd: { month: 6, day: 30 },
        }),
      activeContacts: ({ tenantId }, contactIds = this.#contacts.get(tenantId) ?? []) =>
        this.#call(tenantId, contactIds.slice(0, 1000)),
      getContact: ({ tenantId }, id) =>
        this.#call(tenantId, { id, name: 'X', active: true, mergedInto: null }),
      accounts: ({ tenantId }) => this.#call(tenantId, []),
      trackingCategories: ({ tenantId }) => this.#call(tenantId, [DIVISION]),
      taxRates: ({ tenantId }) => this.#call(tenantId, []),
      trialBalance: ({ tenantId }) => this.#call(tenantId, []),
      readDocument: ({ tenantId }) => this.#call(tenantId, null),
      readDocuments: ({ tenantId }) => this.#call(tenantId, { documents: [], unreadable: [], isLast: true }),
      standingTransactions: ({ tenantId }) =>
        this.#call(tenantId, { documents: [], unreadable: [], isLast: true }),
      billPayments: ({ tenantId }) => this.#call(tenantId, { payments: [], unreadable: [], isLast: true }),
      changedDocuments: ({ tenantId }) =>
        this.#call(tenantId, { documents: [], unreadable: [], isLast: true }),
      createDocuments: ({ tenantId }, _type, documents) =>
        this.#call(
          tenantId,
          documents.map(({ reference }) => {
            if (this.posted.has(reference)) throw new Error(`${reference} was posted twice`);
            this.posted.add(reference);
            return { reference, id: `document of ${reference}` };
          }),
        ),
    };
    return answers as Xero;
  }

  async #call<Answer>(tenantId: string, answer: Answer): Promise<Answer> {
    this.#count(tenantId);
    await this.#time.sleep(this.#latency);
    this.#underWay.set(tenantId, (this.#underWay.get(tenantId) ?? 0) - 1);
    return answer;
  }

  #count(tenantId: string): void {
    const now = this.#time.now();
    const calls = this.#calls.get(tenantId) ?? [];
    this.#calls.set(tenantId, calls);
    while ((this.all[this.#minuteFrom] ?? now) <= now - MINUTE) this.#minuteFrom++;
    const inMinute = this.all.length - this.#minuteFrom;
    const isOver =
      (this.#underWay.get(tenantId) ?? 0) >= AT_ONCE ||
      calls.filter((at) => at > now - MINUTE).length >= this.#perMinute ||
      calls.length >= PER_DAY ||
      inMinute >= APP_PER_MINUTE;
    if (isOver) {
      this.refused++;
      throw new XeroError('throttled');
    }
    calls.push(now);
    this.all.push(now);
    this.mostInAMinute = Math.max(this.mostInAMinute, inMinute + 1);
    this.#underWay.set(tenantId, (this.#underWay.get(tenantId) ?? 0) + 1);
  }

  /** The shortest duration of the calls of the busiest organisation or of all; those of the last minute run at once. */
  get boundSeconds(): number {
    const busiest = Math.max(...[...this.#calls.values()].map(({ length }) => length));
    const ofOne = Math.floor((busiest - 1) / PER_MINUTE) * 60;
    const ofAll = (this.all.length / APP_PER_MINUTE) * 60;
    return Math.max(ofOne, ofAll);
  }
}

/**
 * Posts all due payments; returns the measurements.
 * @param checks runs the nightly check of all entities at the same time.
 */
export async function measureThroughput(size: Size, checks = false): Promise<Throughput> {
  const time = new VirtualTime(START);
  const random = new Random(1);
  const clock = { now: () => time.now() };
  const table = createMemoryTable(clock);
  const contacts = await populate(table, random, size);

  const xero = new StrictXero(time, contacts, size);
  const waiting: QueueMessage[] = [];
  const checksWaiting: QueueMessage[] = [];
  const failures: unknown[] = [];
  const queue = {
    send: async (messages: readonly QueueMessage[]) => void waiting.push(...messages),
    sendToDeadLetters: async (message: QueueMessage) => void failures.push(message),
  };
  const services = {
    ...(await createTestApp({ table: slow(table, time, size.tableMs), xero: () => xero.port, queue })),
    clock,
    vault,
    timers: { sleep: (ms: number) => time.sleep(ms), abortAfter: () => new AbortController().signal },
    ids: { uuid: () => random.uuid(), secret: () => random.uuid() },
    log: {
      info: () => {},
      warn: () => {},
      error: (_message: string, fields?: object) => void failures.push(fields),
    },
  };
  await time.run(findDue({ ...services, table })({ today: businessDate(START) }, lambda(900_000)));

  const checkQueue = {
    ...queue,
    send: async (messages: readonly QueueMessage[]) => void checksWaiting.push(...messages),
  };
  if (checks) {
    const finding = findChecks({ ...services, table, queue: checkQueue });
    await time.run(finding({ today: businessDate(START) }, lambda(900_000)));
  }
  const began = time.now();
  const posting = workAll(time, waiting, syncWorker(services), jobs['sync-worker']);
  const checking = workAll(time, checksWaiting, checkWorker(services), jobs['ledger-worker']);
  await time.run(Promise.all([posting, checking]).then(() => undefined));
  if (failures.length > 0) throw new Error(`Something failed: ${JSON.stringify(failures[0])}`);
  return {
    posted: xero.posted.size,
    calls: xero.all.length,
    refused: xero.refused,
    mostInAMinute: xero.mostInAMinute,
    seconds: (time.now() - began) / 1000,
    boundSeconds: xero.boundSeconds,
  };
}

const vault = { seal: async (text: string) => text, open: async (text: string) => text };

const lambda = (remaining: number) => ({
  ...lambdaContext('job', 0),
  getRemainingTimeInMillis: () => remaining,
});

/** Processes the queue: one message per group at a time, and as many groups as the row allows. */
async function workAll(
  time: VirtualTime,
  messages: readonly QueueMessage[],
  worker: ReturnType<typeof syncWorker>,
  { timeoutSeconds, trigger }: (typeof jobs)['sync-worker' | 'ledger-worker'],
): Promise<void> {
  const groups = [...Map.groupBy(messages, ({ group }) => group).values()];
  const work = async (): Promise<void> => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      const [message] = group.splice(0, 1);
      if (!message) continue;
      await time.sleep(20);
      await worker(eventOf([message]), lambda(timeoutSeconds * 1000));
      if (group.length > 0) groups.push(group);
    }
  };
  await Promise.all(Array.from({ length: trigger.concurrency }, work));
}

/** Returns the table with a latency. */
function slow(table: Table, time: VirtualTime, ms: number): Table {
  return {
    get: async (...asked) => {
      await time.sleep(ms);
      return table.get(...asked);
    },
    getMany: async (...asked) => {
      await time.sleep(ms);
      return table.getMany(...asked);
    },
    query: async (...asked) => {
      await time.sleep(ms);
      return table.query(...asked);
    },
    write: async (...asked) => {
      await time.sleep(ms);
      return table.write(...asked);
    },
    transact: async (...asked) => {
      await time.sleep(2 * ms);
      return table.transact(...asked);
    },
  };
}

/**
 * Creates an entity per Xero organisation, with schedules in long use that each have a due payment and a contact of their
 * own. Returns the contacts by organisation.
 */
async function populate(
  table: Table,
  random: Random,
  { organisations, schedules, crashes = 0, isTracked = false }: Size,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const contacts = new Map<string, string[]>();
  const tenantId = random.uuid();
  const createdAt = '2025-01-01T00:00:00.000Z';
  await table.transact(
    newTenantWrites({ tenantId, name: 'T', ownerId: random.uuid(), createdAt }, LOCAL_SIZES),
  );
  const maximum = organisations * schedules;
  await table.write({ update: keys.organisation(tenantId), set: { maximum } });
  for (let number = 1; number <= organisations; number++) {
    const entityId = random.uuid();
    await createEntity(table, allEntities(tenantId), {
      entityId,
      name: `Entity ${number}`,
      chunkKey: 'secret',
      createdAt,
    });
    const authorisationId = random.uuid();
    const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresInSeconds: 86_400 };
    await keepAuthorisation(
      table,
      {
        authorisationId,
        entityId,
        xeroUserId: null,
        connections: [],
        ...(await sealTokens(vault, authorisationId, tokens, START)),
        lost: false,
        version: 1,
      },
      { userId: 'user', sessionId: 'session', tenantId },
    );
    const link = { tenantId: random.uuid() as XeroTenantId, authorisationId, name: 'X', shortCode: '!x' };
    const unlinked = await ownEntity(table, allEntities(tenantId), entityId);
    await linkEntity(table, unlinked, link, [useAuthorisation(authorisationId)]);
    const entity = await ownEntity(table, allEntities(tenantId), entityId);
    if (isTracked) {
      const north = {
        categoryId: 'division',
        optionId: 'north',
        category: 'Division',
        option: 'North block',
      };
      const lines = 'profit-and-loss';
      const tracking = { xeroTenantId: link.tenantId, chosen: [north], lines, isRequired: true } as const;
      await saveTracking(table, entity, { ...tracking, chosen: [north] }, []);
    }
    const own: string[] = [];
    for (let index = 0; index < schedules; index++)
      own.push(await addSchedule(table, random, entity, link.tenantId, crashes));
    contacts.set(link.tenantId, own);
    // As the check of the night before left them.
    const before = START - 20 * 60 * MINUTE;
    await cacheRead(table, link, 'lock-date', { json: 'null', now: before });
    const active = new Set(own);
    await keepContacts(table, link, { asked: active, active }, before);
  }
  return contacts;
}

async function addSchedule(
  table: Table,
  random: Random,
  entity: Awaited<ReturnType<typeof ownEntity>>,
  xeroTenantId: string,
  crashes: number,
): Promise<string> {
  const today = businessDate(START);
  const schedule = await createSchedule(table, entity, {
    scheduleId: random.uuid(),
    name: 'Delivery truck',
    terms: {
      loanAmount: cents(5_000_000),
      frequency: 'monthly',
      startDate: addDays(today, 0),
      firstPaymentOnStartDate: true,
      administrationFee: cents(0),
      rows: [{ id: random.uuid(), qty: 60, amount: cents(100_000) }],
    },
    autoSyncSince: calendarDate('2025-01-01'),
    createdAt: '2025-01-01T00:00:00.000Z',
  });
  const contactId = random.uuid();
  await saveSchedule(table, entity, schedule, {
    xeroConnected: true,
    accounts: Object.fromEntries(MAPPING_FIELDS.map((field) => [field, random.uuid()])),
    contact: { xeroTenantId, contactId },
  });
  const set = { attempts: crashes, crashes, since: START };
  await table.write({ update: keys.due(schedule.scheduleId), set });
  return contactId;
}
