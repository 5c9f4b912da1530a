/** Posting a schedule's opening balances in place of the ones before: everything is checked before it is sent. */
import { type CalendarDate, isLocked } from '../../domain/calendar.ts';
import { areLiabilitiesMapped, type LiabilityMapping } from '../../domain/accounts/account-mapping.ts';
import {
  checkOpeningDate,
  checkOpeningJournal,
  type OpeningJournal,
  type OpeningLine,
} from '../../domain/journal/opening-balances.ts';
import { type ContractState, readContractState } from '../records/schedules/events.ts';
import { readPaymentStates } from '../records/schedules/payments.ts';
import {
  type OwnedSchedule,
  ownSchedule,
  refuseWhilePosting,
  saveSchedule,
} from '../records/schedules/schedule.ts';
import { journalJson } from '../services/xero/documents.ts';
import { XeroError } from '../services/xero/port.ts';
import type { XeroServices } from '../services/context.ts';
import { keys } from '../store/keys.ts';
import { auditEntries } from './audited-action.ts';
import type { PostingContext } from './recorded-call.ts';
import type { OpenDocument } from './open-document.ts';
import { openingReference } from '../../domain/posting/document-reference.ts';
import { scheduleUrl } from '../services/xero/links.ts';
import {
  balancesAt,
  eventsBefore,
  findPosted,
  openingOf,
  readOpeningJournals,
  type StoredOpeningJournal,
} from '../records/schedules/opening-journals.ts';
import { type Outcome, requirePosted } from './outcome.ts';
import { freeze, send, reconcile } from './pipeline.ts';
import { lockedJournal, notReady, paidOnOtherSide } from './refusals.ts';
import { voidReplaced } from './replaced-journal.ts';
import { requirePaidPlan } from './require-paid-plan.ts';
import { withRetry } from '../lib/retry.ts';
import { type PostingRequest, runPosting } from './run-posting.ts';
import { accountCodes, readChart, readLockDate, readTaxRates, refuseUnknownAccounts } from '../xero/reads.ts';

/** The journal that a user wants posted. */
export interface WantedJournal extends OpeningJournal {
  readonly description: string;
}

/**
 * Posts an opening journal, unless the same one stands in Xero already.
 * @returns the journal's id in Xero.
 * @throws Refusal `invalid` for lines that can't be posted, `conflict` for dates that can't be and while other
 * documents are open; XeroError when Xero refuses or doesn't answer.
 */
export async function postOpeningJournal(
  services: XeroServices,
  request: PostingRequest,
  { scheduleId }: Pick<OwnedSchedule, 'scheduleId'>,
  wanted: WantedJournal,
): Promise<string> {
  const { table } = services;
  const { entity } = request;
  await requirePaidPlan(table, entity.tenantId);
  return runPosting(services, request, async (context) => {
    await reconcile(context, [scheduleId]);
    const schedule = await ownSchedule(table, entity, scheduleId);
    refuseWhilePosting(schedule);
    const state = await readContractState(table, schedule);
    const { lines, codes } = await checkLines(context, schedule, state, wanted);
    const before = await findPosted(table, scheduleId, context.session.xeroTenantId);
    const stands = before !== null && (await isInXero(context, before));
    if (stands && before.content === journalContentJson(wanted, lines)) {
      const recorded = state.events.filter((event) => event.state === 'recorded');
      const numbers = new Set(recorded.map(({ number }) => number));
      const events = eventsBefore(state, before.date).filter((number) => numbers.has(number));
      const opening = openingOf({ ...before, events }, false);
      await saveSchedule(table, entity, schedule, { opening }, [
        { update: keys.openingJournal(scheduleId, before.attempt), set: { events }, if: 'present' },
        ...auditEntries(context.audited, schedule, { journalId: opening.journalId }),
      ]);
      return opening.journalId;
    }
    await checkDates(context, schedule, state, wanted.date, stands ? before : null);
    const document = draft(context, request, { schedule, state, wanted, lines, codes, before });
    return requirePosted(await post(context, request, schedule, document), new XeroError('unavailable'));
  });
}

/** Returns the accounts of an opening journal. @throws Refusal `conflict` */
export function liabilitiesOf({ xeroConnected, accounts }: OwnedSchedule): LiabilityMapping {
  if (!xeroConnected || !areLiabilitiesMapped(accounts)) throw notReady();
  return accounts;
}

interface CheckedLines {
  readonly lines: readonly OpeningLine[];
  /** Account codes by id. */
  readonly codes: ReadonlyMap<string, string>;
}

async function checkLines(
  { services: { xero }, session }: PostingContext,
  schedule: OwnedSchedule,
  { contract }: ContractState,
  wanted: WantedJournal,
): Promise<CheckedLines> {
  const mapping = liabilitiesOf(schedule);
  const accounts = await readChart(xero, session);
  refuseUnknownAccounts(
    accounts,
    wanted.lines.map(({ account }) => ['lineItems', account]),
  );
  const taxRates = await readTaxRates(xero, session);
  const lines = checkOpeningJournal(contract, mapping, wanted, { accounts, taxRates });
  return { lines, codes: accountCodes(accounts) };
}

async function isInXero(
  { services: { xero }, session }: PostingContext,
  { journalId }: StoredOpeningJournal,
): Promise<boolean> {
  if (journalId === null) return false;
  const found = await session.call((access) => xero.getDocument(access, 'MANUAL-JOURNAL', journalId));
  return found !== null && !found.deleted;
}

/** Refuses dates on or before the lock date, and a journal dated after a payment that is in Xero. */
async function checkDates(
  { services: { table, xero }, session }: PostingContext,
  { scheduleId }: OwnedSchedule,
  { contract, events }: ContractState,
  date: CalendarDate,
  before: StoredOpeningJournal | null,
): Promise<void> {
  const lockDate = await readLockDate(xero, session);
  if (isLocked(date, lockDate) || (before && isLocked(before.date, lockDate))) throw lockedJournal();
  const states = await readPaymentStates(table, scheduleId);
  const isHere = ({ xeroTenantId }: { readonly xeroTenantId: string | null }): boolean =>
    xeroTenantId === session.xeroTenantId;
  const begun = [...states.values()].filter(({ documents }) =>
    documents.some((document) => document.state !== 'unsynced' && isHere(document)),
  );
  const posted = events.flatMap((event, index) => {
    const applied = contract.events[index];
    return event.state !== 'recorded' && isHere(event) && applied ? [applied.effectiveDate] : [];
  });
  checkOpeningDate(
    contract,
    date,
    begun.map(({ number }) => number),
    posted,
  );
  const split = [...states.values()].find(
    ({ number, paidOn, parts }) =>
      // A change of terms may have left the contract with fewer payments.
      number <= contract.count &&
      [...(paidOn === null ? [] : [paidOn]), ...parts.map((part) => part.date)].some(
        (paid) => paid < date !== contract.dateOf(number) < date,
      ),
  );
  if (split) throw paidOnOtherSide(split.number);
}

interface ToDraft extends CheckedLines {
  readonly schedule: OwnedSchedule;
  readonly state: ContractState;
  readonly wanted: WantedJournal;
  readonly before: StoredOpeningJournal | null;
}

function draft(
  { services: { origin }, session: { xeroTenantId } }: PostingContext,
  { entity: { entityId, xero: link } }: PostingRequest,
  { schedule, state, wanted, lines, codes, before }: ToDraft,
): OpenDocument {
  const { scheduleId, openingAttempts } = schedule;
  const { date, description, lineAmountTypes } = wanted;
  const attempt = `OB${openingAttempts + 1}`;
  const reference = openingReference(scheduleId, openingAttempts + 1);
  const json = journalJson({
    narration: `${description} [${reference}]`,
    date,
    lineAmountTypes,
    url: scheduleUrl(origin, { entityId, scheduleId }),
    lines: lines.map((line) => ({
      description: line.description,
      accountId: line.account,
      accountCode: codes.get(line.account) ?? null,
      taxType: line.taxType,
      cents: line.amount,
    })),
  });
  const replaces = before?.journalId ?? null;
  const item = {
    attempt,
    entityId,
    scheduleId,
    xeroTenantId,
    shortCode: link?.shortCode ?? '',
    date,
    content: journalContentJson(wanted, lines),
    balances: balancesAt(state.contract, date),
    events: eventsBefore(state, date),
    replaces,
    state: replaces === null ? 'clear' : 'begun',
    journalId: null,
    version: 1,
  };
  return {
    scheduleId,
    sk: keys.openingJournal(scheduleId, attempt).sk,
    reference,
    json,
    date,
    contactId: null,
    item,
  };
}

function journalContentJson(
  { date, description, lineAmountTypes }: WantedJournal,
  lines: readonly OpeningLine[],
) {
  return JSON.stringify({ date, description, lineAmountTypes, lines });
}

/** Freezes the journal, voids the one it replaces, and sends it. */
async function post(
  context: PostingContext,
  { entity, deadlines: { startBy } }: PostingRequest,
  schedule: OwnedSchedule,
  document: OpenDocument,
): Promise<Outcome | undefined> {
  const frozen = await freeze(context, entity, 'MANUAL-JOURNAL', [{ schedule, documents: [document] }]);
  const skipped = frozen.skipped.get(document.reference);
  if (skipped) return skipped;
  const { table } = context.services;
  const voiding = await withRetry(
    context.services,
    startBy,
    async () => {
      const all = await readOpeningJournals(table, schedule.scheduleId);
      const journal = all.find(({ attempt }) => document.sk.endsWith(`#${attempt}`));
      if (!journal) throw new XeroError('unavailable');
      return voidReplaced(context, journal);
    },
    (result) => result.kind === 'unknown' && result.error.kind === 'unavailable',
  );
  if (voiding.kind === 'unknown') return { kind: 'unconfirmed', reason: voiding.error };
  if (voiding.kind === 'kept') {
    await reconcile(context, [schedule.scheduleId]);
    return { kind: 'refused', reason: voiding.error };
  }
  const { outcomes } = await send(context, frozen, startBy);
  return outcomes.get(document.reference);
}
