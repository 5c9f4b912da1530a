/** Reads the registers of an entity as the ledger check compares them, with their journals in one Xero organisation. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { postingsOf } from '../../domain/ledger/ledger-entry.ts';
import type { RegisterBooks, RegisterDocument } from '../../domain/ledger/register-books.ts';
import { readAllChanges } from '../records/registers/changes.ts';
import { presentEntries, readAllEntries, type StoredEntry } from '../records/registers/entries.ts';
import { knownByKind } from '../records/registers/kinds.ts';
import { listRegisters, rolesOf } from '../records/registers/register.ts';
import { type RegisterState, statedEntries, workOut } from '../records/registers/state.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { TableReader } from '../store/table.ts';
import type { OwnDocument } from './schedule-books.ts';

/** A journal of an entry in Xero, or the one that cancels it, with its item. */
export interface EntryDocument extends Omit<OwnDocument, 'owner'> {
  readonly owner: RegisterDocument['owner'];
  readonly stored: StoredEntry;
}

export interface BooksOfRegister extends RegisterState {
  readonly books: RegisterBooks;
  readonly documents: readonly EntryDocument[];
}

/** Reads all registers of an entity by three queries. */
export async function readRegisterStates(
  table: TableReader,
  entity: OwnedEntity,
  today: CalendarDate,
): Promise<(RegisterState & { readonly all: readonly StoredEntry[] })[]> {
  const registers = await listRegisters(table, entity);
  if (registers.length === 0) return [];
  const { tenantId, entityId } = entity;
  const [changes, entries] = await Promise.all([
    readAllChanges(table, entityId),
    readAllEntries(table, entityId),
  ]);
  const known = knownByKind({ table, tenantId, today });
  return Promise.all(
    registers.map(async (register) => {
      const own = changes.get(register.registerId) ?? [];
      const all = entries.get(register.registerId) ?? [];
      const worked = workOut(register, own, await known(register.kind));
      return { register, worked, changes: own, stored: presentEntries(all), all };
    }),
  );
}

/** @param xeroTenantId null for an entity that is linked to none: then no journal counts. */
export async function readRegisterBooks(
  table: TableReader,
  entity: OwnedEntity,
  xeroTenantId: string | null,
  today: CalendarDate,
): Promise<BooksOfRegister[]> {
  const states = await readRegisterStates(table, entity, today);
  return states.map(({ all, ...state }) => {
    const documents = all.flatMap((entry) => (entry.xeroTenantId === xeroTenantId ? documentOf(entry) : []));
    return { ...state, books: booksOf(state, documents), documents };
  });
}

/** A retired entry has no document any more: it was voided, or its own item beside its mirror has it. */
function documentOf(stored: StoredEntry): EntryDocument[] {
  const { number, state, leg, documentId, document, syncedAt } = stored;
  if (state !== 'posted' || documentId === null) return [];
  return [
    {
      documentId,
      owner: { kind: 'entry', number },
      type: 'MANUAL-JOURNAL',
      isCurrent: leg === 'entry',
      sent: document,
      syncedAt,
      stored,
    },
  ];
}

function booksOf(
  { register, worked }: Pick<RegisterState, 'register' | 'worked'>,
  documents: readonly EntryDocument[],
): RegisterBooks {
  const { domain, facts, changes, known, entries } = worked;
  const { registerId, name, accounts } = register;
  return {
    registerId,
    name,
    roles: rolesOf(register),
    accounts,
    plan: statedEntries(register, entries),
    balances: (date) => domain.balances(facts, changes, date, known),
    bookedByOthers: (date) => domain.bookedByOthers(facts, changes, date),
    beginning: (date) => domain.beginning(facts, changes, date),
    entries: documents.map(({ documentId, owner, isCurrent, sent, stored }) => ({
      documentId,
      owner,
      isCurrent,
      date: sent.date,
      postings: postingsOf(sent.lines, sent.lineAmountTypes),
      sent: stored,
    })),
  };
}
