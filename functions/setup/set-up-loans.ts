import { areLiabilitiesMapped, MAPPING_FIELDS } from '../../domain/accounts/account-mapping.ts';
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import { businessDate } from '../../domain/calendar.ts';
import type { PlannedAccount } from '../../domain/accounts/setup-plan.ts';
import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { setupRoutes, type SetupRequest } from '../api/setup.ts';
import { postOpeningJournals, type WantedOpening } from '../posting/post-one.ts';
import type { OwnerResult } from '../posting/owners.ts';
import { leaseHeld } from '../posting/protocol/refusals.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readContract } from '../records/schedules/events.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { type OwnedSchedule, ownSchedule, saveSchedule } from '../records/schedules/schedule.ts';
import { workOfSchedules } from '../records/schedules/listed-schedules.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { connectionLimit } from '../records/tenants/tenant.ts';
import { type Failure, failureOf } from '../services/xero/error.ts';
import type { XeroServices } from '../services/context.ts';
import type { XeroTrackingCategory } from '../services/xero/port.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { keys } from '../store/keys.ts';
import { CLOCK_SPREAD_MS, holding } from '../store/lease.ts';
import { createAccount } from '../xero/create-account.ts';
import { readTracking } from '../xero/tracking.ts';
import { readChart } from '../xero/reads.ts';
import { linkOf, openSession, type XeroSession } from '../xero/session.ts';
import { ratesOf } from '../xero/tax-setting.ts';
import { connectSchedule } from './connect-schedule.ts';
import {
  accountPlan,
  checkSharedAccounts,
  choicesFor,
  chosenSchedules,
  connectionsOf,
  createdAs,
  isSetUp,
  checkChosenTracking,
  choosesTracking,
  openedPurchase,
  ownTracking,
  plannedOpening,
  isDelay,
  orFailure,
  unlessDelayed,
} from './loan-parts.ts';

/** A call works for so long; what is left waits for the next one with the same body. Milliseconds. */
const WORK_MS = 20_000;
/** Of it, the time that is kept for the journals. */
const JOURNALS_MS = 6_000;
/**
 * The most accounts that are created before the loans that have theirs are opened. Xero creates one account a call and
 * allows 60 calls a minute. With the journals and their reads, two groups of this size fit in a minute.
 */
const ACCOUNTS_AT_ONCE = 24;

interface Asked {
  readonly services: XeroServices;
  readonly entity: OwnedEntity;
  readonly actor: Parameters<typeof auditedRequest>[0]['actor'];
  readonly request: SetupRequest;
  readonly at: number;
}

interface Work extends Asked {
  readonly session: XeroSession;
  /** Grows by the accounts that are created. */
  readonly chart: LedgerAccount[];
  /** The accounts of each schedule, created or not, by its id. */
  readonly plan: ReadonlyMap<string, readonly PlannedAccount[]>;
  /** The tracking categories, where the set-up chooses options. */
  readonly categories: readonly XeroTrackingCategory[];
}

export const handler = endpoint(
  setupRoutes,
  'POST /v1/entities/{entityId}/xero/setup',
  async ({ actor, entity, body, now, deadline, deadlines, charge }, services) => {
    const { table } = services;
    const chosen = await chosenSchedules(table, entity, body.scheduleIds);
    await charge(workOfSchedules(chosen));
    const failures = new Map<string, Failure>();
    if (!chosen.every((schedule) => isSetUp(schedule, entity, body))) {
      const asked: Asked = { services, entity, actor, request: body, at: now };
      const lastsMs = deadline + CLOCK_SPREAD_MS - now;
      const options = { lastsMs, waitUntil: deadlines.leaseBy, waiter: actor.userId };
      const run = (): Promise<void> => setUpWaiting(asked, deadlines, failures);
      // Two calls at once would plan the same codes, and each would create accounts for the same loans.
      const lease = keys.setupLease(linkOf(entity).tenantId);
      await holding(services, lease, options, run, leaseHeld).catch(unlessDelayed);
    }
    const after = await chosenSchedules(table, entity, body.scheduleIds);
    return {
      schedules: after.map((schedule) => {
        const { scheduleId } = schedule;
        if (isSetUp(schedule, entity, body)) return { scheduleId, status: 'ready' as const };
        const failure = failures.get(scheduleId);
        return failure
          ? { scheduleId, status: 'failed' as const, ...failure }
          : { scheduleId, status: 'waiting' as const };
      }),
    };
  },
);

/**
 * Sets up the schedules that wait once the lease is held, when another call may have made some ready.
 * @throws Refusal `not-found`, `invalid` naming an account, `conflict` when the plan has too few connections
 */
async function setUpWaiting(
  asked: Asked,
  deadlines: Deadlines,
  failures: Map<string, Failure>,
): Promise<void> {
  const { services, entity, actor, request } = asked;
  const { table } = services;
  const chosen = await chosenSchedules(table, entity, request.scheduleIds);
  const waiting = chosen.filter((schedule) => !isSetUp(schedule, entity, request));
  // Up to four calls a loan belong to its posting, not to the third that a user may read.
  const caller = { priority: 'posting', userId: actor.userId } as const;
  const session = openSession(services, linkOf(entity), caller, deadlines);
  const chart = await readChart(services.xero, session).catch(unlessDelayed);
  if (chart !== null) checkSharedAccounts(chart, request);
  const categories = choosesTracking(request)
    ? await readTracking(services.xero, session).catch(unlessDelayed)
    : [];
  if (categories !== null) checkChosenTracking(request, categories);
  const { used, needed, max } = await connectionsOf(table, entity, waiting);
  if (waiting.length > 0 && (max === 0 || used + needed > max)) throw connectionLimit(max);
  if (chart === null || categories === null) return;
  const plan = await accountPlan(table, entity, waiting, request, chart);
  await setUpAll({ ...asked, session, chart, plan, categories }, waiting, deadlines, failures);
}

/**
 * Sets schedules up in groups, each to its end, so that they become ready one after the other. Schedules that have their
 * accounts come first: otherwise the accounts of further ones would use up the calls that Xero allows.
 */
async function setUpAll(
  work: Work,
  waiting: readonly OwnedSchedule[],
  deadlines: Deadlines,
  failures: Map<string, Failure>,
): Promise<void> {
  const { services, at, chart, plan } = work;
  const accountsOf = ({ scheduleId }: OwnedSchedule): readonly PlannedAccount[] => plan.get(scheduleId) ?? [];
  const missing = (schedule: OwnedSchedule): number =>
    accountsOf(schedule).filter((planned) => !createdAs(chart, planned)).length;
  const isTime = (): boolean => services.clock.now() <= at + WORK_MS - JOURNALS_MS;
  const left = waiting.toSorted((a, b) => Math.sign(missing(a)) - Math.sign(missing(b)));
  let isDelayed = false;
  for (let groups = 0; left.length > 0 && !isDelayed && (groups === 0 || isTime()); groups++) {
    const most = left[0] && missing(left[0]) > 0 ? chart.length + ACCOUNTS_AT_ONCE : chart.length;
    const group: OwnedSchedule[] = [];
    while (left[0] && !isDelayed) {
      const isNext = group.length === 0 || (isTime() && chart.length + missing(left[0]) <= most);
      if (!isNext) break;
      const [schedule] = left.splice(0, 1) as [OwnedSchedule];
      const done = await orFailure(failures, schedule, async () =>
        prepare(work, schedule, accountsOf(schedule)),
      );
      if (done) group.push(done);
      else isDelayed = !failures.has(schedule.scheduleId);
    }
    if (!(await openAll(work, group, deadlines, failures))) return;
  }
}

/** Connects a schedule, creates its accounts and saves its settings. */
async function prepare(
  work: Work,
  schedule: OwnedSchedule,
  planned: readonly PlannedAccount[],
): Promise<OwnedSchedule> {
  const { services, entity, actor, request, at } = work;
  const { table } = services;
  const plannedAccounts = planned.map((account) => ({ ...account, fields: [...account.fields] }));
  const connected = await connectSchedule(table, { entity, schedule }, { actor, at });
  // The codes and names are stored before Xero is asked: a repeat knows its accounts by them.
  const begun = await saveSchedule(table, entity, connected, { plannedAccounts });
  const created: Record<string, string> = {};
  for (const account of planned) {
    const { id } = await adoptOrCreate(work, begun, account);
    for (const field of account.fields) created[field] = id;
  }
  const { interestExpenseAccountId, administrationFeeId, autoSync } = request;
  const choices = choicesFor(request, begun);
  const { bankAccountId, lender } = choices;
  const tracking = ownTracking(choices, linkOf(entity).tenantId, work.categories);
  const shared = { bankAccountId, interestExpenseAccountId, administrationFeeId };
  const changes = {
    accounts: { ...begun.accounts, ...shared, ...created },
    plannedAccounts: null,
    ...(lender !== undefined && { lender }),
    ...(tracking !== undefined && { tracking }),
    autoSync,
    autoSyncSince: autoSync ? (begun.autoSyncSince ?? businessDate(at)) : null,
  };
  return saveSchedule(table, entity, begun, changes, [
    auditEntry({
      actor,
      action: 'schedule/set-up',
      subject: begun.scheduleId,
      at,
      detail: changesOf(MAPPING_FIELDS, begun.accounts, changes.accounts),
    }),
  ]);
}

/** An account of Xero is taken over only when code and name are those that were stored. */
async function adoptOrCreate(
  { services, session, entity, actor, at, chart }: Work,
  schedule: OwnedSchedule,
  planned: PlannedAccount,
): Promise<LedgerAccount> {
  const known = createdAs(chart, planned);
  if (known) return known;
  const { code, name, type } = planned;
  try {
    const account = await createAccount(services, session, { code, name, type }, { actor, at });
    chart.push(account);
    return account;
  } catch (error) {
    // The code or the name was taken since: the next try plans other ones.
    if (error instanceof Refusal) {
      await saveSchedule(services.table, entity, schedule, { plannedAccounts: null });
    }
    throw error;
  }
}

/** Posts the opening balances of the schedules that have none, together. Returns false when one is delayed. */
async function openAll(
  { services, session, entity, actor, request, at }: Work,
  ready: readonly OwnedSchedule[],
  deadlines: Deadlines,
  failures: Map<string, Failure>,
): Promise<boolean> {
  const open = ready.filter((schedule) => !isSetUp(schedule, entity, request));
  if (open.length === 0) return true;
  const wanted: WantedOpening[] = [];
  for (const schedule of open) {
    await orFailure(failures, schedule, async () => {
      const { accounts, scheduleId } = schedule;
      const choices = choicesFor(request, schedule);
      const { opening } = choices;
      if (opening === null || !areLiabilitiesMapped(accounts)) return;
      const contract = await readContract(services.table, schedule);
      const opened = await openedPurchase(services.table, schedule, choices, () =>
        ratesOf(services, session),
      );
      const journal = plannedOpening(schedule, contract, accounts, opening, opened);
      wanted.push({ scheduleId, journal });
    });
  }
  if (wanted.length === 0) return true;
  const asked = auditedRequest({ actor, entity, deadlines }, { action: 'schedule/post-opening-journal', at });
  const results = await postOpeningJournals(services, asked, wanted).catch((error: unknown) =>
    wanted.map(({ scheduleId }) => ({ ownerId: scheduleId, outcomes: NO_OUTCOMES, failure: error })),
  );
  let isDelayed = false;
  for (const { ownerId, outcomes, failure } of results) {
    const reasons = [...outcomes.values()].flatMap((one) => (one.kind === 'posted' ? [] : [one.reason]));
    for (const reason of failure === null ? reasons : [failure, ...reasons]) {
      if (isDelay(reason)) isDelayed = true;
      else failures.set(ownerId, failureOf(reason));
    }
    if (outcomes.size === 0) continue;
    const schedule = await ownSchedule(services.table, entity, ownerId);
    await reviewSchedule(services.table, entity, schedule, { today: businessDate(at) });
  }
  return !isDelayed;
}

const NO_OUTCOMES: OwnerResult['outcomes'] = new Map();
