/** Tracking in the simulation: people choose, rename and archive options, and each document has a choice that was in force. */
import { saveTracking } from '../../functions/records/entities/entity.ts';
import { saveSchedule } from '../../functions/records/schedules/schedule.ts';
import type { TrackedLines, TrackingOption } from '../../domain/journal/tracking.ts';
import { trackingKey } from '../../domain/journal/tracking.ts';
import type { Table, Write } from '../../functions/store/table.ts';
import type { DocumentLine } from '../../scripts/simulators/xero/core/records.ts';
import { act } from './actors.ts';
import { CALM } from './process.ts';
import { Random } from './random.ts';
import type { SimulatedSchedule, World } from './world.ts';

const MINUTE = 60_000;

export interface Chosen<Choice> {
  readonly at: number;
  /** The entity or the schedule. */
  readonly id: string;
  readonly choice: Choice;
}

interface EntityChoice {
  readonly chosen: readonly TrackingOption[];
  readonly lines: TrackedLines;
}

/** The tracking choices of a world. It draws its own random numbers, so that other worlds draw the same ones as without it. */
export interface SimulatedTracking {
  readonly random: Random;
  readonly entities: Chosen<EntityChoice>[];
  readonly schedules: Chosen<readonly TrackingOption[] | null>[];
  /** The times at which an option was archived, renamed or restored, by its id. */
  readonly changed: { readonly at: number; readonly id: string }[];
  /** The times at which bytes were frozen, by the reference of their document. */
  readonly frozen: Map<string, number[]>;
}

export const newTracking = (seed: number): SimulatedTracking => ({
  random: new Random(seed + 2 ** 29),
  entities: [],
  schedules: [],
  changed: [],
  frozen: new Map(),
});

const REFERENCE = /PD-[0-9a-f-]{36}-[\w./]+/g;

/** Notes when the bytes of documents are written. */
export function notingFrozen(table: Table, tracking: SimulatedTracking, now: () => number): Table {
  const note = (writes: readonly Write[]): void => {
    for (const write of writes) {
      const text = JSON.stringify(write);
      if (!text.includes('LineItems') && !text.includes('JournalLines')) continue;
      for (const [reference] of text.matchAll(REFERENCE)) {
        const times = tracking.frozen.get(reference) ?? [];
        tracking.frozen.set(reference, [...times, now()]);
      }
    }
  };
  return {
    ...table,
    get: (...asked) => table.get(...asked),
    getMany: (...asked) => table.getMany(...asked),
    query: (...asked) => table.query(...asked),
    write: (write) => {
      note([write]);
      return table.write(write);
    },
    transact: (writes) => {
      note(writes);
      return table.transact(writes);
    },
  };
}

const categoriesOf = ({ core, xeroTenantId }: World) =>
  [...core.state.records.trackingCategories.values()].filter(({ tenantId }) => tenantId === xeroTenantId);

/** One or two options of different categories, whatever their state is. */
function arbitraryOptions(world: World, { random }: SimulatedTracking) {
  const [first, second] = categoriesOf(world);
  const options = [first, ...(random.chance(0.4) ? [second] : [])].flatMap((category) => {
    if (!category) return [];
    const option = random.pick(category.options.slice(0, 2));
    const names = { category: category.name, option: option.name };
    return [{ categoryId: category.id, optionId: option.id, ...names }];
  });
  return options;
}

/** People choose for an entity: an option always, so that a document without one has lost it. */
export async function chooseForEntity(world: World, schedule: SimulatedSchedule): Promise<void> {
  const { tracking, xeroTenantId, time } = world;
  if (tracking === null) return;
  const chosen = arbitraryOptions(world, tracking);
  const lines = tracking.random.pick(['profit-and-loss', 'all'] as const);
  await act(world, schedule, {
    name: 'choose for the entity',
    weather: CALM,
    isJob: false,
    task: async ({ process: { services } }, { entity }) => {
      const choice = { chosen, lines };
      tracking.entities.push({ at: time.now(), id: schedule.entityId, choice });
      const saved = { xeroTenantId, isRequired: true, ...choice };
      await saveTracking(services.table, entity, saved, []);
    },
  });
}

async function chooseForSchedule(world: World, simulated: SimulatedSchedule): Promise<void> {
  const { tracking, xeroTenantId, time } = world;
  if (tracking === null) return;
  const chosen = tracking.random.chance(0.3) ? null : arbitraryOptions(world, tracking);
  await act(world, simulated, {
    name: 'choose for the schedule',
    weather: CALM,
    isJob: false,
    task: async ({ process: { services } }, { entity, schedule }) => {
      tracking.schedules.push({ at: time.now(), id: simulated.scheduleId, choice: chosen });
      const own = chosen && { xeroTenantId, chosen };
      await saveSchedule(services.table, entity, schedule, { tracking: own });
    },
  });
}

/** People in Xero archive, restore and rename options; two may swap their names. */
function changeOptions(world: World): void {
  const { tracking, time } = world;
  const [division] = categoriesOf(world);
  if (tracking === null || !division) return;
  const { random } = tracking;
  const change = (id: string, patch: object): void => {
    tracking.changed.push({ at: time.now(), id });
    world.control('PATCH', `tracking/${id}`, patch);
  };
  const [one, other] = division.options;
  if (!one || !other) return;
  const option = random.pick([one, other]);
  const what = random.pick(['archive', 'restore', 'rename', 'swap'] as const);
  world.trace(`a person in Xero does ${what} of ${option.name}`);
  if (what === 'archive') change(option.id, { status: 'ARCHIVED' });
  if (what === 'restore') change(option.id, { status: 'ACTIVE' });
  if (what === 'rename')
    change(option.id, { name: `Block ${random.between(1, 9)} ${option.id.slice(0, 4)}` });
  if (what === 'swap') {
    change(one.id, { name: other.name });
    change(other.id, { name: one.name });
  }
}

/** Returns something that happens to tracking; null where nothing does. */
export function happeningOfTracking(
  world: World,
  schedule: SimulatedSchedule,
): (() => Promise<unknown>) | null {
  const { tracking } = world;
  if (tracking === null || !tracking.random.chance(0.3)) return null;
  const dice = tracking.random.between(1, 100);
  if (dice <= 30) return () => chooseForEntity(world, schedule);
  if (dice <= 60) return () => chooseForSchedule(world, schedule);
  return async () => changeOptions(world);
}

/** People restore what is archived, so that everything asked for can be posted. */
export function restoreOptions(world: World): void {
  const { tracking, time } = world;
  if (tracking === null) return;
  for (const { options } of categoriesOf(world)) {
    for (const { id, status } of options.slice(0, 2)) {
      if (status === 'ACTIVE') continue;
      tracking.changed.push({ at: time.now(), id });
      world.control('PATCH', `tracking/${id}`, { status: 'ACTIVE' });
    }
  }
}

/** A run may have begun so long before its documents are frozen, and a call may arrive so long after. */
const RUN_MS = 15 * MINUTE;

/**
 * Returns the choices that were in force at some time from `from` to `to`.
 * @param runMs a run may have read its choice so long before `from`.
 */
export function inForce<Choice>(
  all: readonly Chosen<Choice>[],
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
  runMs = RUN_MS,
): Choice[] {
  const own = all.filter((one) => one.id === id);
  return own.flatMap(({ at, choice }, index) => {
    const end = own[index + 1]?.at ?? Infinity;
    return at <= to && end + runMs >= from ? [choice] : [];
  });
}

/** Each posted document carries a choice that was in force when its bytes were frozen, on exactly the lines of the rule. */
export function checkTracking(world: World): void {
  const { tracking, core, restores, retokened, failures } = world;
  if (tracking === null) return;
  const { bankTransactions, manualJournals, accounts } = core.state.records;
  const documents = [
    ...[...bankTransactions.values()].map(({ reference, ...one }) => ({ ...one, text: reference })),
    ...[...manualJournals.values()].map(({ narration, ...one }) => ({ ...one, text: narration })),
  ].flatMap(({ id, lines, text, createdAt }) => {
    const [reference] = (retokened.get(id) ?? text).match(REFERENCE) ?? [];
    return reference === undefined ? [] : [{ reference, lines, createdAt }];
  });
  const byReference = new Map(documents.map((one) => [one.reference, one]));
  const isProfitAndLoss = ({ accountId }: DocumentLine): boolean =>
    ['EXPENSE', 'REVENUE'].includes(accounts.get(accountId)?.class ?? '');
  for (const { reference, lines, createdAt } of documents) {
    const owner = reference.slice(3, 39);
    const simulated = world.schedules.find(({ scheduleId }) => scheduleId === owner);
    const original = byReference.get(reference.replace(/R(g\d+)?$/, '$1'));
    if (/R(?:g\d+)?$/.test(reference)) {
      const keys = (some: readonly DocumentLine[] = []): string =>
        some
          .map((line) => `${line.accountId} ${trackingKey(line.tracking)}`)
          .toSorted()
          .join();
      if (original && keys(original.lines) !== keys(lines)) failures.push(`${reference} lost its tracking`);
      continue;
    }
    // A correction carries the tracking of others too, and adjusting journals that of several loans.
    if (!simulated || /CJ(?:g\d+)?$/.test(reference)) continue;
    const frozen = tracking.frozen.get(reference) ?? [];
    const from = restores.length > 0 ? 0 : Math.min(...frozen);
    const window = { from, to: Math.max(createdAt, ...frozen) };
    const own = [null, ...inForce(tracking.schedules, owner, window)];
    const fits = inForce(tracking.entities, simulated.entityId, window).some((usual) =>
      own.some((choice) => {
        const key = trackingKey(choice ?? usual.chosen);
        return lines.every(
          (line) =>
            trackingKey(line.tracking) === (usual.lines === 'all' || isProfitAndLoss(line) ? key : ''),
        );
      }),
    );
    // Xero may post a line without an option that people archived on the way.
    const isChanged = tracking.changed.some(({ at }) => at >= window.from - RUN_MS && at <= window.to);
    const isDropped = isChanged && lines.some(({ tracking: options }) => options.length === 0);
    if (!fits && !isDropped) failures.push(`${reference} carries no tracking that was in force`);
  }
}
