/** The documents of contract events. */
import { withDefaultTaxes } from '../../../domain/journal/default-taxes.ts';
import { eventDocument, lacksGstAccount } from '../../../domain/journal/event-document.ts';
import type { LedgerDocument } from '../../../domain/journal/document.ts';
import { eventReference } from '../../../domain/posting/document-reference.ts';
import {
  isContained,
  readContractState,
  type StoredEvent,
  unknownEvent,
} from '../../records/schedules/events.ts';
import { type OwnedSchedule, saveSchedule } from '../../records/schedules/schedule.ts';
import { keys } from '../../store/keys.ts';
import { refuseUnknownAccounts } from '../../xero/reads.ts';
import { auditEntries } from '../protocol/audited-action.ts';
import { type Address, type DocumentKind, type ReadyDocument, readSchedule } from './document-kind.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import { openDocument } from './ledger-documents.ts';
import type { Outcome } from '../protocol/outcome.ts';
import { checkReady, containedEvent, gstAccountMissing, unconfirmedDocument } from '../protocol/refusals.ts';
import { chartOf, codesOf, lockDateOf, type Run, taxesOf, trackerOf } from './run.ts';
import { refuseWhilePosting } from '../../records/schedules/open-documents.ts';

export const event = {
  name: 'event',
  hasContact: true,
  stopsAtRefusal: false,
  unconfirmed: () => unconfirmedDocument('The change'),
  read: readSchedule,

  async plan(run, schedule, wanted, problem) {
    const { contract, events } = await readContractState(run.context.services.table, schedule);
    const ready: ReadyDocument[] = [];
    const outcomes: [number, Outcome][] = [];
    for (const number of wanted) {
      const index = events.findIndex((one) => one.number === number);
      const [stored, applied] = [events[index], contract.events[index]];
      if (!stored || !applied) throw unknownEvent();
      if (stored.state === 'synced') {
        outcomes.push([number, { kind: 'posted', documentId: stored.documentId ?? '' }]);
        continue;
      }
      if (stored.state === 'posting') throw problem ?? unconfirmedDocument('The change');
      refuseWhilePosting(schedule);
      checkReady(schedule, run.link);
      if (isContained(schedule, run.context.session.xeroTenantId, number)) throw containedEvent();
      if (lacksGstAccount(applied)) throw gstAccountMissing();
      const untaxed = eventDocument(applied, schedule.accounts, await lockDateOf(run));
      if (untaxed === null) {
        return { ready, outcomes, settle: () => recordEmpty(run, schedule, stored) };
      }
      // A fee of an event has the tax type that a member chose.
      const document = withDefaultTaxes(untaxed, await taxesOf(run, schedule), ['interestExpense']);
      ready.push({
        subject: number,
        part: 0,
        type: document.type,
        date: document.date,
        draft: (address) => draft(run, schedule, { stored, document }, address),
      });
    }
    return { ready, outcomes };
  },
} satisfies DocumentKind<number>;

async function draft(
  run: Run,
  schedule: OwnedSchedule,
  { stored, document }: { readonly stored: StoredEvent; readonly document: LedgerDocument },
  { contactId, shortCode }: Address,
): Promise<OpenDocument<StoredEvent>> {
  const { origin, restores } = run.context.services;
  const { xeroTenantId } = run.context.session;
  const { scheduleId } = schedule;
  const { number, attempt } = stored;
  refuseUnknownAccounts(
    await chartOf(run),
    document.lines.flatMap(({ role, account }) =>
      role === 'other' && account !== null ? [['accountId', account] as const] : [],
    ),
  );
  const reference = eventReference(scheduleId, number, { attempt }, restores.length);
  const narration = `Paydown - ${schedule.name}: ${document.lines[0]?.description ?? ''}`;
  const setting = { origin, contactId, codes: await codesOf(run), tracker: await trackerOf(run, schedule) };
  return {
    ...openDocument(schedule, { reference, narration, document }, setting),
    kind: 'event',
    ownerId: scheduleId,
    sk: keys.event(scheduleId, number).sk,
    subject: number,
    item: { ...stored, state: 'posting', error: null, xeroTenantId, shortCode, documentId: null },
  };
}

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
