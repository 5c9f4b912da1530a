/*
 * The cost of reports: the year-end pack of 4,000 loans in every format, in processor time and memory, each in a process
 * of its own with the heap of a function; and the forecast, the attention board and the work list of 200 linked entities
 * with 20 schedules each in read units, as DynamoDB itself counts them; and the attention board of the longest loans in
 * processor time, beside the forecast of the most payments that one answer works out and the work list and the board of
 * loans with a hundred changes each. Run by `node tests/bench/reports.ts`.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { MAPPING_FIELDS } from '../../domain/accounts/account-mapping.ts';
import { addDays, calendarDate } from '../../domain/calendar.ts';
import { type Contract, scheduleOf as contractWithEvents } from '../../domain/contract/contract.ts';
import type { ContractEvent } from '../../domain/event-kinds/kinds.ts';
import { cents } from '../../domain/money.ts';
import { listEntities } from '../../functions/records/entities/entity.ts';
import { forecastOf, monthsFrom } from '../../domain/reports/forecast.ts';
import { outlineOf } from '../../domain/reports/outline.ts';
import { forecastSource } from '../../functions/reports/forecast-source.ts';
import {
  attentionWrite,
  listAttention,
  NO_ATTENTION,
  scheduleAttentionWrite,
  statedWrite,
} from '../../functions/records/entities/attention.ts';
import { readDirectory } from '../../functions/records/entities/directory.ts';
import { listedEntityView } from '../../functions/views/listed-entity.ts';
import { listAttentionItems } from '../../functions/attention/attention-items.ts';
import { packFile } from '../../functions/reports/pack-file.ts';
import { readPack } from '../../functions/reports/pack.ts';
import { PACK_FORMATS, type PackFormat } from '../../functions/records/tenants/requested-reports.ts';
import { type ChunkOwner, chunkWrites } from '../../functions/records/entities/schedule-chunks.ts';
import { debtsWrite } from '../../functions/records/schedules/debts.ts';
import { projectionOf } from '../../functions/records/schedules/projection.ts';
import { newSchedule } from '../../functions/records/schedules/creation.ts';
import { itemOf, type StoredSchedule } from '../../functions/records/schedules/schedule-item.ts';
import {
  createDynamoClient,
  createDynamoTable,
  type UsedCapacity,
} from '../../functions/vendors/dynamodb/dynamo-table.ts';
import { keys } from '../../functions/store/keys.ts';
import type { Item, Write } from '../../functions/store/table.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { ensureTable } from '../../scripts/simulators/dynamodb/ensure-table.ts';
import { measured } from '../support/figures.ts';
import { startDynamoDb } from '../../scripts/simulators/dynamodb/server.ts';
import { sized } from '../support/command.ts';
import { LOCAL_TABLE, putItems } from '../support/table-copy.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

const ENTITIES = sized(200, 3);
const SCHEDULES_AN_ENTITY = 20;
/** Of a loan, the most that it may have. */
const CHANGES = 100;
const TENANT = 'f1a5e2d4-0000-4000-8000-000000000000';
const DATE = calendarDate('2026-06-30');
/** The heap that Node chooses on a machine of 1 GB, as a function has: 587 MB. On a larger one it frees memory later. */
const HEAP = '--max-heap-size=560';

const [format, output] = process.argv.slice(2).filter((argument) => argument !== '--smallest');
if (format === undefined) {
  if (!PACK_FORMATS.map(benchInOwnProcess).every((status) => status === 0)) process.exitCode = 1;
  await benchForecast();
  await benchBoard();
  await benchBudget();
  await benchChanged();
} else {
  await benchPack(format as PackFormat, output);
}
process.exit();

function benchInOwnProcess(each: PackFormat): number | null {
  return spawnSync(process.execPath, [HEAP, import.meta.filename, each, ...process.argv.slice(2)], {
    stdio: 'inherit',
  }).status;
}

/** @param file where the pack is written, for people to look at. */
async function benchPack(each: PackFormat, file: string | undefined): Promise<void> {
  const table = createMemoryTable({ now: Date.now });
  for (const item of practice()) await table.write({ put: item });
  const before = process.cpuUsage();
  const entities = await listEntities(table, allEntities(TENANT), { search: '' });
  const pack = await readPack(table, entities, {
    date: DATE,
    includeArchived: false,
    allCurrent: [],
    now: Date.now(),
  });
  const { bytes } = await packFile(pack, 'Byron & Co', each, Date.now());
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  if (file !== undefined) writeFileSync(file, bytes);
  console.log(`pack as ${each}: ${pack.loans.length} loans, ${(bytes.length / 1e6).toFixed(1)} MB file`);
  measured('packTime', seconds);
  measured('packMemory', megabytes);
}

/** Reads the board of two entities full of the longest loans, whose balances the statements of a year end ask for. */
async function benchBoard(): Promise<void> {
  const loans = sized(1500, 3);
  const table = createMemoryTable({ now: Date.now });
  for (const item of [1, 2].flatMap((number) => entityItems(number, longLoans(loans))))
    await table.write({ put: item });
  const read = () => listAttentionItems(table, allEntities(TENANT), calendarDate('2026-07-03'));
  const memory = process.memoryUsage().rss;
  const before = process.cpuUsage();
  const listed = await read();
  const { user, system } = process.cpuUsage(before);
  const grown = Math.max(0, process.memoryUsage().rss - memory) / 2 ** 20;
  console.log(`board of ${2 * loans} loans of 3,200 payments: ${listed.length} items`);
  measured('boardTime', (user + system) / 1e6);
  measured('boardMemory', grown);
}

/** Works out the forecast of as many payments as one answer may have: 125 loans of 3,200 payments. */
async function benchBudget(): Promise<void> {
  const loans = sized(125, 3);
  const table = createMemoryTable({ now: Date.now });
  for (const item of entityItems(1, longLoans(loans))) await table.write({ put: item });
  const before = process.cpuUsage();
  const forecast = forecastOf(
    await forecastSource(table, allEntities(TENANT), 'entity', calendarDate('2026-07-03')),
    monthsFrom('2026-07', 60),
  );
  const { user, system } = process.cpuUsage(before);
  console.log(`forecast of ${loans} loans of 3,200 payments: ${forecast.rows.length} rows`);
  measured('budgetTime', (user + system) / 1e6);
}

/** Reads the work list and the board of an organisation whose loans have the most changes: 4,000 of 100 each. */
async function benchChanged(): Promise<void> {
  const loans = sized(SCHEDULES_AN_ENTITY, 3);
  const table = createMemoryTable({ now: Date.now });
  const contracts = Array.from({ length: loans }, (_each, index) => changedContract(index));
  for (let number = 0; number < ENTITIES; number++) {
    const schedules = contracts.map((contract, index) => changedLoan(contract, index));
    for (const item of entityItems(number, schedules)) await table.write({ put: item });
    for (const [index, { scheduleId }] of schedules.entries()) {
      const contract = contracts[index];
      if (contract) await table.write(debtsWrite(scheduleId, contract));
    }
  }
  const seconds = async (read: () => Promise<unknown>): Promise<string> => {
    const before = process.cpuUsage();
    await read();
    const { user, system } = process.cpuUsage(before);
    return `${((user + system) / 1e6).toFixed(2)} s`;
  };
  const today = calendarDate('2026-07-03');
  const list = await seconds(async () => {
    const entries = await readDirectory(table, allEntities(TENANT));
    const context = { today, xeroWeb: '', names: new Map<string, string>(), attention: NO_ATTENTION };
    for (const entry of entries) await listedEntityView(table, entry, context);
  });
  const board = await seconds(() => listAttentionItems(table, allEntities(TENANT), today));
  console.log(`${ENTITIES * loans} loans with ${CHANGES} changes each: work list ${list}, board ${board}`);
}

/** A loan with a new rate every few days. */
function changedContract(index: number): Contract {
  const { terms } = scheduleOf(index, 'Lender');
  const changes = Array.from({ length: CHANGES }, (_each, number): ContractEvent => ({
    date: addDays(terms.startDate, 40 + 2 * number),
    postedThrough: 0,
    change: { kind: 'rate-change', interestRate: 5 + (number % 10), keep: 'term' },
  }));
  return contractWithEvents(terms, changes);
}

/** Not set up, so that the board needs its balance. */
function changedLoan(contract: Contract, index: number): StoredSchedule {
  const loan = scheduleOf(index, 'Lender');
  return { ...loan, xeroConnected: false, eventCount: CHANGES, outline: outlineOf(contract) };
}

function longLoans(count: number): StoredSchedule[] {
  return Array.from({ length: count }, (_each, index) => {
    const { terms, ...loan } = scheduleOf(index % SCHEDULES_AN_ENTITY, 'Lender');
    const rows = [{ id: crypto.randomUUID(), qty: 3200, amount: cents(Math.ceil(terms.loanAmount / 800)) }];
    return { ...loan, terms: { ...terms, frequency: 'weekly', rows } };
  });
}

async function benchForecast(): Promise<void> {
  const dynamoDb = await startDynamoDb({ port: 0 });
  const client = createDynamoClient({ endpoint: `http://127.0.0.1:${dynamoDb.port}`, region: 'local' });
  try {
    await ensureTable(client, LOCAL_TABLE);
    await putItems(client, practice());
    const used: UsedCapacity[] = [];
    const table = createDynamoTable({
      client,
      tableName: LOCAL_TABLE,
      onCapacity: (units) => used.push(units),
    });
    const unitsBy = async (groupBy: 'entity' | 'lender'): Promise<void> => {
      used.length = 0;
      const before = process.cpuUsage();
      const forecast = forecastOf(
        await forecastSource(table, allEntities(TENANT), groupBy, calendarDate('2026-07-03')),
        monthsFrom('2026-07', 60),
      );
      const { user, system } = process.cpuUsage(before);
      const seconds = ((user + system) / 1e6).toFixed(1);
      console.log(`forecast by ${groupBy}: ${forecast.rows.length} rows, ${seconds} s of processor time`);
      measured('forecastReads', unitsOf(used));
    };
    const unitsOfList = async (): Promise<void> => {
      used.length = 0;
      const [entries, attention] = await Promise.all([
        readDirectory(table, allEntities(TENANT)),
        listAttention(table, allEntities(TENANT)),
      ]);
      const context = { today: calendarDate('2026-07-03'), xeroWeb: '', names: new Map<string, string>() };
      const before = process.cpuUsage();
      const listed = await Promise.all(
        entries.map((entry) =>
          listedEntityView(table, entry, {
            ...context,
            attention: attention.get(entry.entity.entityId) ?? NO_ATTENTION,
          }),
        ),
      );
      const { user, system } = process.cpuUsage(before);
      console.log(
        `work list: ${listed.length} entities, ${((user + system) / 1e6).toFixed(1)} s of processor time`,
      );
      measured('workListReads', unitsOf(used));
    };
    const unitsOfAttention = async (): Promise<void> => {
      used.length = 0;
      const listed = await listAttentionItems(table, allEntities(TENANT), calendarDate('2026-07-03'));
      console.log(`attention: ${listed.length} items`);
      measured('attentionReads', unitsOf(used));
    };
    await unitsBy('entity');
    await unitsBy('lender');
    await unitsOfAttention();
    await unitsOfList();
  } finally {
    client.destroy();
    await dynamoDb.close();
  }
}

function unitsOf(used: readonly UsedCapacity[]): number {
  return used.reduce((sum, { units }) => sum + units, 0);
}

/** The items of an organisation: its entities, and their schedules from two to thirty years long. */
function practice(): Item[] {
  return Array.from({ length: ENTITIES }, (_entity, number) =>
    entityItems(
      number,
      Array.from({ length: SCHEDULES_AN_ENTITY }, (_each, index) =>
        scheduleOf(index, lenderName(number, index)),
      ),
    ),
  ).flat();
}

function entityItems(number: number, schedules: readonly StoredSchedule[]): Item[] {
  const entityId = crypto.randomUUID();
  const entity = {
    entityId,
    name: `Client ${number + 1} Pty Ltd`,
    version: 1,
    connected: 0,
    chunkKey: randomBytes(32).toString('base64url'),
    financialYearEnd: { month: 6, day: 30 },
    scheduleCount: schedules.length,
    payments: 0,
    fileBytes: 0,
    xero: {
      tenantId: crypto.randomUUID(),
      authorisationId: crypto.randomUUID(),
      name: `Client ${number + 1} Pty Ltd`,
      shortCode: '!a1B2c',
    },
    defaultAccounts: {
      bankAccountId: crypto.randomUUID(),
      interestExpenseAccountId: crypto.randomUUID(),
      administrationFeeId: crypto.randomUUID(),
    },
    responsibleUserId: crypto.randomUUID(),
    createdAt: '2026-01-01T00:00:00Z',
  };
  const created = schedules.map((schedule) => ({
    scheduleId: schedule.scheduleId,
    before: null,
    after: projectionOf(schedule),
  }));
  return [
    { ...keys.entity(TENANT, entityId), ...entity },
    ...chunkWrites({ tenantId: TENANT, ...entity }, created).map(newItem),
    ...attentionItems({ tenantId: TENANT, ...entity }, schedules),
    ...schedules.map((schedule) => itemOf(entityId, schedule)),
  ];
}

/** Returns the item that an update of a missing one makes. */
function newItem(write: Write): Item {
  if (!('update' in write)) throw new RangeError('Not an update');
  return { ...write.update, ...write.set };
}

/** Five lenders an entity, which no other entity has. */
function lenderName(entity: number, index: number): string {
  return `Lender ${index % 5} Finance of Client ${entity}`;
}

/** An entity's attention items: each loan has its statement, two have overdue payments, and its last check differs. */
function attentionItems(place: ChunkOwner, schedules: readonly StoredSchedule[]): Item[] {
  const overdue = {
    since: calendarDate('2026-06-15'),
    amount: cents(123_456),
    text: '2 payments since 15th Jun 2026 are not in Xero ($1,234.56).',
  };
  const balances = schedules.map(({ scheduleId }) => ({ scheduleId, stated: cents(1_234_567) }));
  const lastCheck = {
    obstacle: null,
    date: calendarDate('2026-07-02'),
    checkedAt: Date.parse('2026-07-02T03:04:05.678Z'),
    status: 'differs',
    difference: cents(123_456),
  } as const;
  const outOfBalance = {
    since: lastCheck.date,
    amount: null,
    text: 'Toyota HiLux 1 - Payments remaining is $1,234.56 over the contract.',
  };
  const writes = [
    statedWrite(place, 2026, balances),
    ...schedules
      .slice(0, 2)
      .map(({ scheduleId }) => scheduleAttentionWrite(place, scheduleId, [['overdue', overdue]])),
    attentionWrite(place, [['out-of-balance', outOfBalance]], { last: lastCheck, isReported: true }),
  ];
  const byKey = Map.groupBy(writes.map(newItem), ({ sk }) => sk);
  return [...byKey.values()].map((some) => ({ ...Object.assign({}, ...some), version: 1 }));
}

function scheduleOf(index: number, lender: string): StoredSchedule {
  const months = 24 + (index % 10) * 12;
  const isLong = index === SCHEDULES_AN_ENTITY - 1;
  const qty = isLong ? 360 : months;
  const terms = {
    loanAmount: cents(2_000_000 + index * 750_000),
    frequency: 'monthly',
    startDate: calendarDate(`2025-${String((index % 12) + 1).padStart(2, '0')}-15`),
    firstPaymentOnStartDate: false,
    administrationFee: cents(index % 3 === 0 ? 550 : 0),
    rows: [
      { id: crypto.randomUUID(), qty, amount: cents(Math.ceil(((2_000_000 + index * 750_000) * 1.3) / qty)) },
    ],
  } as const;
  return {
    ...newSchedule({
      scheduleId: crypto.randomUUID(),
      name: `Toyota HiLux ${index + 1}`,
      lender,
      contractNumber: `HP-${10_000_000 + index}`,
      terms: { ...terms, rows: [...terms.rows] },
      autoSyncSince: null,
      createdAt: '2026-01-01T00:00:00Z',
    }),
    xeroConnected: true,
    accounts: Object.fromEntries(MAPPING_FIELDS.map((field) => [field, crypto.randomUUID()])),
  };
}
