/** Opening and adjusting journals after a restore of the table. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { TAX_TYPES, type TaxType } from '../../domain/gst/tax-types.ts';
import { areLiabilitiesMapped } from '../../domain/accounts/account-mapping.ts';
import { type OpeningLine, openingLines } from '../../domain/journal/opening-balances.ts';
import { cents } from '../../domain/money.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { readContract, readContractState } from '../records/schedules/events.ts';
import { begunNumbers, readPaymentStates } from '../records/schedules/payments.ts';
import { type OwnedSchedule, postingNoted } from '../records/schedules/schedule.ts';
import { keys, prefixes } from '../store/keys.ts';
import { commit, type Item, type TableReader, type Write } from '../store/table.ts';
import {
  journalAt,
  journalKey,
  readAdjustingJournals,
  type StoredJournal,
} from '../records/schedules/adjusting-journals.ts';
import type { PostingContext } from './recorded-call.ts';
import {
  balancesAt,
  eventsBefore,
  openingJournalOf,
  openingOf,
} from '../records/schedules/opening-journals.ts';
import { type ReferenceOf, sentDocumentIn, type UnknownDocument } from './unknown-document.ts';
import { linkOf } from '../xero/session.ts';

/**
 * Records the opening journal that stands in Xero in place of those that do not any more, and keeps later attempts from
 * the references of all journals found. A known journal that was voided, with none in its place, must be posted again, or is
 * forgotten when payments that it covers were posted since.
 */
export async function recordOpenings(
  context: PostingContext,
  schedule: OwnedSchedule,
  items: readonly Item[],
  { unknown, isVoided }: { readonly unknown: readonly UnknownOpening[]; readonly isVoided: boolean },
): Promise<void> {
  if (unknown.length === 0 && !isVoided) return;
  const { table } = context.services;
  const openingAttempts = Math.max(schedule.openingAttempts, ...unknown.map(attemptOf));
  const [standing] = unknown
    .filter(({ deleted }) => !deleted)
    .toSorted((a, b) => attemptOf(b) - attemptOf(a));
  const journal = standing && (await journalItem(context, schedule, standing));
  const isForgotten = !journal && isVoided && (await hasPaymentsBefore(table, schedule));
  if (!journal && !isForgotten) {
    const lost = isVoided && schedule.opening && { opening: { ...schedule.opening, outOfDate: true } };
    const changes = { openingAttempts, ...lost };
    await commit(table, [postingNoted(schedule, { closed: 0, synced: [], changes })]);
    return;
  }
  const opening = journal ? openingOf(openingJournalOf(journal.item), journal.isOutOfDate) : null;
  const replaced = items.filter(
    (item) =>
      item.sk.startsWith(prefixes.openingJournals) && item['xeroTenantId'] === context.session.xeroTenantId,
  );
  await commit(table, [
    postingNoted(schedule, { closed: 0, synced: [], changes: { opening, openingAttempts } }),
    ...replaced.map((item): Write => ({ delete: { pk: item.pk, sk: item.sk } })),
    ...(journal ? [{ put: journal.item, if: 'absent' } as const] : []),
  ]);
}

/** Whether payments dated before the opening journal are in Xero, so that it can't be posted again on its date. */
async function hasPaymentsBefore(table: TableReader, schedule: OwnedSchedule): Promise<boolean> {
  const { opening, scheduleId } = schedule;
  if (opening === null) return false;
  const [contract, states] = await Promise.all([
    readContract(table, schedule),
    readPaymentStates(table, scheduleId),
  ]);
  const covered = contract.before(opening.date);
  return begunNumbers(states).some((number) => number <= covered);
}

type UnknownOpening = UnknownDocument<ReferenceOf<'opening'>>;

const attemptOf = ({ parts }: UnknownOpening): number => parts.attempt;

interface FoundOpening {
  readonly item: Item;
  /** Whether its lines are not those of the contract as the table has it. */
  readonly isOutOfDate: boolean;
}

/** Returns an opening journal as Xero has it; null when it is gone. */
async function journalItem(
  { services: { xero, table }, session, entity }: PostingContext,
  schedule: OwnedSchedule,
  { id, parts, text }: UnknownOpening,
): Promise<FoundOpening | null> {
  const content = await session.call((access) => xero.readDocument(access, 'MANUAL-JOURNAL', id));
  if (!content || content.deleted) return null;
  const { date, lineAmountTypes } = content;
  const attempt = `OB${parts.attempt}`;
  const description = text.replace(/ \[[^\]]*\]$/, '');
  const lines = content.lines.map((line) => ({
    account: line.accountId,
    description: line.description,
    amount: cents(line.cents),
    taxType: TAX_TYPES.find((known): known is TaxType => known === line.taxType) ?? 'BASEXCLUDED',
  }));
  const state = await readContractState(table, schedule);
  const posted = new Set(
    state.events.filter((event) => event.state === 'synced').map(({ number }) => number),
  );
  const item = {
    ...keys.openingJournal(schedule.scheduleId, attempt),
    attempt,
    entityId: schedule.entityId,
    scheduleId: schedule.scheduleId,
    xeroTenantId: session.xeroTenantId,
    shortCode: linkOf(entity).shortCode,
    date,
    content: JSON.stringify({ date, description, lineAmountTypes, lines }),
    balances: balancesAt(state.contract, date),
    events: eventsBefore(state, date).filter((number) => !posted.has(number)),
    replaces: null,
    state: 'posted',
    journalId: id,
    version: 1,
  };
  return { item, isOutOfDate: !holdsBalances(schedule, state.contract, date, lines) };
}

/** Whether a journal's first lines are the balances of the contract. */
function holdsBalances(
  { accounts }: OwnedSchedule,
  contract: Contract,
  date: CalendarDate,
  lines: readonly Pick<OpeningLine, 'account' | 'amount'>[],
): boolean {
  if (!areLiabilitiesMapped(accounts)) return true;
  const fixed = openingLines(contract, date, accounts).filter(({ amount }) => amount !== 0);
  return fixed.every(
    ({ account, amount }, index) => lines[index]?.account === account && lines[index].amount === amount,
  );
}

/**
 * Keeps later adjusting journals from the references of those that were voided in Xero.
 * @returns the references of journals that stand in Xero and are not known here.
 */
export async function explainJournals(
  context: PostingContext,
  schedules: readonly OwnedSchedule[],
  documents: readonly UnknownDocument<ReferenceOf<'adjusting'>>[],
): Promise<string[]> {
  if (documents.length === 0) return [];
  const { services, session, entity } = context;
  const books = { entityId: entity.entityId, xeroTenantId: session.xeroTenantId };
  const known = await readAdjustingJournals(services.table, books);
  const ids = new Set<unknown>(known.map(({ documentId }) => documentId));
  const unknown = documents.filter(({ id }) => !ids.has(id));
  for (const document of unknown.filter(({ deleted }) => deleted)) {
    const voided = await voidedJournal(context, schedules, document);
    const stored = voided && journalAt(known, entity.entityId, voided);
    if (!voided || (stored && stored.attempt >= voided.attempt)) continue;
    const key = { ...journalKey(books, voided), ...(stored && { sk: stored.sk }) };
    await commit(services.table, [{ put: { ...key, ...voided } }]);
  }
  return unknown.flatMap(({ reference, deleted }) => (deleted ? [] : [reference]));
}

/** A voided journal as the table keeps it; null when Xero has nothing of it. */
async function voidedJournal(
  context: PostingContext,
  schedules: readonly OwnedSchedule[],
  found: UnknownDocument<ReferenceOf<'adjusting'>>,
): Promise<Omit<StoredJournal, 'sk'> | null> {
  const accounts = schedules.map((schedule) => schedule.accounts);
  const document = await sentDocumentIn(context, found, accounts);
  if (!document) return null;
  const { session, entity } = context;
  const { date, kind, isReversal, attempt } = found.parts;
  return {
    date,
    kind,
    isReversal,
    attempt,
    entityId: entity.entityId,
    xeroTenantId: session.xeroTenantId,
    shortCode: linkOf(entity).shortCode,
    state: 'retired',
    documentId: found.id,
    document,
  };
}
