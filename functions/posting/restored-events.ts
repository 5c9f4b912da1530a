/** Contract events after a restore of the table. An event that the table does not have can't be told from its document. */
import { isContained, type StoredEvent } from '../records/schedules/events.ts';
import { type OwnedSchedule, postingNoted } from '../records/schedules/schedule.ts';
import { keys } from '../store/keys.ts';
import { commit, type Write } from '../store/table.ts';
import type { PostingContext } from './recorded-call.ts';
import { type ReferenceOf, sentDocumentIn, type UnknownDocument } from './unknown-document.ts';
import { linkOf } from '../xero/session.ts';

/**
 * Records the documents of known events as posted, and keeps later events and documents from the references found.
 * @returns the documents of events that the table does not have.
 */
export async function recordEvents(
  context: PostingContext,
  schedule: OwnedSchedule,
  events: readonly StoredEvent[],
  documents: readonly UnknownEvent[],
): Promise<UnknownDocument[]> {
  if (documents.length === 0) return [];
  const { table } = context.services;
  const { xeroTenantId } = context.session;
  const unexplained: UnknownEvent[] = [];
  const writes: Write[] = [];
  for (const [number, found] of Map.groupBy(documents, numberOf)) {
    const event = events.find((one) => one.number === number);
    const [latest] = found.toSorted((a, b) => attemptOf(b) - attemptOf(a));
    const isElsewhere = event?.state === 'synced' && event.xeroTenantId !== xeroTenantId;
    if (!event || !latest || isElsewhere || isContained(schedule, xeroTenantId, number)) {
      unexplained.push(...found);
    } else if (attemptOf(latest) >= event.attempt) {
      writes.push(await eventWrite(context, schedule, event, latest));
    }
  }
  const eventNumber = Math.max(schedule.eventNumber, ...documents.map(numberOf));
  await commit(table, [
    postingNoted(schedule, { closed: 0, synced: [], changes: { eventNumber } }),
    ...writes,
  ]);
  return unexplained;
}

type UnknownEvent = UnknownDocument<ReferenceOf<'event'>>;

const numberOf = ({ parts }: UnknownEvent): number => parts.number;
const attemptOf = ({ parts }: UnknownEvent): number => parts.attempt;

/** The event with its latest document; one whose document was removed waits to be posted again. */
async function eventWrite(
  context: PostingContext,
  { scheduleId, accounts }: OwnedSchedule,
  { number, attempt: known }: StoredEvent,
  latest: UnknownEvent,
): Promise<Write> {
  const { session, entity } = context;
  const attempt = attemptOf(latest);
  const document = latest.deleted ? null : await sentDocumentIn(context, latest, [accounts]);
  const place = { xeroTenantId: session.xeroTenantId, shortCode: linkOf(entity).shortCode, syncedAt: null };
  const posted = { ...place, state: 'synced', documentId: latest.id, document, attempt, error: null };
  const removed = {
    state: 'recorded',
    documentId: null,
    document: null,
    syncedAt: null,
    attempt: attempt + 1,
  };
  return {
    update: keys.event(scheduleId, number),
    set: document === null ? removed : posted,
    if: ['attempt', '=', known],
  };
}
