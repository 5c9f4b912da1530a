/** Journals that stand in Xero, of which the restored table knows nothing: reading them, and recording those of registers. */
import { businessDate } from '../../domain/calendar.ts';
import { cents } from '../../domain/money.ts';
import { parseReference } from '../../domain/posting/document-reference.ts';
import { conflict } from '../../domain/refusal.ts';
import { sentJournal } from '../posting/protocol/document-facts.ts';
import type { PostingContext } from '../posting/protocol/recorded-call.ts';
import type { StoredEntry } from '../records/registers/entries.ts';
import { ownRegister } from '../records/registers/register.ts';
import { entriesClosed } from '../records/registers/register-writes.ts';
import { readState } from '../records/registers/state.ts';
import { keys } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { XeroError } from '../services/xero/error.ts';
import type { DocumentContent } from '../services/xero/port.ts';
import { linkOf } from '../xero/session.ts';

/**
 * Reads a journal that is to be recorded with its lines; null where Xero has none.
 * @throws Refusal `conflict` for one that can't be read
 */
export async function adoptableJournal(
  { services: { xero }, session }: PostingContext,
  documentId: string,
): Promise<DocumentContent | null> {
  try {
    return await session.call((access) => xero.readDocument(access, 'MANUAL-JOURNAL', documentId));
  } catch (error) {
    if (!(error instanceof XeroError && error.unreadable)) throw error;
    const message =
      'Paydown can’t read this journal, so it can’t keep it. Please void it in Xero, check again, and post it anew.';
    throw conflict('document/unreadable', message);
  }
}

interface Adopted {
  readonly registerId: string;
  readonly number: number;
  readonly documentId: string;
  readonly token: string;
}

/**
 * Records the journal as the entry's, with the amounts that stand in Xero.
 * @throws Refusal `conflict` where the entry has other lines now, or is in Xero already
 */
export async function adoptEntry(
  context: PostingContext,
  { registerId, number, documentId, token }: Adopted,
): Promise<void> {
  const { services, session, entity } = context;
  const { table, clock } = services;
  const register = await ownRegister(table, entity, registerId);
  const state = await readState(table, entity.tenantId, register, businessDate(clock.now()));
  const entry = state.worked.entries.find((one) => one.number === number);
  const journal = await adoptableJournal(context, documentId);
  const lines = entry?.lines.filter(({ amount }) => amount !== 0) ?? [];
  if (!entry || !journal || journal.lines.length !== lines.length) {
    const message =
      'The entry has other lines now. Please void the journal in Xero, then post the entry again.';
    throw conflict('register/other-lines', message);
  }
  const parts = parseReference(token);
  const { sk, ...place } = keys.registerEntry(entity.entityId, registerId, number);
  const item: StoredEntry = {
    sk,
    entityId: entity.entityId,
    registerId,
    number,
    date: entry.date,
    lines: lines.map(({ role }, index) => ({ role, amount: cents(journal.lines[index]?.cents ?? 0) })),
    attempt: parts?.of === 'entry' ? parts.attempt : 1,
    xeroTenantId: session.xeroTenantId,
    shortCode: linkOf(entity).shortCode,
    leg: 'entry',
    state: 'posted',
    documentId,
    document: sentJournal(token, journal),
    syncedAt: null,
    finding: null,
  };
  await commit(table, [
    { put: { ...place, ...item }, if: { any: ['absent', ['state', '=', 'retired']] } },
    entriesClosed(register, [], { synced: [number] }),
  ]);
}
