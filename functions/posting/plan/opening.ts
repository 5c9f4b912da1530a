/** The opening balances of a schedule, in place of the ones before: everything is checked before it is sent. */
import { LIABILITY_FIELDS } from '../../../domain/accounts/account-mapping.ts';
import {
  type OpeningJournal,
  type OpeningLine,
  openingLines,
} from '../../../domain/journal/opening-balances.ts';
import { openingReference } from '../../../domain/posting/document-reference.ts';
import { type ContractState, readContractState } from '../../records/schedules/events.ts';
import {
  balancesAt,
  eventsIn,
  findPosted,
  openingJournalOf,
  openingOf,
  type StoredOpeningJournal,
} from '../../records/schedules/opening-journals.ts';
import { readPurchase, refuseOtherPurchase } from '../../records/schedules/purchases.ts';
import { type OwnedSchedule, saveSchedule } from '../../records/schedules/schedule.ts';
import { journalJson } from '../../services/xero/documents.ts';
import { scheduleUrl } from '../../services/xero/links.ts';
import { keys } from '../../store/keys.ts';
import { auditEntries } from '../protocol/audited-action.ts';
import { type Address, type DocumentKind, readSchedule } from './document-kind.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import { checkDates, checkLines, isInXero, liabilitiesOf } from './opening-checks.ts';
import type { Outcome } from '../protocol/outcome.ts';
import { unconfirmedDocument } from '../protocol/refusals.ts';
import type { Removable } from '../protocol/removals.ts';
import { OPENING } from '../protocol/stored-kinds.ts';
import { codesOf, type Run, trackerOf } from './run.ts';
import { refuseWhilePosting } from '../../records/schedules/open-documents.ts';

export interface WantedJournal extends OpeningJournal {
  readonly description: string;
  /** That of the purchase that the lines were taken from, '' for none; undefined is not checked. */
  readonly purchaseRevision?: string | undefined;
}

export const opening = {
  name: 'opening',
  hasContact: false,
  stopsAtRefusal: false,
  unconfirmed: () => unconfirmedDocument('The journal'),
  read: readSchedule,

  async plan(run, schedule, [wanted]) {
    if (!wanted) return { ready: [], outcomes: [] };
    const { table } = run.context.services;
    refuseWhilePosting(schedule);
    // A change of the purchase changes the schedule's version, so it can't come between this and the bytes.
    refuseOtherPurchase(await readPurchase(table, schedule.scheduleId), wanted.purchaseRevision);
    const state = await readContractState(table, schedule);
    const lines = await checkLines(run, schedule, state, wanted);
    const before = await findPosted(table, schedule.scheduleId, run.context.session.xeroTenantId);
    const stands = before !== null && (await isInXero(run, before));
    if (stands && before.content === contentJson(wanted, lines)) {
      return { ready: [], outcomes: [], settle: () => keep(run, schedule, state, before) };
    }
    await checkDates(run, schedule, state, wanted, stands ? before : null);
    if (before) return { ready: [], outcomes: [], replaces: replacedBy(schedule, before) };
    const drawn = { wanted, lines, state };
    const ready = {
      subject: OPENING,
      part: 0,
      type: 'MANUAL-JOURNAL' as const,
      date: wanted.date,
      draft: ({ shortCode }: Address) => draft(run, schedule, drawn, shortCode),
    };
    return { ready: [ready], outcomes: [] };
  },
} satisfies DocumentKind<WantedJournal>;

interface CheckedJournal {
  readonly wanted: WantedJournal;
  readonly lines: readonly OpeningLine[];
  readonly state: ContractState;
}

/** The journal that is voided before another one is posted. */
const replacedBy = (
  { scheduleId }: OwnedSchedule,
  { attempt, journalId }: StoredOpeningJournal,
): Removable => ({
  target: keys.openingJournal(scheduleId, attempt).sk,
  type: 'MANUAL-JOURNAL',
  documentId: journalId ?? '',
  keepsEvent: false,
});

async function draft(
  run: Run,
  schedule: OwnedSchedule,
  { wanted, lines, state }: CheckedJournal,
  shortCode: string,
): Promise<OpenDocument<StoredOpeningJournal>> {
  const codes = await codesOf(run);
  const tracker = await trackerOf(run, schedule);
  const fixed = openingLines(state.contract, wanted, liabilitiesOf(schedule));
  const roles = new Set(LIABILITY_FIELDS.map((field) => schedule.accounts[field]));
  const { services, session } = run.context;
  const { entityId, scheduleId, openingAttempts } = schedule;
  const { date, includesDate, description, lineAmountTypes } = wanted;
  const attempt = `OB${openingAttempts + 1}`;
  const reference = openingReference(scheduleId, openingAttempts + 1, services.restores.length);
  const tracking = lines.map((line) =>
    tracker(roles.has(line.account) ? 'hirePurchaseCurrent' : 'other', line.account),
  );
  const json = journalJson({
    narration: `${description} [${reference}]`,
    date,
    lineAmountTypes,
    url: scheduleUrl(services.origin, schedule),
    lines: lines.map((line, index) => ({
      description: line.description,
      accountId: line.account,
      accountCode: codes.get(line.account) ?? null,
      taxType: line.taxType,
      cents: line.amount,
      tracking: tracking[index] ?? [],
    })),
  });
  const item = openingJournalOf({
    attempt,
    entityId,
    scheduleId,
    xeroTenantId: session.xeroTenantId,
    shortCode,
    date,
    includesDate,
    content: contentJson(wanted, lines),
    fixedLines: fixed.filter(({ amount }) => amount !== 0).length,
    ...(tracking.some((options) => options.length > 0) && { tracking }),
    balances: balancesAt(state.contract, wanted),
    events: eventsIn(state, wanted),
    hasOtherPurchase: false,
    state: 'posting',
    journalId: null,
  });
  return {
    kind: 'opening',
    ownerId: scheduleId,
    sk: keys.openingJournal(scheduleId, attempt).sk,
    subject: OPENING,
    reference,
    json,
    date,
    contactId: null,
    item,
  };
}

/** The same journal stands in Xero: only the events that it contains are noted anew. */
async function keep(
  { context: { services, audited }, entity }: Run,
  schedule: OwnedSchedule,
  state: ContractState,
  before: StoredOpeningJournal,
): Promise<[number, Outcome][]> {
  const recorded = state.events.filter((event) => event.state === 'recorded');
  const numbers = new Set(recorded.map(({ number }) => number));
  const events = eventsIn(state, before).filter((number) => numbers.has(number));
  const changes = { opening: openingOf({ ...before, events }, false) };
  const { journalId } = changes.opening;
  await saveSchedule(services.table, entity, schedule, changes, [
    {
      update: keys.openingJournal(schedule.scheduleId, before.attempt),
      set: { events, hasOtherPurchase: false },
      if: 'present',
    },
    ...auditEntries(audited, schedule, { journalId }),
  ]);
  return [[OPENING, { kind: 'posted', documentId: journalId }]];
}

function contentJson(
  { date, includesDate, description, lineAmountTypes }: WantedJournal,
  lines: readonly OpeningLine[],
) {
  return JSON.stringify({ date, includesDate, description, lineAmountTypes, lines });
}
