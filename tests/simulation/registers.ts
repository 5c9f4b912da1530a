/**
 * Registers in the simulation: people and auto posting post entries, take them back, and change registers; each journal
 * is in Xero once and known.
 */
import { addDays, businessDate, calendarDate, dateOf } from '../../domain/calendar.ts';
import { amountOf, isOutOfDate } from '../../domain/registers/entries.ts';
import type { ChangeSent } from '../../functions/api/register.ts';
import { postDueEntries } from '../../functions/auto-sync/post-entries.ts';
import { postEntries, reverseEntry } from '../../functions/posting/registers.ts';
import { reconcile } from '../../functions/posting/protocol/reconcile.ts';
import { runPosting } from '../../functions/posting/protocol/run-posting.ts';
import { ownEntity } from '../../functions/records/entities/entity.ts';
import { changeWrite } from '../../functions/records/registers/changes.ts';
import { readEntries, sentEntry } from '../../functions/records/registers/entries.ts';
import {
  findRegister,
  type OwnedRegister,
  ownRegister,
  type StoredRegister,
} from '../../functions/records/registers/register.ts';
import { saveRegister, saveRegisters } from '../../functions/records/registers/register-writes.ts';
import { readState, statedEntries } from '../../functions/records/registers/state.ts';
import type { Table } from '../../functions/store/table.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';
import { withChange } from '../../functions/registers/changed-register.ts';
import { readForChange } from '../../functions/registers/register-state.ts';
import type { Actor } from '../../functions/access/actor.ts';
import { act, type Act, isAccessLost, type Task, USER } from './actors.ts';
import type { Weather } from './process.ts';
import { Random } from './random.ts';
import { accountWithCode, type SimulatedSchedule, type World } from './world.ts';

interface SimulatedRegister {
  readonly entityId: string;
  readonly registerId: string;
  readonly kind: StoredRegister['kind'];
  readonly accounts: Readonly<Record<string, string>>;
  /** Entries that were requested. */
  readonly asked: Set<number>;
}

/** The registers of a world. It draws its own random numbers, so that other worlds draw the same ones as without it. */
export interface SimulatedRegisters {
  readonly random: Random;
  readonly all: SimulatedRegister[];
}

export const newRegisters = (seed: number): SimulatedRegisters => ({
  random: new Random(seed + 2 ** 28),
  all: [],
});

/** An amount of 12 to 24 months, or a loan of up to 7 years. */
function arbitraryRegister(world: World, { random }: SimulatedRegisters) {
  if (random.chance(0.3)) {
    const loanYear = random.between(2019, 2024);
    const accounts = {
      loan: accountWithCode(world, '900'),
      interestIncome: accountWithCode(world, '270'),
      dividend: accountWithCode(world, '970'),
    };
    const facts = {
      borrower: 'A. Borrower',
      loanYear,
      term: random.between(1, 7),
      secured: null,
      agreementDate: null,
      lodgmentDay: null,
      amounts: [{ date: dateOf(loanYear, 3, 1), amount: random.between(100_000, 9_000_000) / 100, note: '' }],
    };
    return { kind: 'division-7a', facts, accounts } as const;
  }
  const accounts = { deferred: accountWithCode(world, '620'), recognised: accountWithCode(world, '433') };
  const from = addDays(calendarDate('2024-01-01'), random.between(0, 400));
  const facts = {
    direction: 'expense',
    purpose: 'prepayment',
    amount: random.between(1, 2_000_000) / 100,
    from,
    to: addDays(from, random.between(20, 700)),
    frequency: random.pick(['monthly', 'monthly', 'quarterly'] as const),
    scheduleId: null,
    deductibleShare: null,
    supplier: '',
    reference: '',
  } as const;
  return { kind: 'spread', facts, accounts } as const;
}

/** A user creates a register with its accounts; auto posting may be on. */
async function addRegister(world: World, table: Table, entityId: string, tenantId: string): Promise<void> {
  const { registers, time } = world;
  if (registers === null) return;
  const { random } = registers;
  const { kind, facts, accounts } = arbitraryRegister(world, registers);
  const registerId = random.uuid();
  const autoPost = random.chance(0.5);
  const register: StoredRegister = {
    registerId,
    kind,
    name: `Register ${registerId.slice(0, 4)}`,
    facts,
    accounts,
    postFrom: random.chance(0.3) ? calendarDate('2024-09-01') : null,
    autoPost,
    autoPostSince: autoPost ? calendarDate('2024-11-01') : null,
    archived: false,
    changeNumber: 0,
    fileBytes: 0,
    openIntents: 0,
    postingNumbers: new Set(),
    postedNumbers: new Set(),
    version: 1,
    createdAt: new Date(time.now()).toISOString(),
  };
  const entity = await ownEntity(table, allEntities(tenantId), entityId);
  await saveRegisters(table, entity, [{ registerId, before: null, after: register }]);
  registers.all.push({ entityId, registerId, kind, accounts, asked: new Set() });
}

/** Creates one or two registers of each entity. */
export async function populateRegisters(world: World): Promise<void> {
  const { registers, schedules } = world;
  if (registers === null) return;
  for (const [entityId, some] of Map.groupBy(schedules, (schedule) => schedule.entityId)) {
    const count = registers.random.between(1, 2);
    for (let index = 0; index < count; index++) {
      await addRegister(world, world.table, entityId, some[0]?.tenantId ?? '');
    }
  }
}

const MOST_ENTRIES = 24;

/** A user posts one entry, or all up to one; often the same few, so that runs collide. */
function postTask({ random }: SimulatedRegisters, { registerId, asked }: SimulatedRegister): Task {
  const upTo = random.chance(0.5) ? 3 : random.between(1, MOST_ENTRIES);
  const all = Array.from({ length: upTo }, (_each, index) => index + 1);
  const numbers = random.chance(0.6) ? all : [random.pick(all)];
  return async ({ process, deadlines }, { entity }) => {
    for (const number of numbers) asked.add(number);
    await postEntries(process.services, { entity, userId: USER, deadlines }, [{ registerId, numbers }]);
  };
}

/** The job posts what is due of all registers of the entity. */
function autoPostTask(world: World, { entityId }: SimulatedRegister): Task {
  const own = world.registers?.all.filter((one) => one.entityId === entityId) ?? [];
  return ({ process, deadlines }) =>
    postDueEntries(
      process.services,
      {
        kind: 'journals',
        registerIds: own.map(({ registerId }) => registerId),
        today: businessDate(world.time.now()),
        isManual: true,
      },
      deadlines,
    );
}

/** A user takes an entry back, which is posted again if it was asked for. */
function reverseTask({ random }: SimulatedRegisters, { registerId }: SimulatedRegister): Task {
  const isMirror = random.chance(0.5);
  const place = random.bits();
  return async ({ process, deadlines }, { entity }) => {
    const register = await ownRegister(process.services.table, entity, registerId);
    const posted = [...register.postedNumbers].toSorted((one, other) => one - other);
    const number = posted[place % Math.max(posted.length, 1)];
    if (number === undefined) return;
    const mirrorOn = isMirror ? calendarDate('2025-05-31') : null;
    await reverseEntry(
      process.services,
      { entity, userId: USER, deadlines },
      { registerId, number, mirrorOn },
    );
  };
}

function arbitraryChange({ random }: SimulatedRegisters, { kind }: SimulatedRegister): ChangeSent {
  const date = addDays(calendarDate('2024-06-01'), random.between(0, 500));
  const amount = random.between(100, 2_000_000) / 100;
  const note = '';
  if (kind === 'division-7a') {
    const by = random.pick(['cash', 'dividend'] as const);
    return { kind: 'repayment', date, amount, by, resolvedOn: date, documentId: null, note };
  }
  const what = random.pick(['amount', 'end', 'write-off'] as const);
  if (what === 'amount') return { kind: 'amount', from: date, total: amount, note };
  if (what === 'end') return { kind: 'end', from: date, to: addDays(date, random.between(0, 300)), note };
  return { kind: 'write-off', date, note };
}

/** A user records a change: it may be refused since an entry is posted, or since another change came first. */
function changeTask(world: World, registers: SimulatedRegisters, simulated: SimulatedRegister): Task {
  const sent = arbitraryChange(registers, simulated);
  const { registerId } = simulated;
  return async ({ process: { services }, deadlines }, { entity }) => {
    const { table } = services;
    const today = businessDate(world.time.now());
    const actor = { userId: USER } as Actor;
    const read = await ownRegister(table, entity, registerId);
    const state = await readForChange(services, { actor, entity, today, deadlines }, read);
    const { number, change } = withChange(state, sent);
    const createdBy = { id: USER, name: 'A user' };
    const createdAt = new Date(world.time.now()).toISOString();
    await saveRegister(table, entity, state.register, { changeNumber: number }, [
      changeWrite(entity.entityId, { registerId, number, change, createdAt, createdBy }),
    ]);
  };
}

/** A user switches auto posting, or gives another name. */
function settingsTask(world: World, { random }: SimulatedRegisters, { registerId }: SimulatedRegister): Task {
  const name = `Renamed ${random.between(1, 99)}`;
  const autoPost = random.chance(0.5);
  return async ({ process: { services } }, { entity }) => {
    const register = await ownRegister(services.table, entity, registerId);
    const autoPostSince = autoPost ? businessDate(world.time.now()) : null;
    await saveRegister(services.table, entity, register, { name, autoPost, autoPostSince });
  };
}

/** A schedule of the register's entity that no restore loses: a task names one. */
const scheduleBeside = (
  { schedules }: World,
  { entityId }: SimulatedRegister,
): SimulatedSchedule | undefined => schedules.find((schedule) => schedule.entityId === entityId);

/** Returns something that happens to a register; null where nothing does. */
export function happeningOfRegisters(world: World, weather: Weather): (() => Promise<unknown>) | null {
  const { registers } = world;
  if (registers === null || !registers.random.chance(0.5)) return null;
  const { random } = registers;
  const simulated = random.pick(registers.all);
  const schedule = scheduleBeside(world, simulated);
  if (!schedule) return null;
  const isJob = random.chance(0.3);
  const doing = (name: string, task: Task) => () =>
    act(world, schedule, { name: `${name} ${simulated.registerId.slice(0, 4)}`, weather, isJob, task });
  const dice = random.between(1, 100);
  if (dice <= 20) {
    const together = [
      doing('post entries', postTask(registers, simulated)),
      doing('change', changeTask(world, registers, simulated)),
      doing('auto post', autoPostTask(world, simulated)),
    ];
    // A change may come first, or between the plan of a posting and its first write.
    const delays = together.map(() => random.pick([0, random.between(0, 2_000)]));
    return () =>
      Promise.all(together.map((begin, index) => world.time.sleep(delays[index] ?? 0).then(begin)));
  }
  if (dice <= 40) return doing('post entries', postTask(registers, simulated));
  if (dice <= 55) return doing('auto post', autoPostTask(world, simulated));
  if (dice <= 75) return doing('reverse an entry', reverseTask(registers, simulated));
  if (dice <= 90) return doing('change', changeTask(world, registers, simulated));
  if (dice <= 95) return doing('set', settingsTask(world, registers, simulated));
  return doing('add a register beside', ({ process: { services } }) =>
    addRegister(world, services.table, simulated.entityId, schedule.tenantId),
  );
}

/** Settles what is open, chooses accounts that an unlink has taken, and posts every entry that was asked for. */
export async function calmRegisters(
  world: World,
  insist: (schedule: SimulatedSchedule, name: string, task: Act['task']) => Promise<unknown>,
): Promise<void> {
  for (const simulated of world.registers?.all ?? []) {
    const schedule = scheduleBeside(world, simulated);
    if (!schedule) continue;
    await insist(schedule, 'calm entries', calmTask(simulated));
  }
}

const calmTask =
  ({ registerId, accounts, asked }: SimulatedRegister): Task =>
  async ({ process: { services }, deadlines }, { entity }) => {
    const { table } = services;
    if ((await findRegister(table, entity, registerId)) === null) return;
    const request = { entity, userId: USER, deadlines };
    await runPosting(services, request, async (context) => {
      const { problems } = await reconcile(context, [registerId]);
      for (const problem of problems.values()) throw problem;
    });
    const register = await ownRegister(table, entity, registerId);
    if (register.openIntents > 0 || entity.xero === null) return;
    if (Object.keys(register.accounts).length === 0) {
      await saveRegister(table, entity, register, { accounts: { ...accounts } });
    }
    if (asked.size === 0) return;
    const [result] = await postEntries(services, request, [{ registerId, numbers: [...asked] }]);
    if (result?.failure) throw result.failure;
    for (const outcome of result?.outcomes.values() ?? []) {
      if (outcome.kind !== 'posted' && isAccessLost(outcome.reason)) throw outcome.reason;
    }
  };

/** Checks every register at the end. One that a restore has lost has nothing to be checked by. */
export async function checkRegisters(world: World): Promise<void> {
  const { registers, table, schedules } = world;
  for (const simulated of registers?.all ?? []) {
    const tenantId = schedules.find(({ entityId }) => entityId === simulated.entityId)?.tenantId ?? '';
    const entity = await ownEntity(table, allEntities(tenantId), simulated.entityId);
    const register = await findRegister(table, entity, simulated.registerId);
    if (register) await checkRegister(world, simulated, tenantId, register);
  }
}

async function checkRegister(
  world: World,
  { registerId, asked, accounts }: SimulatedRegister,
  tenantId: string,
  register: OwnedRegister,
): Promise<void> {
  const { table, core, failures, retokened, time } = world;
  const fail = (what: string): void => void failures.push(`register ${registerId.slice(0, 4)}: ${what}`);
  if (register.openIntents !== 0 || register.postingNumbers.size > 0) {
    fail(`counts ${register.openIntents} open entries`);
  }
  const { worked, stored } = await readState(table, tenantId, register, businessDate(time.now()));
  const items = await readEntries(table, register);
  const posted = [...stored.values()].filter(({ state }) => state === 'posted');
  const numbersOf = (some: Iterable<number>): string =>
    [...some].toSorted((one, other) => one - other).join();
  if (numbersOf(posted.map(({ number }) => number)) !== numbersOf(register.postedNumbers)) {
    fail(`says that ${numbersOf(register.postedNumbers)} are posted`);
  }
  for (const entry of statedEntries(register, worked.entries)) {
    const { number, state } = entry;
    if (state === 'open' && asked.has(number)) fail(`entry ${number} was requested, but is not in Xero`);
    const item = stored.get(number);
    const sent = item ? sentEntry(item) : null;
    // A restore loses changes of the time since the backup, while what was posted after them stays.
    const mayDiffer = worked.domain.alteredEntry === 'mark' || world.restores.length > 0;
    if (sent && !mayDiffer && isOutOfDate(sent, entry)) fail(`entry ${number} is not what the facts give`);
  }
  const known = new Map(
    items.flatMap(({ documentId, document }) =>
      documentId === null ? [] : [[documentId, withoutRestores(document.reference)]],
    ),
  );
  const inXero = [...core.state.records.manualJournals.values()].flatMap((journal) => {
    const text = retokened.get(journal.id) ?? journal.narration;
    const reference = new RegExp(`PD-${registerId}-J[^\\]\\s]+`).exec(text)?.[0];
    return reference === undefined ? [] : [{ ...journal, reference }];
  });
  const answered = new Set(
    table
      .items()
      .flatMap((item) => (item.sk.startsWith('XU#') && item['answer'] ? [item['documentId']] : [])),
  );
  for (const [reference, all] of Map.groupBy(inXero, (journal) => journal.reference)) {
    if (all.length > 1) fail(`${reference} is in Xero ${all.length} times`);
  }
  for (const { id, status, reference } of inXero) {
    if (status !== 'POSTED' || answered.has(id)) continue;
    if (known.get(id) !== withoutRestores(reference)) fail(`${reference} is in Xero, but not flagged`);
  }
  const ids = new Set(inXero.map(({ id }) => id));
  for (const [id, reference] of known) if (!ids.has(id)) fail(`${reference} is flagged, but not in Xero`);
  if (world.meddled) return;
  for (const [role, accountId] of Object.entries(accounts)) {
    const held = inXero
      .filter(({ status }) => status === 'POSTED')
      .flatMap(({ lines }) => lines.filter((line) => line.accountId === accountId))
      .reduce((sum, { cents }) => sum + cents, 0);
    const expected = posted
      .flatMap(({ lines }) => lines.filter((line) => line.role === role))
      .reduce((sum, { amount }) => sum + amount, 0);
    if (held !== expected) fail(`its journals hold ${held} instead of ${expected} as ${role}`);
  }
  for (const entry of posted) {
    if (amountOf(entry) === 0) fail(`entry ${entry.number} of 0.00 is in Xero`);
  }
}

const withoutRestores = (reference: string): string => reference.replace(/g\d+$/, '');
