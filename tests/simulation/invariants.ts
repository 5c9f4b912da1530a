/** The invariants that hold at the end of every simulation. */
import { calendarDate, dayNumber } from '../../domain/calendar.ts';
import { isCovered } from '../../domain/contract/covered.ts';
import { coveredThrough } from '../../domain/contract/selection.ts';
import { sumCents } from '../../domain/money.ts';
import { MATCH_DAYS } from '../../domain/posting/coded-payments.ts';
import type { Split } from '../../domain/amortisation/split.ts';
import { EMPTY_SPLIT, splitAfter } from '../../domain/amortisation/split.ts';
import {
  type ContractState,
  readContractState,
  readEvents,
  type StoredEvent,
} from '../../functions/records/schedules/events.ts';
import { type PaymentState, readPaymentStates } from '../../functions/records/schedules/payments.ts';
import { hasOpenJournals } from '../../functions/records/entities/links.ts';
import { readAdjustingJournals } from '../../functions/records/schedules/adjusting-journals.ts';
import { ownEntity } from '../../functions/records/entities/entity.ts';
import { findSchedule, type OwnedSchedule, ownSchedule } from '../../functions/records/schedules/schedule.ts';
import { keys, LEASE, prefixes } from '../../functions/store/keys.ts';
import { queryAll } from '../../functions/store/table.ts';
import { dishonourFeeOf } from '../../functions/records/schedules/reversals.ts';
import { feeOf } from './contract-actors.ts';
import { readOpeningJournals } from '../../functions/records/schedules/opening-journals.ts';
import { readBatches, readOpenDocuments } from '../../functions/posting/protocol/batches.ts';
import { checkCorrections, checkForeign } from './foreign-documents.ts';
import { isUnanswered } from './people-in-xero.ts';
import { checkRegisters } from './registers.ts';
import { checkPurchases } from './purchases.ts';
import { checkTracking } from './tracking.ts';
import type { SimulatedSchedule, World } from './world.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

/** A schedule at the end, with everything that its documents follow from. */
interface Ended {
  readonly simulated: SimulatedSchedule;
  readonly schedule: OwnedSchedule;
  readonly state: ContractState;
  readonly states: ReadonlyMap<number, PaymentState>;
  /** The last payment in the opening balances. */
  readonly covered: number;
  readonly fail: (what: string) => void;
}

/** Checks all invariants and records each violation as a failure. */
export async function checkInvariants(world: World): Promise<void> {
  for (const simulated of world.schedules) {
    const { table } = world;
    const fail = (what: string): void =>
      void world.failures.push(`schedule ${simulated.scheduleId.slice(0, 4)}: ${what}`);
    const entity = await ownEntity(table, allEntities(simulated.tenantId), simulated.entityId);
    const schedule = await findSchedule(table, entity, simulated.scheduleId);
    if (schedule === null && world.lost.has(simulated.scheduleId)) continue;
    await checkRefinance(world, simulated, schedule !== null, fail);
    if (schedule === null) continue;
    const state = await readContractState(table, schedule);
    const states = await readPaymentStates(table, simulated.scheduleId);
    const covered = coveredThrough(state.contract, schedule.opening);
    const ended: Ended = { simulated, schedule, state, states, covered, fail };
    checkPayments(ended);
    checkEvents(ended);
    await checkDocuments(world, ended);
    await checkJournals(world, schedule, fail);
    await checkNothingOpen(world, schedule, fail);
    checkCoded(world, ended);
    if (world.isLivedIn) checkCorrections(world, states, fail);
    if (!world.meddled) checkBalances(world, ended);
  }
  for (const entityId of new Set(world.schedules.map((schedule) => schedule.entityId))) {
    await checkAdjustingJournals(world, entityId);
  }
  if (world.isLivedIn) checkForeign(world);
  checkTracking(world);
  await checkRegisters(world);
  await checkPurchases(world);
  checkLimits(world);
  checkLeases(world);
}

type Fail = (what: string) => void;

/** Checks that the schedule of a refinance exists as long as the refinance, and otherwise left nothing in Xero. */
async function checkRefinance(
  { table, core }: World,
  { refinances, tenantId, entityId, scheduleId }: SimulatedSchedule,
  isThere: boolean,
  fail: Fail,
): Promise<void> {
  if (refinances === null) return isThere ? undefined : fail('is gone');
  const entity = await ownEntity(table, allEntities(tenantId), entityId);
  const refinanced = await ownSchedule(table, entity, refinances);
  const events = await readEvents(table, refinanced);
  const isRefinanced = events.some(({ newScheduleId }) => newScheduleId === scheduleId);
  if (isRefinanced && !isThere) fail('is gone, but its refinance stands');
  if (isThere && !isRefinanced) fail('stands without its refinance');
  const { bankTransactions, manualJournals } = core.state.records;
  const texts = [
    ...[...bankTransactions.values()].map(({ reference }) => reference ?? ''),
    ...[...manualJournals.values()].map(({ narration }) => narration),
  ];
  if (!isThere && texts.some((text) => text.includes(scheduleId))) fail('is gone, but has documents in Xero');
}

/** Checks that each requested payment is in Xero, that none is in Xero and covered, and that the counts are true. */
function checkPayments({ simulated, schedule, state, states, covered, fail }: Ended): void {
  const { contract } = state;
  for (let number = 1; number <= contract.count; number++) {
    const payment = states.get(number);
    const begun = payment !== undefined && payment.state !== 'unsynced';
    if (begun && number <= covered) fail(`payment ${number} is in Xero and in the opening balances`);
    const parts = payment?.parts ?? [];
    const isWhole =
      parts.length === 0 || sumCents(parts.map((part) => part.amount)) === contract.payment(number).amount;
    const isWanted = simulated.asked.has(number) && number > covered && isWhole;
    if (isWanted && payment?.state !== 'synced') fail(`payment ${number} was requested, but is not in Xero`);
  }
  const synced = [...states.values()]
    .flatMap(({ documents }) => documents)
    .filter((document) => document.state === 'synced').length;
  if (schedule.syncedCount !== synced) fail(`counts ${schedule.syncedCount} synced, not ${synced}`);
  checkSyncedNumbers(schedule, states, fail);
}

/** Checks the numbers on the schedule's item, which lists trust: exactly the payments synced at once. */
function checkSyncedNumbers(schedule: OwnedSchedule, states: Ended['states'], fail: Fail): void {
  const documents = [...states.values()].flatMap((payment) => payment.documents);
  const whole = documents.filter(({ part, state }) => part === 0 && state === 'synced');
  const expected = whole.map(({ number }) => number).toSorted((a, b) => a - b);
  const numbers = [...schedule.syncedNumbers].toSorted((a, b) => a - b);
  if (String(numbers) !== String(expected))
    fail(`says that ${String(numbers)} are synced, not ${String(expected)}`);
}

/** Checks that each event is in Xero or in the opening balances. */
function checkEvents({ schedule, state: { events, contract }, fail }: Ended): void {
  if (schedule.eventCount !== events.length)
    fail(`counts ${schedule.eventCount} events, not ${events.length}`);
  for (const [index, { number, state }] of events.entries()) {
    const isContained = schedule.opening?.events.includes(number) === true;
    if (state === 'posting') fail(`event ${number} is still being posted`);
    if (state === 'recorded' && !isContained) fail(`event ${number} isn't in Xero`);
    const date = contract.events[index]?.effectiveDate;
    const isBefore = schedule.opening !== null && date !== undefined && isCovered({ date }, schedule.opening);
    if (state === 'synced' && isContained) fail(`event ${number} is in Xero and in the opening balances`);
    if (isContained && !isBefore) fail(`event ${number} isn't in the opening balances that say so`);
  }
}

/**
 * Each document of payments and events is in Xero once, under a reference of its own, and known: as the one of its payment
 * or event, as a reversed one, as a reversal, or as removed with its event.
 */
async function checkDocuments(
  { table, core, restores, retokened }: World,
  { schedule, state, states, fail }: Ended,
): Promise<void> {
  const { scheduleId } = schedule;
  const tokenOf = (text: string): string | undefined =>
    new RegExp(`PD-${scheduleId}-([^\\]\\s]+)`).exec(text)?.[1];
  const { bankTransactions, manualJournals } = core.state.records;
  const posted = [
    ...[...bankTransactions.values()].map(({ id, status, reference }) => ({ id, status, text: reference })),
    ...[...manualJournals.values()].map(({ id, status, narration }) => ({ id, status, text: narration })),
  ].flatMap(({ id, status, text }) => {
    const reference = tokenOf(retokened.get(id) ?? text ?? '');
    return reference === undefined || reference.startsWith('OB') ? [] : [{ id, status, reference }];
  });
  const payments = [...states.values()].flatMap(({ documents }) => documents);
  const reversals = await queryAll(table, { pk: keys.scheduleParent(scheduleId).pk, sk: { prefix: 'RV#' } });
  const known = new Map<string, string>();
  const know = (documentId: unknown, reference: string): void => {
    if (typeof documentId === 'string') known.set(documentId, reference);
  };
  const suffix = ({ number, part, attempt }: { number: number; part: number; attempt: number }): string =>
    `${number}${part > 0 ? `.${part}` : ''}${attempt > 1 ? `/${attempt}` : ''}`;
  for (const payment of payments) {
    for (const { documentId, attempt, document } of payment.reversed) {
      const correction = /CJ(?=g|$)/.exec(document?.reference ?? '')?.[0] ?? '';
      know(documentId, `${suffix({ ...payment, attempt })}${correction}`);
    }
    const by = payment.origin === 'corrected' ? 'CJ' : '';
    if (payment.state === 'synced') know(payment.documentId, `${suffix(payment)}${by}`);
  }
  for (const item of reversals) {
    const { number, part, attempt } = item as unknown as { number: number; part: number; attempt: number };
    know(item['documentId'], `${suffix({ number, part, attempt })}R`);
  }
  await checkFees(table, scheduleId, { states, know, isRestored: restores.length > 0, fail });
  for (const event of state.events) know(event.documentId, eventSuffix(event));
  const answered = answeredIn(table);
  const isGone = ({ status }: { status: string }): boolean => status === 'DELETED' || status === 'VOIDED';
  // Nothing tells that a document was ours when a person has taken its reference and deleted it. It books nothing.
  const seen = posted.filter((one) => !isGone(one) || !retokened.has(one.id) || known.has(one.id));
  for (const [reference, all] of Map.groupBy(seen, (one) => one.reference)) {
    if (all.length > 1) fail(`${reference} is in Xero ${all.length} times`);
  }
  for (const { id, status, reference } of seen) {
    const isEarlier =
      reference.startsWith('E') && !state.events.some((event) => reference === eventSuffix(event));
    // A restored table does not know what was deleted since the backup.
    if (isGone({ status }) && (isEarlier || (restores.length > 0 && !known.has(id)))) continue;
    if (answered.has(id)) continue;
    if (known.get(id) !== withoutRestores(reference)) fail(`${reference} is in Xero, but not flagged`);
  }
  const ids = new Set(posted.map(({ id }) => id));
  for (const [id, reference] of known) if (!ids.has(id)) fail(`${reference} is flagged, but not in Xero`);
}

/** Each dishonour has its fee in Xero, once. A restored table doesn't know those of the time since the backup. */
async function checkFees(
  table: World['table'],
  scheduleId: string,
  {
    states,
    know,
    isRestored,
    fail,
  }: Pick<Ended, 'states' | 'fail'> & {
    readonly know: (documentId: unknown, reference: string) => void;
    readonly isRestored: boolean;
  },
): Promise<void> {
  const { pk } = keys.scheduleParent(scheduleId);
  const fees = (await queryAll(table, { pk, sk: { prefix: prefixes.dishonourFees } })).map(dishonourFeeOf);
  for (const { number, attempt, state: own, amount, documentId } of fees) {
    if (own !== 'synced') fail(`the fee of payment ${number} is still being posted`);
    if (amount !== feeOf(number)) fail(`the fee of payment ${number} is ${amount}`);
    know(documentId, `${number}${attempt > 1 ? `/${attempt}` : ''}F`);
  }
  for (const { number, documents } of states.values()) {
    const dishonoured = documents
      .flatMap(({ reversed }) => reversed)
      .filter(({ dishonouredOn }) => dishonouredOn !== null);
    for (const { attempt } of dishonoured) {
      const hasFee = fees.some((fee) => fee.number === number && fee.attempt >= attempt);
      if (!hasFee && !isRestored) fail(`the dishonour of payment ${number} has no fee in Xero`);
    }
  }
}

/** How long after its search a run may still post. */
const RUN_MS = 15 * 60_000;

/** Each transaction of others stands for one payment at most, and none that was there before is posted a second time. */
function checkCoded(world: World, { simulated: { scheduleId }, states, fail }: Ended): void {
  const { table, coded, xeroTenantId } = world;
  const claims = new Map(
    table.items().flatMap((item) => (item.sk.startsWith('TX#') ? [[item['transactionId'], item]] : [])),
  );
  const documents = [...states.values()].flatMap((payment) => payment.documents);
  for (const { number, state, corrected } of documents) {
    const claim = corrected && claims.get(corrected.transactionId);
    const isHeld = claim?.['scheduleId'] === scheduleId && claim.pk === `X#${xeroTenantId}`;
    if (corrected && state === 'synced' && !isHeld) fail(`payment ${number} holds no claim`);
  }
  for (const [id, { scheduleId: of, number, at, date, total }] of coded) {
    if (of !== scheduleId || !isUnanswered(world, id)) continue;
    const isDouble = documents.some(
      ({ origin, syncedAt, document, ...one }) =>
        one.number === number &&
        origin === 'own' &&
        document?.bankAmount === -total &&
        Math.abs(dayNumber(document.date) - dayNumber(calendarDate(date))) <= MATCH_DAYS &&
        (syncedAt ?? 0) > at + RUN_MS,
    );
    if (isDouble) fail(`payment ${number} is in Xero twice`);
  }
}

/** The reference as it was before any restore of the table. */
const withoutRestores = (reference: string): string => reference.replace(/g\d+$/, '');

/** The documents that members have answered for. */
const answeredIn = (table: World['table']): ReadonlySet<unknown> =>
  new Set(
    table
      .items()
      .flatMap((item) => (item.sk.startsWith('XU#') && item['answer'] ? [item['documentId']] : [])),
  );

/** The reference of an event's present document, after the schedule's id. Those of earlier ones are removed in Xero. */
const eventSuffix = ({ number, attempt }: StoredEvent): string =>
  `E${number}${attempt > 1 ? `/${attempt}` : ''}`;

/** Checks that at most one opening journal stands in Xero, and that it is the schedule's. */
async function checkJournals(
  { table, core, retokened }: World,
  schedule: OwnedSchedule,
  fail: Fail,
): Promise<void> {
  const journals = await readOpeningJournals(table, schedule.scheduleId);
  const [known, ...more] = journals.filter(({ state }) => state === 'posted');
  if (more.length > 0) fail('several opening journals count as posted');
  if ((known?.journalId ?? null) !== (schedule.opening?.journalId ?? null))
    fail('its opening is not the journal');
  const answered = answeredIn(table);
  const ours = new Set(journals.map(({ attempt }) => attempt));
  const fixed = Object.values(schedule.accounts);
  const standing = [...core.state.records.manualJournals.values()].filter(
    ({ id, status, narration, lines }) =>
      status === 'POSTED' &&
      !answered.has(id) &&
      (retokened.get(id) ?? narration).includes('-OB') &&
      lines.some(({ accountId }) => accountId === schedule.accounts['hirePurchaseCurrentId']),
  );
  if (fixed.length > 0 && standing.length > 1) fail(`${standing.length} opening journals stand in Xero`);
  for (const { id, narration } of standing) {
    if (id !== known?.journalId) fail(`an unknown journal stands in Xero: ${narration}`);
  }
  const references = [...core.state.records.manualJournals.values()].map(
    ({ id, narration }) => retokened.get(id) ?? narration,
  );
  for (const attempt of ours) {
    if (
      references.filter(
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
  const removals = await queryAll(table, { pk: keys.scheduleParent(scheduleId).pk, sk: { prefix: 'RM#' } });
  if (removals.length > 0) fail('a removal is still open');
}

/**
 * The four accounts hold the last segment's split in Xero, once an unbroken run of payments and all events are posted.
 */
function checkBalances(
  { core, tampered, retokened }: World,
  { simulated, schedule, state, states, covered: from, fail }: Ended,
): void {
  // Events whose changed documents were not posted again in the end.
  if (state.events.some(({ documentId }) => documentId !== null && tampered.has(documentId))) return;
  const { mapping } = simulated;
  const { contract } = state;
  const begun = [...states.values()].filter((payment) => payment.state !== 'unsynced');
  const last = contract.events.at(-1);
  const to = Math.max(from, ...begun.map(({ number }) => number));
  const isUnbroken = begun.length === to - from && begun.every((payment) => payment.state === 'synced');
  if (!isUnbroken || to < (last?.k ?? 0)) return;
  const plan = contract.segments.at(-1);
  const after = last?.to === null || !plan ? EMPTY_SPLIT : splitAfter(plan, to);
  const expected = new Map<string, number>();
  const expect = (split: Split, sign: 1 | -1): void => {
    add(expected, mapping.hirePurchaseCurrentId, -sign * split.hirePurchaseCurrent);
    add(expected, mapping.hirePurchaseNonCurrentId, -sign * split.hirePurchaseNonCurrent);
    add(expected, mapping.unexpiredChargesCurrentId, sign * split.unexpiredChargesCurrent);
    add(expected, mapping.unexpiredChargesNonCurrentId, sign * split.unexpiredChargesNonCurrent);
  };
  expect(after, 1);
  if (schedule.opening === null && plan) expect(splitAfter(contract.segments[0] ?? plan, 0), -1);
  const balances = new Map<string, number>();
  const { bankTransactions, manualJournals } = core.state.records;
  const standing = [
    ...[...bankTransactions.values()].filter(({ status }) => status === 'AUTHORISED'),
    // Adjusting journals are checked on their own; each is reversed.
    ...[...manualJournals.values()].filter(
      ({ id, status, narration }) => status === 'POSTED' && !(retokened.get(id) ?? narration).includes('-AJ'),
    ),
  ];
  for (const document of standing) {
    const sign = 'type' in document && document.type === 'RECEIVE' ? -1 : 1;
    for (const { accountId, cents } of document.lines) add(balances, accountId, sign * cents);
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

/** Checks that no process holds a lease any more. */
function checkLeases({ table, time, failures }: World): void {
  const held = table.items().filter(({ sk, until }) => sk === LEASE && Number(until) > time.now());
  for (const { pk } of held) failures.push(`the lease of ${pk} is stuck`);
}

/** Checks that each adjusting journal is in Xero once, under a reference of its own, and known, and that none is open. */
async function checkAdjustingJournals(
  { table, core, xeroTenantId, failures, retokened }: World,
  entityId: string,
): Promise<void> {
  const fail = (problem: string): void => void failures.push(`entity ${entityId.slice(0, 4)}: ${problem}`);
  if (await hasOpenJournals(table, entityId)) fail('counts open adjusting journals');
  const answered = answeredIn(table);
  const known = new Map<string, string>();
  for (const { state, documentId, document } of await readAdjustingJournals(table, {
    entityId,
    xeroTenantId,
  })) {
    if (state === 'posting') fail(`${document.reference} is still being posted`);
    if (state === 'posted') known.set(document.reference, documentId ?? '');
  }
  const inXero = [...core.state.records.manualJournals.values()].flatMap(({ id, status, narration }) => {
    const reference = new RegExp(`PD-${entityId}-AJ[^\\]]+`).exec(retokened.get(id) ?? narration)?.[0];
    return reference === undefined ? [] : [{ id, status, reference }];
  });
  for (const [reference, all] of Map.groupBy(inXero, (journal) => journal.reference)) {
    if (all.length > 1) fail(`${reference} is in Xero ${all.length} times`);
    const [journal] = all;
    const isOpen = journal?.status === 'POSTED' && !answered.has(journal.id);
    if (isOpen && known.get(reference) !== journal.id) fail(`${reference} is in Xero, but not flagged`);
  }
  const ids = new Set(inXero.map(({ id }) => id));
  for (const [reference, id] of known) if (!ids.has(id)) fail(`${reference} is flagged, but not in Xero`);
}
