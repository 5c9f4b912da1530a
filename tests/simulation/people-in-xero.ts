/** People who work in Xero. */
import { addDays, calendarDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { protocolRules } from '../../domain/posting/protocol.ts';
import { type World } from './world.ts';

/** A person in Xero deletes a payment or voids a journal, preferably one whose outcome is still open here. */
export function meddle(world: World): void {
  const { core, random } = world;
  const known = new Set(world.table.items().map((item) => item['documentId'] ?? item['journalId']));
  const documents = [
    ...core.state.records.bankTransactions.keys(),
    ...core.state.records.manualJournals.keys(),
  ];
  const unknown = documents.filter((id) => !known.has(id));
  const candidates = unknown.length > 0 ? unknown : documents;
  if (candidates.length === 0) return;
  const id = random.pick(candidates);
  world.meddled = true;
  world.trace(`a person in Xero deletes ${id.slice(0, 4)}`);
  world.control('PATCH', `documents/${id}`, { status: 'DELETED' });
}

/** The documents that a refusal asks a person to delete in Xero after a restore. */
export function unexplainedReferences(error: unknown): string[] {
  const isAsked = error instanceof Refusal && error.code === 'sync/unexplained-documents';
  return isAsked
    ? [...error.message.matchAll(/PD-[0-9a-f-]{36}-[^\s,]*[^\s,.]/g)].map(([reference]) => reference)
    : [];
}

/** A person in Xero deletes or voids a document. */
export function deleteByReference(world: World, wanted: string): void {
  const { core, xeroTenantId: tenantId, discarded } = world;
  const { bankTransactions, manualJournals } = core.state.records;
  const isThis = (text: string | null): boolean => protocolRules.referenceIn(text ?? '') === wanted;
  const payments = [...bankTransactions.values()].filter(
    ({ reference, status }) => isThis(reference) && status === 'AUTHORISED',
  );
  const journals = [...manualJournals.values()].filter(
    ({ narration, status }) => isThis(narration) && status === 'POSTED',
  );
  world.trace(`a person in Xero deletes ${wanted}`);
  for (const { id } of [...payments, ...journals]) {
    discarded.add(id);
    const action = bankTransactions.has(id) ? 'delete' : 'void';
    world.control('POST', 'documents', { tenantId, documentId: id, action });
  }
}

/** A person in Xero merges one contact into another, which takes its documents over. */
export function mergeContacts(world: World): void {
  const { core, random, xeroTenantId } = world;
  const active = [...core.state.records.contacts.values()].filter(
    ({ tenantId, status }) => tenantId === xeroTenantId && status === 'ACTIVE',
  );
  if (active.length < 2) return;
  const contact = random.pick(active);
  const into = random.pick(active.filter(({ id }) => id !== contact.id));
  world.trace(`contact ${contact.id.slice(0, 4)} is merged into ${into.id.slice(0, 4)}`);
  const input = { tenantId: xeroTenantId, contactId: contact.id, intoContactId: into.id };
  world.control('POST', 'contacts/merge', input);
}

/** The accountant locks a period, or unlocks it. */
export function moveLockDate(world: World): void {
  const { random, xeroTenantId } = world;
  const date = random.chance(0.5) ? null : addDays(calendarDate('2024-01-01'), random.between(0, 500));
  const kind = random.pick(['periodLockDate', 'endOfYearLockDate']);
  world.trace(`${kind} becomes ${date}`);
  world.control('PATCH', `organisations/${xeroTenantId}`, { [kind]: date });
}

/** A person in Xero edits or deletes the document of an event. */
export function tamper(world: World, documentId: string): void {
  const { core, random, xeroTenantId: tenantId } = world;
  const { bankTransactions, manualJournals } = core.state.records;
  const document = bankTransactions.get(documentId) ?? manualJournals.get(documentId);
  const isStanding = document?.status === 'AUTHORISED' || document?.status === 'POSTED';
  if (!isStanding) return;
  world.tampered.add(documentId);
  const action = bankTransactions.has(documentId) ? 'delete' : 'void';
  const isEdit = random.chance(0.5);
  world.trace(`a person in Xero ${isEdit ? 'edits' : 'deletes'} ${documentId.slice(0, 4)}`);
  const deed = isEdit ? { action: 'edit', changes: { date: '2025-06-02' } } : { action };
  world.control('POST', 'documents', { tenantId, documentId, ...deed });
}
