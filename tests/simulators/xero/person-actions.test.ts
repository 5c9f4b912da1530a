import { describe, expect, it } from 'vitest';
import { controlXero } from '../../support/xero-in-process.ts';
import { journal, line, freshClient, spend, type Json } from './test-client.ts';

const client = freshClient();

const RECONCILED = 'This Bank Transaction cannot be edited as it has been reconciled with a Bank Statement.';

function post(changes: Json = {}): string {
  const { json } = client.call('PUT', '/BankTransactions', { body: spend(client, changes) });
  return json.BankTransactions[0].BankTransactionID;
}

function postJournal(): string {
  return client.call('PUT', '/ManualJournals', { body: journal(client) }).json.ManualJournals[0]
    .ManualJournalID;
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
  it('refuses to delete a payment while it is reconciled', () => {
    const id = post();
    act(id, 'reconcile');
    expect(read(id).IsReconciled).toBe(true);
    expect(act(id, 'delete')).toEqual({ status: 400, body: { message: RECONCILED } });
    act(id, 'unreconcile');
    expect(read(id).IsReconciled).toBe(false);
    expect(act(id, 'delete').status).toBe(200);
  });

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

  it('codes a bank line by a bank rule', () => {
    const { status, body } = controlXero(client.core, client.clock, 'POST', 'transactions', {
      tenantId: client.tenantId,
      date: '2025-02-15',
      contactName: 'Toyota Finance',
      bankAccountId: client.account('090'),
      lines: [{ accountId: client.account('437'), amount: 1004.5, taxType: 'INPUT' }],
      reconciled: true,
    });
    expect(status).toBe(201);
    const id = (body as { transactionId: string }).transactionId;
    expect(read(id)).toMatchObject({
      Type: 'SPEND',
      Status: 'AUTHORISED',
      Contact: { Name: 'Toyota Finance' },
      Total: 1004.5,
      TotalTax: 91.32,
      IsReconciled: true,
      Reference: '',
    });
  });

  it('edits a payment by short names', () => {
    const id = post({ LineItems: [line(client, '900', 100), line(client, '437', 20)] });
    client.clock.advance(1000);
    expect(act(id, 'edit', { date: '2025-02-20', reference: 'Edited', amount: 130 }).status).toBe(200);
    expect(read(id)).toMatchObject({
      DateString: '2025-02-20T00:00:00',
      Reference: 'Edited',
      Total: 130,
      UpdatedDateUTC: `/Date(${client.clock.now()}+0000)/`,
      LineItems: [{ UnitAmount: 110 }, { UnitAmount: 20 }],
    });
    act(id, 'edit', { lines: [{ accountId: client.account('850'), amount: 75 }] });
    expect(read(id)).toMatchObject({ Total: 75, LineItems: [{ AccountCode: '850' }] });
  });

  it('edits a payment by the field names of the document', () => {
    const id = post();
    act(id, 'edit', { Reference: 'Edited', BankAccount: { AccountID: client.account('091') } });
    expect(read(id)).toMatchObject({ Reference: 'Edited', BankAccount: { Code: '091' } });
  });

  it('voids and edits a journal, and can’t reconcile it', () => {
    const id = postJournal();
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

  it('finds no document of another organisation', () => {
    const [, other] = client.core.state.records.organisations.keys();
    const request = { tenantId: other, documentId: post(), action: 'delete' };
    expect(controlXero(client.core, client.clock, 'POST', 'documents', request).status).toBe(404);
    expect(act('00000000-0000-4000-8000-000000000000', 'delete').status).toBe(404);
  });

  it('posts a journal of another user, by account ids', () => {
    const lines = [
      { accountId: client.account('437'), amount: 12.34 },
      { accountId: client.account('900'), amount: -12.34 },
    ];
    const request = { tenantId: client.tenantId, date: '2025-03-31', lines };
    const answer = controlXero(client.core, client.clock, 'POST', 'journals', request);
    expect(answer).toMatchObject({
      status: 201,
      body: { Status: 'POSTED', DateString: '2025-03-31T00:00:00' },
    });
    const [organisation] = client.control('GET', 'state').organisations;
    expect(organisation.balances[client.account('900')]).toBe(-12.34);
    const unbalanced = { ...request, lines: lines.slice(0, 1) };
    expect(controlXero(client.core, client.clock, 'POST', 'journals', unbalanced).status).toBe(400);
  });

  it('moves the documents of a merged contact and archives it', () => {
    const id = post();
    const other = post({ Contact: { Name: 'Truck' } });
    const [contactId, intoContactId] = [id, other].map((each) => read(each).Contact.ContactID);
    const merge = { tenantId: client.tenantId, contactId, intoContactId };
    expect(controlXero(client.core, client.clock, 'POST', 'contacts/merge', merge).status).toBe(200);
    expect(read(id).Contact).toEqual({ ContactID: intoContactId, Name: 'Truck' });
    expect(client.call('GET', `/Contacts/${contactId}`).json.Contacts[0]).toMatchObject({
      ContactStatus: 'ARCHIVED',
      MergedToContactID: intoContactId,
    });
    expect(
      controlXero(client.core, client.clock, 'POST', 'contacts/merge', {
        ...merge,
        intoContactId: contactId,
      }),
    ).toMatchObject({ status: 400 });
  });
});
