/**
 * A deterministic simulation of syncing: pages, jobs, the database and Xero in one process on virtual time, with
 * faults, deaths and restarts at every step. The seed determines the whole run.
 */
import { settle } from '../../scripts/simulators/xero/core/core.ts';
import type { FaultRule } from '../../scripts/simulators/xero/core/records.ts';
import {
  type Act,
  act,
  adjustTask,
  isAccessLost,
  journalTask,
  lookTask,
  postAskedTask,
  relinkTask,
  renameTask,
  repostTask,
  settleAloudTask,
  settleJournalsTask,
  settleTask,
  syncTask,
  togetherTask,
  unlinkTask,
} from './actors.ts';
import {
  eventTask,
  postAgainTask,
  reversalTask,
  syncEventsTask,
  undoTask,
  varyTask,
} from './contract-actors.ts';
import { answerTask } from './answers.ts';
import { codePayment, editDocument, meddle, mergeContacts, moveLockDate } from './people-in-xero.ts';
import { changeRole, enterOdd, payFirst } from './people-who-pay.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Breakage } from './breakages.ts';
import { checkInvariants } from './invariants.ts';
import { CALM, type Weather } from './process.ts';
import type { Random } from './random.ts';
import { calmRegisters, happeningOfRegisters, populateRegisters } from './registers.ts';
import { chooseForEntity, happeningOfTracking, restoreOptions } from './tracking.ts';
import { happeningOfPurchases } from './purchases.ts';
import { restoreOnce } from './restore.ts';
import {
  addSchedule,
  consentAndLink,
  createWorld,
  populate,
  type SimulatedSchedule,
  type World,
  type WorldOptions,
} from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export interface Outcome {
  readonly seed: number;
  /** The violated invariants and unexpected errors. */
  readonly failures: readonly string[];
  readonly events: number;
  readonly calls: number;
  readonly documents: number;
}

/**
 * Runs one simulation. `trace` receives a line for each event.
 */
export async function simulate(
  seed: number,
  trace: (line: string) => void = () => {},
  breakage: Breakage = {},
  options: WorldOptions = {},
): Promise<Outcome> {
  const world = createWorld(seed, trace, breakage, options);
  const { time, core } = world;
  await time.run(populate(world));
  for (const schedule of world.tracking ? world.schedules : []) {
    await time.run(chooseForEntity(world, schedule));
  }
  await time.run(populateRegisters(world));
  const storm = arbitraryStorm(world.random);
  const until = time.now() + storm.minutes * MINUTE;
  const running = rage(world, storm, until);
  await time.runUntil(until);
  await time.run(Promise.race([Promise.all(running), time.sleep(25 * MINUTE)]));
  await calm(world);
  settle(core.state, time.now());
  await time.run(checkInvariants(world));
  const { requests, bankTransactions, manualJournals } = core.state.records;
  return {
    seed,
    failures: world.failures,
    events: time.happened,
    calls: requests.size,
    documents: bankTransactions.size + manualJournals.size,
  };
}

interface Storm {
  readonly minutes: number;
  readonly weather: Weather;
  readonly faults: readonly FaultRule[];
  readonly actions: number;
  /** All actors work on the same schedule. */
  readonly isShared: boolean;
}

/** Returns a random storm; in one of five little fails, but processes stall and continue after others took over. */
function arbitraryStorm(random: Random): Storm {
  if (random.chance(0.2)) {
    const weather = { ...CALM, stall: 0.025 };
    return { minutes: 60, weather, faults: arbitraryFaults(random, 0.1), actions: 30, isShared: true };
  }
  return {
    minutes: random.between(10, 60),
    weather: arbitraryWeather(random),
    faults: arbitraryFaults(random, random.pick([0, 0.1, 0.5, 1])),
    actions: random.between(6, 24),
    isShared: random.chance(0.3),
  };
}

/** Schedules all actions of the storm. */
function rage(world: World, storm: Storm, until: number): Promise<unknown>[] {
  const { random, time } = world;
  const { weather, faults, actions, isShared } = storm;
  world.control('POST', 'faults', { rules: faults, seed: random.bits() % 2 ** 31 });
  world.trace(`weather ${JSON.stringify(weather)}`);
  const works: Promise<unknown>[] = [];
  const [first] = world.schedules;
  for (let index = 0; index < actions; index++) {
    const schedule = isShared && first ? first : random.pick(world.schedules);
    const what = arbitraryAction(world, schedule, weather);
    time.after(random.between(0, until - time.now()), () => void works.push(what()));
  }
  world.mayLoseReferences = random.chance(0.6);
  if (!world.mayLoseReferences) works.push(restoreOnce(world, until));
  return works;
}

function arbitraryAction(
  world: World,
  schedule: SimulatedSchedule,
  weather: Weather,
): () => Promise<unknown> {
  const { random } = world;
  const isJob = random.chance(0.3);
  const dice = random.between(1, 100);
  const doing = (name: string, task: Act['task']) => () =>
    act(world, schedule, { name, weather, isJob, task });
  const happening = happeningOfPurchases(world, schedule, doing) ?? happeningOfTracking(world, schedule);
  if (happening) return happening;
  const ofRegisters = happeningOfRegisters(world, weather);
  if (ofRegisters) return ofRegisters;
  if (world.tracking?.random.chance(0.08)) return doing('reversal', reversalTask(world));
  if (world.isLivedIn && random.chance(0.2)) {
    const deed = random.pick([payFirst, payFirst, payFirst, payFirst, enterOdd, changeRole]);
    return async () => deed(world, schedule);
  }
  if (world.hasEvents && random.chance(0.1)) return doing('adjust', adjustTask(world));
  if (world.hasEvents && random.chance(0.45)) return arbitraryChange(world, doing);
  if (dice <= 5) return crowd(random.between(3, 10), doing('look', lookTask));
  if (dice <= 20) return doing('together', togetherTask(world));
  if (dice <= 60) return doing('sync', syncTask(arbitraryNumbers(random, schedule), world));
  if (dice <= 62) return async () => editDocument(world);
  if (dice <= 66) return async () => codePayment(world, schedule);
  if (dice <= 76)
    return doing('journal', journalTask(world, arbitraryPayment(random, schedule), random.chance(0.3)));
  if (dice <= 83) return doing('settle', settleTask);
  if (dice <= 86) return doing('rename', renameTask(`Renamed ${random.between(1, 99)}`));
  if (dice <= 88)
    return async () => {
      const added = await addSchedule(world, schedule);
      return act(world, added, { name: 'sync added', weather, isJob, task: syncTask([1, 2, 3], world) });
    };
  if (dice <= 90) return doing('unlink', unlinkTask);
  if (dice <= 93) return doing('relink', relinkTask(world));
  if (dice <= 95) return async () => moveLockDate(world);
  if (dice <= 98) return async () => mergeContacts(world);
  return async () => meddle(world);
}

/** Returns an action that changes the contract or one payment. */
function arbitraryChange(
  world: World,
  doing: (name: string, task: Act['task']) => () => Promise<unknown>,
): () => Promise<unknown> {
  const dice = world.random.between(1, 100);
  if (dice <= 45) return doing('event', eventTask(world));
  if (dice <= 57) return doing('undo', undoTask);
  if (dice <= 72) return doing('post again', postAgainTask(world));
  if (dice <= 82) return doing('reversal', reversalTask(world));
  if (dice <= 92) return doing('vary', varyTask(world));
  return doing('sync events', syncEventsTask);
}

/** Runs the same action several times at the same moment. */
const crowd = (count: number, each: () => Promise<unknown>) => (): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, each));

/** Returns one payment, or all up to one; often the same few, so that runs collide. */
function arbitraryNumbers(random: Random, { count }: SimulatedSchedule): number[] {
  const upTo = random.chance(0.5) ? Math.min(count, 4) : random.between(1, count);
  const all = Array.from({ length: upTo }, (_each, index) => index + 1);
  return random.chance(0.6) ? all : [random.pick(all)];
}

/** Returns a payment, often an early one: a journal dated after a synced payment is refused. */
const arbitraryPayment = (random: Random, { count }: SimulatedSchedule): number =>
  random.chance(0.7) ? 1 : random.between(1, Math.min(count, 5));

function arbitraryWeather(random: Random): Weather {
  const often = random.pick([0, 0.2, 1]);
  return {
    death: often * random.pick([0, 0.005, 0.03]),
    stall: often * random.pick([0, 0.003, 0.02]),
    outage: often * random.pick([0, 0.005, 0.02]),
    conflict: random.pick([0, 0.05]),
  };
}

/** Returns random faults. A late call and a lagging search take less than the protocol's ten minutes together. */
function arbitraryFaults(random: Random, often: number): FaultRule[] {
  const posting = { method: 'PUT', path: '/api.xro/2.0/' };
  const late = random.between(1, 500) * SECOND;
  return [
    { kind: 'drop-before', probability: often * 0.1 },
    { ...posting, kind: 'drop-after', probability: often * 0.25 },
    { ...posting, kind: 'commit-late', probability: often * 0.25, delayMs: late },
    { kind: 'stale-search', probability: often * 0.5, delayMs: random.between(1, 60) * SECOND },
    { kind: 'status', status: 503, probability: often * 0.05 },
    { ...posting, kind: 'status', status: 400, probability: often * 0.05 },
    { ...posting, kind: 'refuse-last', probability: often * 0.05 },
    { kind: 'status', status: 500, cached: random.chance(0.5), probability: often * 0.05 },
    { kind: 'status', status: 429, probability: often * 0.05 },
    { kind: 'status', status: 429, retryAfter: random.between(1, 30), probability: often * 0.05 },
    { kind: 'status', status: 401, probability: often * 0.05 },
    { kind: 'delay', probability: often * 0.05, delayMs: random.between(1, 19) * SECOND },
  ];
}

/**
 * Runs a task; a user consents at Xero again where the access is lost. A process that dies with new tokens loses it
 * unless another refreshes within half an hour.
 */
async function insistOn(
  world: World,
  schedule: SimulatedSchedule,
  name: string,
  task: Act['task'],
): Promise<unknown> {
  const attempt = (): Promise<unknown> =>
    world.time.run(act(world, schedule, { name, weather: CALM, isJob: true, task }));
  const error = await attempt();
  if (!isAccessLost(error)) return error;
  world.trace('a user consents again');
  await world.time.run(consentAndLink(world, schedule.tenantId, schedule.entityId));
  return attempt();
}

/** Documents that a restored table lacks are listed, and members answer for them until none is left. */
async function explainAll(attempt: () => Promise<unknown>, answer: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const error = await attempt();
    if (!(error instanceof Refusal && error.code === 'sync/unknown-documents')) return;
    await answer();
  }
}

/** Ends all faults and requests every payment again, until every outcome is known. */
async function calm(world: World): Promise<void> {
  const { time, random, xeroTenantId } = world;
  world.control('DELETE', 'faults');
  const usual = { periodLockDate: null, endOfYearLockDate: null, userRole: 'adviser' };
  world.control('PATCH', `organisations/${xeroTenantId}`, usual);
  world.trace('calm');
  restoreOptions(world);
  const wantsAll = random.chance(0.3);
  for (const schedule of world.schedules) {
    if (wantsAll) for (let number = 1; number <= schedule.count; number++) schedule.asked.add(number);
  }
  for (let round = 1; round <= 4; round++) {
    for (const schedule of world.schedules) {
      const insist = (name: string, task: Act['task']): Promise<unknown> =>
        insistOn(world, schedule, name, task);
      const task = schedule.asked.size > 0 ? postAskedTask(world) : settleTask;
      await insist('relink', relinkTask(world));
      await explainAll(
        () => insist('settle aloud', settleAloudTask),
        () => insist('answer', answerTask(world)),
      );
      await insist('answer', answerTask(world));
      await insist('repost', repostTask(world));
      await insist('calm', task);
      if (world.hasEvents) {
        await insist('settle aloud', settleAloudTask);
        await insist('repost', repostTask(world));
        await insist('calm events', syncEventsTask);
        await insist('calm again', task);
        if (world.meddled) await insist('adjust', adjustTask(world));
      }
    }
    await calmRegisters(world, (schedule, name, task) => insistOn(world, schedule, name, task));
    for (const schedule of world.schedules) {
      for (const task of [settleTask, settleJournalsTask]) {
        await time.run(act(world, schedule, { name: 'settle', weather: CALM, isJob: true, task }));
      }
    }
    await time.runUntil(time.now() + 11 * MINUTE);
  }
}
