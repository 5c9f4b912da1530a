/** The opening balances of a schedule, in place of the ones before: everything is checked before it is sent. */
import type { OpeningJournal, OpeningLine } from '../../../domain/journal/opening-balances.ts';
import { openingReference } from '../../../domain/posting/document-reference.ts';
import { type ContractState, readContractState } from '../../records/schedules/events.ts';
import { dueAnew } from '../../records/schedules/due-index.ts';
import {
  balancesAt,
  eventsBefore,
  findPosted,
  openingJournalOf,
  openingOf,
  readOpeningJournals,
  type StoredOpeningJournal,
} from '../../records/schedules/opening-journals.ts';
import { type OwnedSchedule, saveSchedule } from '../../records/schedules/schedule.ts';
import { journalJson } from '../../services/xero/documents.ts';
import { scheduleUrl } from '../../services/xero/links.ts';
import { XeroError } from '../../services/xero/error.ts';
import { keys } from '../../store/keys.ts';
import { withRetry } from '../../lib/retry.ts';
import { auditEntries } from '../protocol/audited-action.ts';
import { type Address, type DocumentKind, readSchedule, type StoredKind } from './document-kind.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import { checkDates, checkLines, isInXero } from './opening-checks.ts';
import type { Outcome } from '../protocol/outcome.ts';
import { unconfirmedDocument } from '../protocol/refusals.ts';
import { voidReplaced } from '../protocol/remove-document.ts';
import { codesOf, type Run } from './run.ts';
import { refuseWhilePosting } from '../../records/schedules/open-documents.ts';

export interface WantedJournal extends OpeningJournal {
  readonly description: string;
}

export const OPENING = 1;

export const opening = {
  name: 'opening',
  hasContact: false,
  stopsAtRefusal: false,
  parse: openingJournalOf,
  free: 'absent',
  subjectOf: () => OPENING,
  opened: ({ attempt }) => ({ openJournal: attempt, openingAttempts: Number(attempt.slice('OB'.length)) }),
  posted: ({ item, ownerId }, journalId) => ({
    set: { state: 'posted', journalId },
    schedule: { opening: openingOf({ ...item, journalId }, false), openJournal: null },
    // Auto sync posts the payments since the journal's date.
    more: [dueAnew(ownerId, item.date)],
  }),
  released: () => ({ set: null, schedule: { openJournal: null } }),
  unconfirmed: () => unconfirmedDocument('The journal'),
  read: readSchedule,

  /** A journal that was being voided for it is dealt with first. After a restore it may be void already. */
  async beforeOutcome(context, journal) {
    const mayBeVoid =
      journal.state === 'voiding' || (journal.state === 'begun' && context.onlyLooks === true);
    const voiding = mayBeVoid ? await voidReplaced(context, journal) : null;
    if (voiding?.kind === 'unknown') throw voiding.error;
  },

  async plan(run, schedule, [wanted]) {
    if (!wanted) return { ready: [], outcomes: [] };
    const { table } = run.context.services;
    refuseWhilePosting(schedule);
    const state = await readContractState(table, schedule);
    const lines = await checkLines(run, schedule, state, wanted);
    const before = await findPosted(table, schedule.scheduleId, run.context.session.xeroTenantId);
    const stands = before !== null && (await isInXero(run, before));
    if (stands && before.content === contentJson(wanted, lines)) {
      return { ready: [], outcomes: [], settle: () => keep(run, schedule, state, before) };
    }
    await checkDates(run, schedule, state, wanted.date, stands ? before : null);
    const drawn = { wanted, lines, state, before };
    const ready = {
      subject: OPENING,
      part: 0,
      type: 'MANUAL-JOURNAL' as const,
      date: wanted.date,
      draft: ({ shortCode }: Address) => draft(run, schedule, drawn, shortCode),
    };
    return { ready: [ready], outcomes: [] };
  },

  /** Voids the journals that the new ones replace. */
  async beforeSend(run, documents) {
    for (const document of documents) {
      const voiding = await withRetry(
        run.context.services,
        run.deadlines.startBy,
        async () => {
          const all = await readOpeningJournals(run.context.services.table, document.ownerId);
          const journal = all.find(({ attempt }) => document.sk.endsWith(`#${attempt}`));
          if (!journal) throw new XeroError('unavailable');
          return voidReplaced(run.context, journal);
        },
        (result) => result.kind === 'unknown' && result.error.kind === 'unavailable',
      );
      if (voiding.kind === 'unknown') return { kind: 'unconfirmed', reason: voiding.error };
      if (voiding.kind === 'kept') return { kind: 'refused', reason: voiding.error };
    }
    return null;
  },
} satisfies StoredKind<StoredOpeningJournal> & DocumentKind<WantedJournal>;

interface CheckedJournal {
  readonly wanted: WantedJournal;
  readonly lines: readonly OpeningLine[];
  readonly state: ContractState;
  /** The journal in Xero that it replaces. */
  readonly before: StoredOpeningJournal | null;
}

async function draft(
  run: Run,
  schedule: OwnedSchedule,
  { wanted, lines, state, before }: CheckedJournal,
  shortCode: string,
): Promise<OpenDocument<StoredOpeningJournal>> {
  const codes = await codesOf(run);
  const { services, session } = run.context;
  const { entityId, scheduleId, openingAttempts } = schedule;
  const { date, description, lineAmountTypes } = wanted;
  const attempt = `OB${openingAttempts + 1}`;
  const reference = openingReference(scheduleId, openingAttempts + 1, services.restores.length);
  const json = journalJson({
    narration: `${description} [${reference}]`,
    date,
    lineAmountTypes,
    url: scheduleUrl(services.origin, schedule),
    lines: lines.map((line) => ({
      description: line.description,
      accountId: line.account,
      accountCode: codes.get(line.account) ?? null,
      taxType: line.taxType,
      cents: line.amount,
    })),
  });
  const replaces = before?.journalId ?? null;
  const item = openingJournalOf({
    attempt,
    entityId,
    scheduleId,
    xeroTenantId: session.xeroTenantId,
    shortCode,
    date,
    content: contentJson(wanted, lines),
    balances: balancesAt(state.contract, date),
    events: eventsBefore(state, date),
    replaces,
    state: replaces === null ? 'clear' : 'begun',
    journalId: null,
    version: 1,
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
  const events = eventsBefore(state, before.date).filter((number) => numbers.has(number));
  const changes = { opening: openingOf({ ...before, events }, false) };
  const { journalId } = changes.opening;
  await saveSchedule(services.table, entity, schedule, changes, [
    {
      update: keys.openingJournal(schedule.scheduleId, before.attempt),
      set: { events },
      if: 'present',
    },
    ...auditEntries(audited, schedule, { journalId }),
  ]);
  return [[OPENING, { kind: 'posted', documentId: journalId }]];
}

function contentJson({ date, description, lineAmountTypes }: WantedJournal, lines: readonly OpeningLine[]) {
  return JSON.stringify({ date, description, lineAmountTypes, lines });
}
