/** People who work in Xero. */
import { dateOfPayment, timetableOf } from '../../domain/amortisation/timetable.ts';
import { addDays, businessDate, calendarDate } from '../../domain/calendar.ts';
import { entering } from './foreign-documents.ts';
import type { SimulatedSchedule, World } from './world.ts';

/** A person in Xero deletes a payment or voids a journal, preferably one whose outcome is still open here. */
export function meddle(world: World): void {
  const { core, random } = world;
  const known = new Set(world.table.items().map((item) => item['documentId'] ?? item['journalId']));
  const documents = [
    ...core.state.records.bankTransactions.keys(),
    ...core.state.records.manualJournals.keys(),
  ].filter((id) => !world.foreign.has(id));
  const unknown = documents.filter((id) => !known.has(id));
  const candidates = unknown.length > 0 ? unknown : documents;
  if (candidates.length === 0) return;
  const id = random.pick(candidates);
  world.meddled = true;
  world.trace(`a person in Xero deletes ${id.slice(0, 4)}`);
  world.control('PATCH', `documents/${id}`, { status: 'DELETED' });
}

/** A person in Xero changes the contact, the date or the reference of a document, preferably one that is open here. */
export function editDocument(world: World): void {
  const { core, random, xeroTenantId: tenantId, retokened, coded } = world;
  const { bankTransactions, manualJournals, contacts } = core.state.records;
  const known = new Set(world.table.items().map((item) => item['documentId'] ?? item['journalId']));
  const standing = [
    ...[...bankTransactions.values()].filter(({ status }) => status === 'AUTHORISED'),
    ...[...manualJournals.values()].filter(({ status }) => status === 'POSTED'),
  ].filter(({ id }) => !known.has(id) && !coded.has(id) && !world.foreign.has(id));
  if (standing.length === 0) return;
  const document = random.pick(standing);
  const isJournal = 'narration' in document;
  const active = [...contacts.values()].filter((one) => one.tenantId === tenantId && one.status === 'ACTIVE');
  const text = isJournal
    ? { narration: 'Coded by the bookkeeper' }
    : { reference: 'Coded by the bookkeeper' };
  const changes = {
    ...(random.chance(0.5) && { date: addDays(calendarDate('2025-01-01'), random.between(0, 200)) }),
    ...(!isJournal && random.chance(0.5) && active.length > 0 && { contactId: random.pick(active).id }),
    ...(world.mayLoseReferences && random.chance(0.5) && text),
  };
  world.trace(`a person in Xero edits ${document.id.slice(0, 4)}: ${Object.keys(changes).join(', ')}`);
  const before = isJournal ? document.narration : (document.reference ?? '');
  const isLost = 'narration' in changes || 'reference' in changes;
  if (isLost && !retokened.has(document.id)) retokened.set(document.id, before);
  world.control('POST', 'documents', { tenantId, documentId: document.id, action: 'edit', changes });
}

/** A bank rule codes a payment that is not posted yet, some days off, and perhaps reconciles it at once. */
export function codePayment(world: World, { terms, scheduleId, count, mapping }: SimulatedSchedule): void {
  const { core, random, xeroTenantId: tenantId, time, coded } = world;
  const number = random.between(1, Math.min(count, 6));
  const date = addDays(dateOfPayment(timetableOf(terms), number), random.between(-2, 2));
  const isKnown = [...coded.values()].some((one) => one.scheduleId === scheduleId && one.number === number);
  if (isKnown || date > businessDate(time.now())) return;
  const total = (terms.rows[0]?.amount ?? 0) + terms.administrationFee;
  const expense = [...core.state.records.accounts.values()].find(
    (account) => account.tenantId === tenantId && account.code === '404',
  );
  const document = {
    tenantId,
    date,
    contactName: 'Coded by a rule',
    bankAccountId: mapping.bankAccountId,
    lines: [{ accountId: expense?.id ?? '', amount: total / 100, taxType: 'BASEXCLUDED' }],
    reconciled: random.chance(0.5),
  };
  const answer = entering(world, () => world.control('POST', 'transactions', document)) as {
    transactionId?: string;
  };
  world.trace(`a bank rule codes payment ${number} of ${scheduleId.slice(0, 4)} on ${date}`);
  if (answer.transactionId === undefined) return;
  coded.set(answer.transactionId, { scheduleId, number, at: time.now(), date, total, answer: 'correct' });
}

/** Whether a transaction, payment or batch of others still stands, and is not a payment's document. */
export function isUnanswered({ core, table }: World, documentId: string): boolean {
  const isClaimed = table
    .items()
    .some((item) => item.sk.startsWith('TX#') && item['transactionId'] === documentId);
  const { bankTransactions, payments, batchPayments } = core.state.records;
  const document =
    bankTransactions.get(documentId) ?? payments.get(documentId) ?? batchPayments.get(documentId);
  return !isClaimed && document?.status === 'AUTHORISED';
}

/** A person in Xero deletes or voids a document. Returns false where Xero refuses that. */
export function deleteInXero(world: World, documentId: string): boolean {
  const { bankTransactions, manualJournals } = world.core.state.records;
  world.trace(`a person in Xero deletes ${documentId.slice(0, 4)}`);
  const action = bankTransactions.has(documentId) ? 'delete' : 'void';
  world.control('POST', 'documents', { tenantId: world.xeroTenantId, documentId, action });
  const status = (bankTransactions.get(documentId) ?? manualJournals.get(documentId))?.status;
  return status === 'DELETED' || status === 'VOIDED';
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
