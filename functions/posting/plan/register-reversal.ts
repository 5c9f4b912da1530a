/** Journals of opposite signs, which cancel entries of registers whose period is locked. */
import { type CalendarDate, formatDay, isLocked } from '../../../domain/calendar.ts';
import { entryReference } from '../../../domain/posting/document-reference.ts';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { negated } from '../../../domain/money.ts';
import {
  mirrorKey,
  presentEntries,
  readEntries,
  type StoredEntry,
  type StoredMirror,
} from '../../records/registers/entries.ts';
import { type OwnedRegister, ownRegister, refuseWhileEntriesPost } from '../../records/registers/register.ts';
import type { XeroTracking } from '../../services/xero/port.ts';
import { sentDocumentOf } from '../protocol/document-facts.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import { deletedInXero, postedElsewhere, unconfirmedDocument } from '../protocol/refusals.ts';
import type { Address, DocumentKind } from './document-kind.ts';
import { entryJournal, openEntry } from './register.ts';
import { codesOf, lockDateOf, refuseArchivedTracking, type Run } from './run.ts';

interface WantedMirror {
  readonly number: number;
  readonly date: CalendarDate;
}

export const registerReversal = {
  name: 'register-reversal',
  hasContact: false,
  stopsAtRefusal: true,
  unconfirmed: () => unconfirmedDocument('The reversal'),
  read: ({ context: { services }, entity }, registerId) => ownRegister(services.table, entity, registerId),

  async plan(run, owner, wanted) {
    const [mirror] = wanted;
    if (!mirror) return { ready: [], outcomes: [] };
    const { number, date } = mirror;
    const entry = await postedEntry(run, owner, number);
    const lockDate = await lockDateOf(run);
    if (isLocked(date, lockDate) && lockDate !== null) {
      throw conflict('register/locked', `Use a date after ${formatDay(lockDate)}, Xero’s lock date.`);
    }
    const { session, services } = run.context;
    const found = await session.call((access) =>
      services.xero.readDocument(access, 'MANUAL-JOURNAL', entry.documentId ?? ''),
    );
    if (!found || found.deleted) throw deletedInXero();
    await refuseArchivedTracking(run, found.lines);
    // The mirror carries the tracking that the entry has in Xero.
    const tracking = found.lines.map((line) => line.tracking ?? []);
    const draft = ({ shortCode }: Address) => draftMirror(run, owner, { entry, date, shortCode, tracking });
    return {
      ready: [{ subject: number, part: 0, type: 'MANUAL-JOURNAL' as const, date, draft }],
      outcomes: [],
    };
  },
} satisfies DocumentKind<WantedMirror, OwnedRegister>;

/**
 * Returns an entry that is in the linked Xero organisation.
 * @throws Refusal `conflict` when it can't be reversed now
 */
export async function postedEntry(run: Run, owner: OwnedRegister, number: number): Promise<StoredEntry> {
  refuseWhileEntriesPost(owner);
  const { services, session } = run.context;
  const entry = presentEntries(await readEntries(services.table, owner)).get(number);
  if (entry?.state !== 'posted') throw nothingPosted();
  if (entry.xeroTenantId !== session.xeroTenantId) throw postedElsewhere();
  return entry;
}

const nothingPosted = (): Refusal =>
  conflict('register/not-posted', 'This entry is not in Xero, so there is nothing to reverse.');

async function draftMirror(
  run: Run,
  owner: OwnedRegister,
  {
    entry,
    date,
    shortCode,
    tracking,
  }: {
    readonly entry: StoredEntry;
    readonly date: CalendarDate;
    readonly shortCode: string;
    /** Of each line. */
    readonly tracking: readonly (readonly XeroTracking[])[];
  },
): Promise<OpenDocument<StoredMirror>> {
  const { services } = run.context;
  const { number, attempt, registerId, document } = entry;
  const codes = await codesOf(run);
  const reference = entryReference(
    registerId,
    number,
    { attempt, isReversal: true },
    services.restores.length,
  );
  const text = `Reversal: ${document.lines[0]?.description ?? ''}`;
  const json = entryJournal(run, owner, {
    reference,
    text,
    date,
    lineAmountTypes: document.lineAmountTypes,
    lines: document.lines.map(({ account, taxType, amount }, index) => ({
      accountId: account ?? '',
      accountCode: codes.get(account ?? '') ?? null,
      description: text,
      taxType,
      cents: negated(amount),
      tracking: tracking[index] ?? [],
    })),
  });
  const sk = mirrorKey(entry);
  const item: StoredMirror = {
    ...entry,
    sk,
    lines: entry.lines.map(({ role, amount }) => ({ role, amount: negated(amount) })),
    shortCode,
    leg: 'mirror',
    state: 'posting',
    documentId: null,
    document: sentDocumentOf({ reference, json }),
    syncedAt: null,
    finding: null,
    original: entry,
  };
  return openEntry('register-reversal', item, { json, date });
}
