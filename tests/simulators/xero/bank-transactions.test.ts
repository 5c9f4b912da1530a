import { describe, expect, it } from 'vitest';
import { journal, line, freshClient, refusal, spend, type TestClient, type Json } from './test-client.ts';

const client = freshClient();

const post = (document: Json) =>
  client.call('PUT', '/BankTransactions', { body: { BankTransactions: [document] } });

const closed = (code: string) => `Account code '${code}' is not a valid code for this document.`;
const batch = () => ({ BankTransactions: [spend(client), spend(client, { LineItems: [] }), spend(client)] });

describe('money spent', () => {
  it('uses inclusive amounts and today’s date by default', () => {
    const {
      LineAmountTypes: _types,
      Date: _date,
      ...rest
    } = spend(client, {
      LineItems: [line(client, '429', 110, { TaxType: 'INPUT' })],
    });
    expect(post(rest).json.BankTransactions[0]).toMatchObject({
      LineAmountTypes: 'Inclusive',
      DateString: '2025-06-01T00:00:00',
      SubTotal: 100,
      TotalTax: 10,
      Total: 110,
    });
  });

  it('rounds tax per line, half up, then sums', () => {
    const cent = line(client, '429', 0.05, { TaxType: 'INPUT' });
    const document = spend(client, { LineAmountTypes: 'Exclusive', LineItems: [cent, cent, cent] });
    expect(post(document).json.BankTransactions[0]).toMatchObject({
      SubTotal: 0.15,
      TotalTax: 0.03,
      Total: 0.18,
    });
  });

  it('ignores unknown fields and reads numbers written as text', () => {
    const document = spend(client, {
      Colour: 'blue',
      LineItems: [{ ...line(client, '900', 1), UnitAmount: '12.50' }],
    });
    expect(post(document).json.BankTransactions[0]).toMatchObject({ Total: 12.5 });
  });

  it('creates a contact at its first name and finds it at the second', () => {
    post(spend(client));
    post(spend(client, { Contact: { Name: 'UTE' } }));
    expect(client.call('GET', '/Contacts').json.Contacts).toHaveLength(1);
  });

  it.each<[string, (own: TestClient) => Json, string]>([
    ['no contact', () => ({ Contact: {} }), 'A Contact must be specified for this type of transaction'],
    ['no lines', () => ({ LineItems: [] }), 'One or more line items must be specified'],
    ['no bank account', () => ({ BankAccount: {} }), 'BankAccount must be specified.'],
    [
      'an account that is no bank',
      (own) => ({ BankAccount: { AccountID: own.account('900') } }),
      "Account code '900' is not a valid bank account for this document.",
    ],
    [
      'a negative total',
      (own) => ({ LineItems: [line(own, '900', -100)] }),
      'The document total must be greater than zero.',
    ],
    [
      'a total of zero',
      (own) => ({ LineItems: [line(own, '900', 100), line(own, '437', -100)] }),
      'The document total must be greater than zero.',
    ],
    ['a line of zero', (own) => ({ LineItems: [line(own, '900', 0)] }), 'UnitAmount must not be zero.'],
    [
      'no quantity',
      (own) => ({ LineItems: [line(own, '900', 1, { Quantity: 0 })] }),
      'Quantity must be greater than zero.',
    ],
    [
      'no description',
      (own) => ({ LineItems: [line(own, '900', 1, { Description: ' ' })] }),
      'Description is required',
    ],
    [
      'a description of more than 4,000 characters',
      (own) => ({ LineItems: [line(own, '900', 1, { Description: 'x'.repeat(4001) })] }),
      'The Description field must not be longer than 4000 characters.',
    ],
    ['a bank line', (own) => ({ LineItems: [line(own, '091', 1)] }), closed('091')],
    ['a receivables line', (own) => ({ LineItems: [line(own, '610', 1)] }), closed('610')],
    [
      'an unknown account',
      (own) => ({ LineItems: [{ ...line(own, '900', 1), AccountID: undefined, AccountCode: '999' }] }),
      closed('999'),
    ],
    [
      'no account',
      (own) => ({ LineItems: [{ ...line(own, '900', 1), AccountID: undefined, AccountCode: undefined }] }),
      'Account code must be specified',
    ],
    [
      'a tax type for another class',
      (own) => ({ LineItems: [line(own, '429', 1, { TaxType: 'OUTPUT' })] }),
      "The TaxType code 'OUTPUT' cannot be used with account code '429'.",
    ],
    [
      'an unknown tax type',
      (own) => ({ LineItems: [line(own, '429', 1, { TaxType: 'VAT' })] }),
      "The TaxType code 'VAT' does not exist or cannot be used for this type of transaction.",
    ],
    [
      'a tax amount of its own',
      (own) => ({
        LineAmountTypes: 'Exclusive',
        LineItems: [line(own, '429', 100, { TaxType: 'INPUT', TaxAmount: 9 })],
      }),
      'The tax amount (9.00) does not match the tax calculated (10.00)',
    ],
    [
      'a line amount that is no product',
      (own) => ({ LineItems: [line(own, '900', 10, { Quantity: 3, LineAmount: 29 })] }),
      'The line total 29.00 does not match the expected line total 30.00',
    ],
    [
      'a total that is no sum',
      () => ({ Total: 99 }),
      'The document total does not equal the sum of the lines.',
    ],
    ['an invalid date', () => ({ Date: '2025-02-30' }), 'The document date is not valid.'],
    [
      'another currency than the bank’s',
      () => ({ CurrencyCode: 'NZD' }),
      'The currency NZD does not match the currency of the bank account.',
    ],
    ['an unknown type', () => ({ Type: 'GIVE' }), "The Type 'GIVE' is not valid for a bank transaction."],
  ])('refuses a payment with %s', (_, changes, message) => {
    expect(refusal(client, 'BankTransactions', spend(client, changes(client)))).toEqual([message]);
    expect(client.call('GET', '/BankTransactions').json.BankTransactions).toEqual([]);
    expect(client.call('GET', '/Contacts').json.Contacts).toEqual([]);
  });

  it('accepts negative lines while the total is positive', () => {
    const LineItems = [line(client, '900', 100), line(client, '850', -99.99)];
    expect(refusal(client, 'BankTransactions', spend(client, { LineItems }))).toEqual([]);
  });

  it('refuses an archived account and an archived contact', () => {
    const contactId = post(spend(client)).json.BankTransactions[0].Contact.ContactID;
    client.control('PATCH', `documents/${client.account('900')}`, { status: 'ARCHIVED' });
    expect(refusal(client, 'BankTransactions', spend(client))).toEqual([
      "Account code '900' has been archived, or deleted.",
    ]);
    client.control('PATCH', `documents/${client.account('900')}`, { status: 'ACTIVE' });
    client.control('PATCH', `documents/${contactId}`, { status: 'ARCHIVED' });
    expect(refusal(client, 'BankTransactions', spend(client, { Contact: { ContactID: contactId } }))).toEqual(
      [
        'The contact with the specified contact details has been archived. The contact must be un-archived before creating new invoices or credit notes.',
      ],
    );
  });

  it('refuses an account of another organisation', () => {
    client.control('POST', 'behaviour', { lineAccount: 'id' });
    const [, other] = client.core.state.records.organisations.keys();
    const foreign = [...client.core.state.records.accounts.values()].find(
      (each) => each.tenantId === other,
    )?.id;
    const document = spend(client, {
      LineItems: [{ ...line(client, '900', 1), AccountID: foreign, AccountCode: undefined }],
    });
    expect(refusal(client, 'BankTransactions', document)).toEqual([
      `Account code '${foreign}' is not a valid code for this document.`,
    ]);
  });
});

describe('an existing transaction', () => {
  it('deletes a transaction by its status, once, but not on a locked date', () => {
    const { BankTransactionID } = post(spend(client)).json.BankTransactions[0];
    const path = `/BankTransactions/${BankTransactionID}`;
    const lockUntil = (periodLockDate: string | null) =>
      client.control('PATCH', `organisations/${client.tenantId}`, { periodLockDate });
    const remove = () => client.call('POST', path, { body: { Status: 'DELETED' } });
    lockUntil('2025-02-15');
    expect(remove().status).toBe(400);
    lockUntil(null);
    expect(remove().json.BankTransactions[0].Status).toBe('DELETED');
    expect(remove().status).toBe(400);
    expect(client.call('GET', path).json.BankTransactions[0].Status).toBe('DELETED');
  });

  it('changes the fields that a POST names and keeps the others', () => {
    const { BankTransactionID } = post(spend(client)).json.BankTransactions[0];
    const body = { BankTransactions: [{ BankTransactionID, Reference: 'PD-1' }] };
    expect(client.call('POST', '/BankTransactions', { body }).json.BankTransactions[0]).toMatchObject({
      BankTransactionID,
      Reference: 'PD-1',
      Total: 100,
      DateString: '2025-02-15T00:00:00',
    });
    expect(client.call('GET', '/BankTransactions').json.BankTransactions).toHaveLength(1);
  });

  it('creates another transaction on PUT with an existing id', () => {
    const { BankTransactionID } = post(spend(client)).json.BankTransactions[0];
    const [created] = post(spend(client, { BankTransactionID })).json.BankTransactions;
    expect(created.BankTransactionID).not.toBe(BankTransactionID);
  });
});

describe('the link to the app', () => {
  it.each([
    ['https://example.com/xero/1', 'Url must not contain the word "xero".'],
    ['paydown.example', 'Url must be a valid absolute URL.'],
    ['javascript:alert(1)', 'Url must be a valid absolute URL.'],
  ])('refuses the Url %s', (Url, message) => {
    expect(refusal(client, 'BankTransactions', spend(client, { Url }))).toEqual([message]);
    expect(refusal(client, 'ManualJournals', journal(client, { Url }))).toEqual([message]);
  });
});

describe('a batch', () => {
  it.each([
    ['nothing', '', 'NoDataProcessedException'],
    ['an empty list', '{"BankTransactions":[]}', 'NoDataProcessedException'],
    ['invalid JSON', '{"BankTransactions":[', 'PostDataInvalidException'],
    ['text instead of a list', '{"BankTransactions":"all"}', 'PostDataInvalidException'],
    ['an amount in words', '{"LineItems":[{"UnitAmount":"much"}]}', 'PostDataInvalidException'],
  ])('refuses a batch of %s', (_, body, type) => {
    const { status, json } = client.call('PUT', '/BankTransactions', { body });
    expect([status, json.Type]).toEqual([400, type]);
  });

  it('refuses a batch without the JSON content type', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(client.call('PUT', '/BankTransactions', { body: batch(), headers }).status).toBe(415);
  });

  it('refuses a batch of more than 3.5 MB', () => {
    const Description = 'x'.repeat(3_500_000);
    expect(post(spend(client, { LineItems: [line(client, '900', 1, { Description })] })).status).toBe(413);
  });
});
