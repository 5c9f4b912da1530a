/** The documents of contract events. */
import { withDefaultTaxes } from '../../../domain/journal/default-taxes.ts';
import { eventDocument, lacksGstAccount } from '../../../domain/journal/event-document.ts';
import type { LedgerDocument } from '../../../domain/journal/document.ts';
import { eventReference } from '../../../domain/posting/document-reference.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { eventOf, isContained, readContractState, type StoredEvent } from '../../records/schedules/events.ts';
import { type OwnedSchedule, refuseWhilePosting, saveSchedule } from '../../records/schedules/schedule.ts';
import { keys } from '../../store/keys.ts';
import { refuseUnknownAccounts } from '../../xero/reads.ts';
import { auditEntries } from '../audited-action.ts';
import { inXero } from '../document-facts.ts';
import type { DocumentKind } from '../documents.ts';
import { openDocument } from '../ledger-documents.ts';
import type { Outcome } from '../outcome.ts';
import { checkReady, containedEvent, gstAccountMissing, unconfirmedDocument } from '../refusals.ts';
import { chartOf, codesOf, lockDateOf, type Run, taxesOf } from '../run.ts';

interface ReadyEvent {
  readonly subject: number;
  readonly part: 0;
  readonly type: LedgerDocument['type'];
  readonly date: string;
  readonly document: LedgerDocument;
  readonly event: StoredEvent;
}

export const event: DocumentKind<OwnedSchedule, number, ReadyEvent, StoredEvent> & {
  readonly name: 'event';
} = {
  name: 'event',
  owner: 'schedule',
  hasContact: true,
  stopsAtRefusal: false,
  parse: eventOf,
  free: ['state', '=', 'recorded'],
  subjectOf: ({ number }) => number,
  opened: () => ({}),
  posted: (document, documentId) => ({ set: { ...inXero(document, documentId), error: null } }),
  released: () => ({ set: { state: 'recorded', document: null } }),
  unconfirmed: () => unconfirmedDocument('The change'),

  async plan(run, schedule, wanted, problem) {
    const { contract, events } = await readContractState(run.context.services.table, schedule);
    const ready: ReadyEvent[] = [];
    const outcomes: [number, Outcome][] = [];
    for (const number of wanted) {
      const index = events.findIndex((one) => one.number === number);
      const [stored, applied] = [events[index], contract.events[index]];
      if (!stored || !applied) {
        throw new Refusal('not-found', 'event/unknown', 'The change could not be found.');
      }
      if (stored.state === 'synced') {
        outcomes.push([number, { kind: 'posted', documentId: stored.documentId ?? '' }]);
        continue;
      }
      if (stored.state === 'posting') throw problem ?? unconfirmedDocument('The change');
      refuseWhilePosting(schedule);
      checkReady(schedule, run.link);
      if (isContained(schedule, run.context.session.xeroTenantId, number)) throw containedEvent();
      if (lacksGstAccount(applied)) throw gstAccountMissing();
      const document = eventDocument(applied, schedule.accounts, await lockDateOf(run));
      if (document === null) {
        return { ready, outcomes, settle: () => recordEmpty(run, schedule, stored) };
      }
      const taxes = await taxesOf(run, schedule);
      ready.push({
        subject: number,
        part: 0,
        type: document.type,
        date: document.date,
        // A fee of an event has the tax type that a member chose.
        document: withDefaultTaxes(document, taxes, ['interestExpense']),
        event: stored,
      });
    }
    return { ready, outcomes };
  },

  async draft(run, schedule, ready, { contactId, shortCode }) {
    const { origin, restores } = run.context.services;
    const { xeroTenantId } = run.context.session;
    const chart = await chartOf(run);
    const setting = { origin, contactId, codes: await codesOf(run) };
    return ready.map(({ event: stored, document }) => {
      refuseUnknownAccounts(
        chart,
        document.lines.flatMap(({ role, account }) =>
          role === 'other' && account !== null ? [['accountId', account] as const] : [],
        ),
      );
      const reference = eventReference(
        schedule.scheduleId,
        stored.number,
        { attempt: stored.attempt },
        restores.length,
      );
      const narration = `Paydown - ${schedule.name}: ${document.lines[0]?.description ?? ''}`;
      return {
        ...openDocument(schedule, { reference, narration, document }, setting),
        kind: 'event',
        ownerId: schedule.scheduleId,
        sk: keys.event(schedule.scheduleId, stored.number).sk,
        item: { ...stored, state: 'posting', error: null, xeroTenantId, shortCode, documentId: null },
      };
    });
  },
};

/** An event without lines counts as synced. */
async function recordEmpty(
  { context: { services, session, audited }, entity }: Run,
  schedule: OwnedSchedule,
  stored: StoredEvent,
): Promise<[number, Outcome][]> {
  const synced = { ...stored, state: 'synced', xeroTenantId: session.xeroTenantId, error: null };
  const item = { ...keys.event(schedule.scheduleId, stored.number), ...synced };
  await saveSchedule(services.table, entity, schedule, {}, [
    { put: item, if: ['state', '=', 'recorded'] },
    ...auditEntries(audited, schedule),
  ]);
  return [[stored.number, { kind: 'posted', documentId: '' }]];
}
