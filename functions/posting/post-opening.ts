/** Posting a schedule's opening balances in place of the ones before: all is checked before anything is sent. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { type AccountMapping, isMappingComplete } from '../../domain/journal/account-mapping.ts';
import {
  checkOpeningDate,
  checkOpeningJournal,
  type OpeningJournal,
  type OpeningLine,
} from '../../domain/journal/opening-balances.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { isLocked } from '../../domain/schedule/selection.ts';
import type { OwnedEntity, XeroLink } from '../entities/entity-store.ts';
import { readPaymentStates } from '../schedules/payment-store.ts';
import {
  type OwnedSchedule,
  ownSchedule,
  refuseWhilePosting,
  saveSchedule,
} from '../schedules/schedule-store.ts';
import { freezeJournal } from '../services/xero/documents.ts';
import { XeroError } from '../services/xero/port.ts';
import type { XeroServices } from '../lib/context.ts';
import { atXero, settleSchedule, type Time } from './posting-session.ts';
import { requirePaidPlan } from './require-paid-plan.ts';
import { linkOf } from './xero-calls.ts';
import { readChart, readLockDate, readTaxRates, refuseUnknownAccounts } from './chart.ts';
import type { PostingContext } from './protocol.ts';
import {
  balancesAt,
  findPosted,
  type Journal,
  openingOf,
  openJournal,
  readJournals,
} from './journal-intent-store.ts';
import { type JournalResult, sendJournal } from './post-journal.ts';
import { lockedJournal, notReady, refusedByXero } from './refusals.ts';

/** How often a call without an answer is repeated at once. */
const ATTEMPTS = 3;
const PAUSE_MS = 1000;

/** The journal as somebody wants it posted. */
export interface WantedJournal extends OpeningJournal {
  readonly description: string;
}

/**
 * Posts an opening journal, unless just that one stands in Xero already.
 * @returns the journal's id in Xero.
 * @throws Refusal `invalid` for lines that can't be posted so, `conflict` for dates that can't be and while other
 * postings are open; XeroError when Xero refuses or doesn't answer.
 */
export async function postOpening(
  services: XeroServices,
  entity: OwnedEntity,
  { scheduleId }: Pick<OwnedSchedule, 'scheduleId'>,
  wanted: WantedJournal,
  time: Time,
): Promise<string> {
  const { table } = services;
  const link = linkOf(entity);
  await requirePaidPlan(table, entity.tenantId);
  return atXero(services, link, time, async (context) => {
    await settleSchedule(context, scheduleId);
    const schedule = await ownSchedule(table, entity, scheduleId);
    refuseWhilePosting(schedule);
    const lines = await checkLines(context, schedule, wanted);
    const before = await findPosted(table, scheduleId, link.tenantId);
    const stands = before !== null && (await isInXero(context, before));
    if (stands && before.content === contentOf(wanted, lines)) {
      const opening = openingOf(before, false);
      await saveSchedule(table, entity, schedule, { opening });
      return opening.journalId;
    }
    await checkDates(context, schedule, wanted.date, stands ? before : null);
    const journal = await freeze(context, { entity, link, schedule, wanted, lines, before });
    return idOf(await sendPatiently(context, journal, time));
  });
}

/** @throws Refusal `conflict` */
export function mappingOf({ xeroConnected, accounts }: OwnedSchedule): AccountMapping {
  if (!xeroConnected || !isMappingComplete(accounts)) throw notReady();
  return accounts;
}

/** The lines to post, if they can be. */
async function checkLines(
  { services: { xero }, books }: PostingContext,
  schedule: OwnedSchedule,
  wanted: WantedJournal,
): Promise<readonly OpeningLine[]> {
  const mapping = mappingOf(schedule);
  const accounts = await readChart(xero, books);
  refuseUnknownAccounts(
    accounts,
    wanted.lines.map(({ account }) => ['lineItems', account]),
  );
  const taxRates = await readTaxRates(xero, books);
  return checkOpeningJournal(amortise(schedule.terms), mapping, wanted, { accounts, taxRates });
}

async function isInXero(
  { services: { xero }, books }: PostingContext,
  { journalId }: Journal,
): Promise<boolean> {
  if (journalId === null) return false;
  const found = await books.call((access) => xero.getJournal(access, journalId));
  return found !== null && !found.deleted;
}

/** Neither journal may stand on or before the lock date, nor the new one after a payment that is in Xero. */
async function checkDates(
  { services: { table, xero }, books }: PostingContext,
  { scheduleId, terms }: OwnedSchedule,
  date: CalendarDate,
  before: Journal | null,
): Promise<void> {
  const lockDate = await readLockDate(xero, books);
  if (isLocked(date, lockDate) || (before && isLocked(before.date, lockDate))) throw lockedJournal();
  const states = await readPaymentStates(table, scheduleId);
  const begun = [...states.values()].filter(({ xeroTenantId }) => xeroTenantId === books.tenantId);
  checkOpeningDate(
    amortise(terms),
    date,
    begun.map(({ number }) => number),
  );
}

interface ToFreeze {
  readonly entity: OwnedEntity;
  readonly link: XeroLink;
  readonly schedule: OwnedSchedule;
  readonly wanted: WantedJournal;
  readonly lines: readonly OpeningLine[];
  readonly before: Journal | null;
}

/** The journal as it will be sent, its intent written. */
async function freeze(
  { services: { table, ids, clock } }: PostingContext,
  { entity, link, schedule, wanted, lines, before }: ToFreeze,
): Promise<Journal> {
  const { date, description, lineAmountTypes } = wanted;
  const attempt = ids.uuid();
  const json = freezeJournal({
    narration: `${description} [${attempt}]`,
    date,
    lineAmountTypes,
    lines: lines.map((line) => ({
      description: line.description,
      accountId: line.account,
      taxType: line.taxType,
      cents: line.amount,
    })),
  });
  const given = {
    attempt,
    xeroTenantId: link.tenantId,
    shortCode: link.shortCode,
    date,
    content: contentOf(wanted, lines),
    balances: balancesAt(schedule, date),
    json,
    key: ids.uuid(),
    replaces: before?.journalId ?? null,
  };
  return openJournal(table, entity, schedule, given, new Date(clock.now()).toISOString());
}

function contentOf({ date, description, lineAmountTypes }: WantedJournal, lines: readonly OpeningLine[]) {
  return JSON.stringify({ date, description, lineAmountTypes, lines });
}

/** Sends a journal, again while nothing is known of it and there is time. */
async function sendPatiently(
  context: PostingContext,
  journal: Journal,
  { until }: Time,
): Promise<JournalResult> {
  const { clock, timers, table } = context.services;
  let result = await sendJournal(context, journal);
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const pause = attempt * PAUSE_MS;
    const isUnknown = result.outcome === 'open' && result.error.kind === 'unavailable';
    if (!isUnknown || clock.now() + pause >= until) break;
    await timers.sleep(pause);
    const all = await readJournals(table, journal.scheduleId);
    const current = all.find((one) => one.attempt === journal.attempt);
    if (!current) break;
    // Somebody may have found out in our place.
    if (current.journalId !== null) return { outcome: 'posted', journalId: current.journalId };
    result = await sendJournal(context, current);
  }
  return result;
}

function idOf(result: JournalResult): string {
  if (result.outcome === 'posted') return result.journalId;
  const { error, outcome } = result;
  if (error?.kind !== 'refused') throw error ?? new XeroError('unavailable');
  // What is refused though an earlier call may still be carried out is no refusal yet.
  throw outcome === 'open' ? new XeroError('unavailable') : refusedByXero(error.message);
}
