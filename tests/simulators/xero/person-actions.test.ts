import { describe, expect, it } from 'vitest';
import { controlXero } from '../../support/xero-in-process.ts';
import { journal, freshClient, spend, type Json } from './test-client.ts';

const client = freshClient();

function post(changes: Json = {}): string {
  const { json } = client.call('PUT', '/BankTransactions', { body: spend(client, changes) });
  return json.BankTransactions[0].BankTransactionID;
}

function act(documentId: string, action: string, changes?: Json): { status: number; body: Json } {
  return controlXero(client.core, client.clock, 'POST', 'documents', {
    tenantId: client.tenantId,
    documentId,
    action,
    ...(changes === undefined ? {} : { changes }),
  });
}

const read = (id: string) => client.call('GET', `/BankTransactions/${id}`).json.BankTransactions[0];
const readJournal = (id: string) => client.call('GET', `/ManualJournals/${id}`).json.ManualJournals[0];

describe('a person in Xero', () => {
  it('edits a reconciled payment, but not its total', () => {
    const id = post();
    act(id, 'reconcile');
    const changes = { date: '2025-02-20', reference: 'Edited' };
    expect(act(id, 'edit', changes)).toMatchObject({ status: 200, body: { Reference: 'Edited' } });
    expect(read(id)).toMatchObject({ DateString: '2025-02-20T00:00:00', IsReconciled: true });
    expect(act(id, 'edit', { amount: 130 }).status).toBe(400);
    const update = { body: { BankTransactions: [{ BankTransactionID: id, Reference: 'From the app' }] } };
    expect(client.call('POST', `/BankTransactions/${id}`, update).status).toBe(400);
    expect(read(id)).toMatchObject({ Reference: 'Edited', Total: 100 });
  });

  it('voids and edits a journal, and can’t reconcile it', () => {
    const { json } = client.call('PUT', '/ManualJournals', { body: journal(client) });
    const id = json.ManualJournals[0].ManualJournalID;
    const lines = [
      { accountId: client.account('730'), amount: 80 },
      { accountId: client.account('900'), amount: -80 },
    ];
    expect(act(id, 'edit', { lines }).status).toBe(200);
    expect(readJournal(id).JournalLines.map((each: Json) => each.LineAmount)).toEqual([80, -80]);
    expect(act(id, 'edit', { lines: lines.slice(0, 1) }).status).toBe(400);
    expect(act(id, 'reconcile').status).toBe(400);
    expect(act(id, 'void')).toMatchObject({ status: 200, body: { Status: 'VOIDED' } });
    expect(readJournal(id).Status).toBe('VOIDED');
    expect(act(id, 'delete').status).toBe(400);
  });

  it('moves the documents of a merged contact and archives it', () => {
    const [id, other] = [post(), post({ Contact: { Name: 'Truck' } })];
    const [contactId, intoContactId] = [id, other].map((each) => read(each).Contact.ContactID);
    const merge = (input: object) =>
      controlXero(client.core, client.clock, 'POST', 'contacts/merge', {
        tenantId: client.tenantId,
        ...input,
      });
    expect(merge({ contactId, intoContactId }).status).toBe(200);
    expect(read(id).Contact).toEqual({ ContactID: intoContactId, Name: 'Truck' });
    expect(client.call('GET', `/Contacts/${contactId}`).json.Contacts[0]).toMatchObject({
      ContactStatus: 'ARCHIVED',
      MergedToContactID: intoContactId,
    });
    expect(merge({ contactId, intoContactId: contactId }).status).toBe(400);
  });
});
