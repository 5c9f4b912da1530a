/** The invariants that hold at the end of every simulation. */
import { amortise } from '../../domain/schedule/amortise.ts';
import { paymentsBefore } from '../../domain/schedule/due-dates.ts';
import { splitAfter } from '../../domain/schedule/split.ts';
import type { Split } from '../../domain/schedule/payment-plan.ts';
import { readPaymentStates } from '../../functions/schedules/payment-store.ts';
import { ownEntity } from '../../functions/entities/entity-store.ts';
import { type OwnedSchedule, ownSchedule } from '../../functions/schedules/schedule-store.ts';
import { keys } from '../../functions/store/keys.ts';
import { readOpeningJournals } from '../../functions/posting/opening-journal-store.ts';
import { readBatches, readOpenDocuments } from '../../functions/posting/batch-store.ts';
import type { SimulatedSchedule, World } from './world.ts';

/** Checks all invariants and records each violation as a failure. */
export async function checkInvariants(world: World): Promise<void> {
  for (const simulated of world.schedules) {
    const { table } = world;
    const entity = await ownEntity(table, simulated.tenantId, simulated.entityId);
    const schedule = await ownSchedule(table, entity, simulated.scheduleId);
    const fail = (what: string): void =>
      void world.failures.push(`schedule ${simulated.scheduleId.slice(0, 4)}: ${what}`);
    const synced = await checkPayments(world, simulated, schedule, fail);
    await checkJournals(world, schedule, fail);
    await checkNothingOpen(world, schedule, fail);
    if (!world.meddled) checkBalances(world, simulated, schedule, synced, fail);
  }
  checkLimits(world);
  await checkLease(world);
}

type Fail = (what: string) => void;

const coveredBy = ({ terms, opening }: OwnedSchedule): number =>
  opening === null ? 0 : paymentsBefore(terms, opening.date);

/** Checks that each requested payment is in Xero once and flagged so. Returns the payments in Xero. */
async function checkPayments(
  { table, core }: World,
  simulated: SimulatedSchedule,
  schedule: OwnedSchedule,
  fail: Fail,
): Promise<Set<number>> {
  const { scheduleId, asked, count } = simulated;
  const states = await readPaymentStates(table, scheduleId);
  const documents = [...core.state.records.bankTransactions.values()];
  const covered = coveredBy(schedule);
  const synced = new Set<number>();
  for (let number = 1; number <= count; number++) {
    const posted = documents.filter(({ reference }) => reference === `PD-${scheduleId}-${number}`);
    const state = states.get(number);
    if (posted.length > 1) fail(`payment ${number} is in Xero ${posted.length} times`);
    if (state?.state === 'synced') {
      synced.add(number);
      if (posted[0]?.id !== state.documentId) fail(`payment ${number} is flagged, but not that document's`);
      if (number <= covered) fail(`payment ${number} is in Xero and in the opening balances`);
    } else if (posted.length > 0) fail(`payment ${number} is in Xero, but not flagged`);
    else if (asked.has(number) && number > covered)
      fail(`payment ${number} was requested, but is not in Xero`);
  }
  if (schedule.syncedCount !== synced.size) fail(`counts ${schedule.syncedCount} synced, not ${synced.size}`);
  return synced;
}

/** Checks that at most one opening journal stands in Xero, and that it is the schedule's. */
async function checkJournals({ table, core }: World, schedule: OwnedSchedule, fail: Fail): Promise<void> {
  const journals = await readOpeningJournals(table, schedule.scheduleId);
  const [known, ...more] = journals.filter(({ state }) => state === 'posted');
  if (more.length > 0) fail('several opening journals count as posted');
  if ((known?.journalId ?? null) !== (schedule.opening?.journalId ?? null))
    fail('its opening is not the journal');
  const ours = new Set(journals.map(({ attempt }) => attempt));
  const fixed = Object.values(schedule.accounts);
  const standing = [...core.state.records.manualJournals.values()].filter(
    ({ status, lines }) =>
      status === 'POSTED' &&
      lines.some(({ accountId }) => accountId === schedule.accounts['hirePurchaseCurrentId']),
  );
  if (fixed.length > 0 && standing.length > 1) fail(`${standing.length} opening journals stand in Xero`);
  for (const { id, narration } of standing) {
    if (id !== known?.journalId) fail(`an unknown journal stands in Xero: ${narration}`);
  }
  const tokens = [...core.state.records.manualJournals.values()].map(({ narration }) => narration);
  for (const attempt of ours) {
    if (
      tokens.filter(
        (narration) => narration.includes(`-${attempt}]`) && narration.includes(schedule.scheduleId),
      ).length > 1
    )
      fail('a journal was posted twice');
  }
}

async function checkNothingOpen(
  { table, xeroTenantId }: World,
  schedule: OwnedSchedule,
  fail: Fail,
): Promise<void> {
  const { scheduleId, openIntents, openJournal } = schedule;
  for (const batch of await readBatches(table, xeroTenantId, [scheduleId])) {
    const open = await readOpenDocuments(table, batch);
    if (open.length > 0) fail(`${open.length} documents of a batch are still open`);
    if (batch.calls.firstAt !== null) fail('a batch that was sent is still there');
  }
  if (openIntents !== 0 || openJournal !== null) fail(`counts ${openIntents} open, journal ${openJournal}`);
  const states = await readPaymentStates(table, scheduleId);
  if ([...states.values()].some(({ state }) => state === 'posting')) fail('a payment is still being posted');
}

/** Checks the balances of the four accounts in Xero, if the posted payments are consecutive. */
function checkBalances(
  { core }: World,
  { mapping }: SimulatedSchedule,
  schedule: OwnedSchedule,
  synced: ReadonlySet<number>,
  fail: Fail,
): void {
  const amortisation = amortise(schedule.terms);
  const from = coveredBy(schedule);
  const to = Math.max(from, ...synced);
  if (synced.size !== to - from) return;
  const expected = new Map<string, number>();
  const expect = (split: Split, sign: 1 | -1): void => {
    add(expected, mapping.hirePurchaseCurrentId, -sign * split.hirePurchaseCurrent);
    add(expected, mapping.hirePurchaseNonCurrentId, -sign * split.hirePurchaseNonCurrent);
    add(expected, mapping.unexpiredChargesCurrentId, sign * split.unexpiredChargesCurrent);
    add(expected, mapping.unexpiredChargesNonCurrentId, sign * split.unexpiredChargesNonCurrent);
  };
  expect(splitAfter(amortisation, to), 1);
  if (schedule.opening === null) expect(splitAfter(amortisation, 0), -1);
  const balances = new Map<string, number>();
  const { bankTransactions, manualJournals } = core.state.records;
  const standing = [
    ...[...bankTransactions.values()].filter(({ status }) => status === 'AUTHORISED'),
    ...[...manualJournals.values()].filter(({ status }) => status === 'POSTED'),
  ];
  for (const { lines } of standing) {
    for (const { accountId, cents } of lines) add(balances, accountId, cents);
  }
  for (const [accountId, amount] of expected) {
    const held = balances.get(accountId) ?? 0;
    if (held !== amount) fail(`an account holds ${held} instead of ${amount} after payment ${to}`);
  }
}

function add(sums: Map<string, number>, key: string, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

/**
 * Checks that there were never more than 60 calls in a minute, and that Xero refused no call for a limit, except by
 * an injected fault. A call that Xero carries out long after it was given up may use up another call's limit.
 */
function checkLimits({ core, xeroTenantId, failures }: World): void {
  const calls = [...core.state.records.requests.values()].filter((one) => one.tenantId === xeroTenantId);
  const times = calls.map(({ at }) => Date.parse(at));
  for (const [index, time] of times.entries()) {
    const sixtyBefore = times[index - 60];
    if (sixtyBefore !== undefined && time - sixtyBefore < 60_000) failures.push('61 calls within a minute');
  }
  const isSlow = calls.some(({ fault }) => fault === 'commit-late' || fault === 'delay');
  const refused = calls.filter(({ status, fault }) => status === 429 && fault === null);
  if (!isSlow && refused.length > 0) failures.push(`Xero refused a call for a limit at ${refused[0]?.at}`);
}

async function checkLease({ table, xeroTenantId, time, failures }: World): Promise<void> {
  const lease = await table.get(keys.xeroLease(xeroTenantId));
  if (lease !== undefined && Number(lease['until']) > time.now()) failures.push('the lease is stuck');
}
