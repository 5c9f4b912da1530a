import { beforeEach, describe, expect, it } from 'vitest';
import { journal, line, openDesk, refusal, spend, type Desk, type Json } from './desk.ts';

let desk: Desk;

beforeEach(() => {
  desk = openDesk();
});

const post = (document: Json) =>
  desk.call('PUT', '/BankTransactions', { body: { BankTransactions: [document] } });

const closed = (code: string) => `Account code '${code}' is not a valid code for this document.`;
const batch = () => ({ BankTransactions: [spend(desk), spend(desk, { LineItems: [] }), spend(desk)] });

describe('money spent', () => {
  it('is answered as Xero’s JSON: both shapes of the date, lines with ids, totals', () => {
    const { status, json } = post(spend(desk));
    expect(status).toBe(200);
    expect(json.BankTransactions).toEqual([
      {
        BankTransactionID: expect.stringMatching(/^[\da-f-]{36}$/),
        BankAccount: { AccountID: desk.account('090'), Code: '090', Name: 'Business Bank Account' },
        Type: 'SPEND',
        Reference: '',
        IsReconciled: false,
        HasAttachments: false,
        Contact: { ContactID: expect.any(String), Name: 'Ute' },
        DateString: '2025-02-15T00:00:00',
        Date: '/Date(1739577600000+0000)/',
        Status: 'AUTHORISED',
        LineAmountTypes: 'NoTax',
        LineItems: [
          {
            Description: 'A line',
            UnitAmount: 100,
            Quantity: 1,
            LineItemID: expect.any(String),
            Tracking: [],
            AccountID: desk.account('900'),
            AccountCode: '900',
            TaxType: 'NONE',
            TaxAmount: 0,
            LineAmount: 100,
          },
        ],
        SubTotal: 100,
        TotalTax: 0,
        Total: 100,
        UpdatedDateUTC: '/Date(1748736000000+0000)/',
        CurrencyCode: 'AUD',
      },
    ]);
  });

  it('takes amounts as inclusive of tax unless told otherwise, and dates it today', () => {
    const {
      LineAmountTypes: _types,
      Date: _date,
      ...rest
    } = spend(desk, {
      LineItems: [line(desk, '429', 110, { TaxType: 'INPUT' })],
    });
    expect(post(rest).json.BankTransactions[0]).toMatchObject({
      LineAmountTypes: 'Inclusive',
      DateString: '2025-06-01T00:00:00',
      SubTotal: 100,
      TotalTax: 10,
      Total: 110,
    });
  });

  it('rounds tax line by line, half up, then sums', () => {
    const cent = line(desk, '429', 0.05, { TaxType: 'INPUT' });
    const document = spend(desk, { LineAmountTypes: 'Exclusive', LineItems: [cent, cent, cent] });
    expect(post(document).json.BankTransactions[0]).toMatchObject({
      SubTotal: 0.15,
      TotalTax: 0.03,
      Total: 0.18,
    });
  });

  it('ignores fields it does not know, and reads numbers written as text', () => {
    const document = spend(desk, {
      Colour: 'blue',
      LineItems: [{ ...line(desk, '900', 1), UnitAmount: '12.50' }],
    });
    expect(post(document).json.BankTransactions[0]).toMatchObject({ Total: 12.5 });
  });

  it('makes a contact that is named for the first time, and finds it the second', () => {
    post(spend(desk));
    post(spend(desk, { Contact: { Name: 'UTE' } }));
    expect(desk.call('GET', '/Contacts').json.Contacts).toHaveLength(1);
  });

  it.each<[string, (own: Desk) => Json, string]>([
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
      'an account nobody has',
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
      'a tax type nobody has',
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
    ['a date that is none', () => ({ Date: '2025-02-30' }), 'The document date is not valid.'],
    [
      'another currency than the bank’s',
      () => ({ CurrencyCode: 'NZD' }),
      'The currency NZD does not match the currency of the bank account.',
    ],
    ['an unknown type', () => ({ Type: 'GIVE' }), "The Type 'GIVE' is not valid for a bank transaction."],
  ])('is refused with %s', (_, changes, message) => {
    expect(refusal(desk, 'BankTransactions', spend(desk, changes(desk)))).toEqual([message]);
    expect(desk.call('GET', '/BankTransactions').json.BankTransactions).toEqual([]);
    expect(desk.call('GET', '/Contacts').json.Contacts).toEqual([]);
  });

  it('may have negative lines as long as the total is positive', () => {
    expect(
      refusal(
        desk,
        'BankTransactions',
        spend(desk, { LineItems: [line(desk, '900', 100), line(desk, '850', -99.99)] }),
      ),
    ).toEqual([]);
  });

  it('is refused on an archived account, and for an archived contact', () => {
    const contactId = post(spend(desk)).json.BankTransactions[0].Contact.ContactID;
    desk.control('PATCH', `documents/${desk.account('900')}`, { status: 'ARCHIVED' });
    expect(refusal(desk, 'BankTransactions', spend(desk))).toEqual([
      "Account code '900' has been archived, or deleted.",
    ]);
    desk.control('PATCH', `documents/${desk.account('900')}`, { status: 'ACTIVE' });
    desk.control('PATCH', `documents/${contactId}`, { status: 'ARCHIVED' });
    expect(refusal(desk, 'BankTransactions', spend(desk, { Contact: { ContactID: contactId } }))).toEqual([
      'The contact with the specified contact details has been archived. The contact must be un-archived before creating new invoices or credit notes.',
    ]);
  });

  it('keeps to the organisation: accounts of another one are unknown', () => {
    desk.control('POST', 'behaviour', { lineAccount: 'id' });
    const [, other] = desk.core.state.records.organisations.keys();
    const foreign = [...desk.core.state.records.accounts.values()].find(
      (each) => each.tenantId === other,
    )?.id;
    const document = spend(desk, {
      LineItems: [{ ...line(desk, '900', 1), AccountID: foreign, AccountCode: undefined }],
    });
    expect(refusal(desk, 'BankTransactions', document)).toEqual([
      `Account code '${foreign}' is not a valid code for this document.`,
    ]);
  });

  it.each([
    [
      'endOfYearLockDate',
      '2025-02-15',
      'The document date cannot be before the end of year lock date, currently set at 15-Feb-2025',
    ],
    [
      'periodLockDate',
      '2025-02-16',
      'The document date cannot be before the period lock date, currently set at 16-Feb-2025',
    ],
  ])('is refused on or before the %s', (field, date, message) => {
    desk.control('PATCH', `organisations/${desk.tenantId}`, { [field]: date });
    expect(refusal(desk, 'BankTransactions', spend(desk))).toEqual([message]);
  });

  it('is taken the day after a lock date', () => {
    desk.control('PATCH', `organisations/${desk.tenantId}`, { periodLockDate: '2025-02-14' });
    expect(refusal(desk, 'BankTransactions', spend(desk))).toEqual([]);
  });
});

describe('a transaction that is there', () => {
  it('is deleted by its status, once', () => {
    const { BankTransactionID } = post(spend(desk)).json.BankTransactions[0];
    const remove = () =>
      desk.call('POST', `/BankTransactions/${BankTransactionID}`, { body: { Status: 'DELETED' } });
    expect(remove().json.BankTransactions[0].Status).toBe('DELETED');
    expect(remove().status).toBe(400);
    expect(desk.call('GET', `/BankTransactions/${BankTransactionID}`).json.BankTransactions[0].Status).toBe(
      'DELETED',
    );
  });

  it('is changed by a POST with its id, and keeps what the POST does not name', () => {
    const { BankTransactionID } = post(spend(desk)).json.BankTransactions[0];
    const body = { BankTransactions: [{ BankTransactionID, Reference: 'PD-1' }] };
    expect(desk.call('POST', '/BankTransactions', { body }).json.BankTransactions[0]).toMatchObject({
      BankTransactionID,
      Reference: 'PD-1',
      Total: 100,
      DateString: '2025-02-15T00:00:00',
    });
    expect(desk.call('GET', '/BankTransactions').json.BankTransactions).toHaveLength(1);
  });

  it('is not touched by a PUT, which creates another one', () => {
    const { BankTransactionID } = post(spend(desk)).json.BankTransactions[0];
    const [created] = post(spend(desk, { BankTransactionID })).json.BankTransactions;
    expect(created.BankTransactionID).not.toBe(BankTransactionID);
  });

  it('is not deleted once its date is locked', () => {
    const { BankTransactionID } = post(spend(desk)).json.BankTransactions[0];
    desk.control('PATCH', `organisations/${desk.tenantId}`, { periodLockDate: '2025-02-15' });
    expect(
      desk.call('POST', `/BankTransactions/${BankTransactionID}`, { body: { Status: 'DELETED' } }).status,
    ).toBe(400);
  });

  it('is not found under an id nobody has', () => {
    expect(desk.call('GET', `/BankTransactions/${desk.tenantId}`).status).toBe(404);
    expect(
      desk.call('POST', `/BankTransactions/${desk.tenantId}`, { body: { Status: 'DELETED' } }).status,
    ).toBe(404);
  });
});

describe('the link to the app', () => {
  it('is kept on transactions and journals, also when an update does not name it', () => {
    const Url = 'https://paydown.example/entity/1/2?paymentId=3';
    const [{ BankTransactionID }] = post(spend(desk, { Url })).json.BankTransactions;
    const path = `/BankTransactions/${BankTransactionID}`;
    desk.call('POST', path, { body: { Reference: 'PD-1' } });
    expect(desk.call('GET', path).json.BankTransactions[0]).toMatchObject({ Url, Reference: 'PD-1' });
    const { json } = desk.call('PUT', '/ManualJournals', { body: journal(desk, { Url }) });
    expect(json.ManualJournals[0].Url).toBe(Url);
  });

  it.each([
    ['https://example.com/xero/1', 'Url must not contain the word "xero".'],
    ['paydown.example', 'Url must be a valid absolute URL.'],
    ['javascript:alert(1)', 'Url must be a valid absolute URL.'],
  ])('is refused as %s', (Url, message) => {
    expect(refusal(desk, 'BankTransactions', spend(desk, { Url }))).toEqual([message]);
    expect(refusal(desk, 'ManualJournals', journal(desk, { Url }))).toEqual([message]);
  });
});

describe('money received', () => {
  it('debits the bank account and credits its lines', () => {
    post(spend(desk, { Type: 'RECEIVE' }));
    const [{ balances }] = desk.control('GET', 'state').organisations;
    expect(balances).toEqual({ [desk.account('090')]: 100, [desk.account('900')]: -100 });
  });
});

describe('a batch', () => {
  it('keeps the good ones and says how each fared, with summarizeErrors=false', () => {
    const { status, json } = desk.call('PUT', '/BankTransactions?summarizeErrors=false', { body: batch() });
    expect(status).toBe(200);
    expect(json.BankTransactions.map((each: Json) => each.StatusAttributeString)).toEqual([
      'OK',
      'ERROR',
      'OK',
    ]);
    expect(json.BankTransactions[1]).toMatchObject({
      BankTransactionID: '00000000-0000-0000-0000-000000000000',
      Type: 'SPEND',
      ValidationErrors: [{ Message: 'One or more line items must be specified' }],
    });
    expect(desk.call('GET', '/BankTransactions').json.BankTransactions).toHaveLength(2);
  });

  it('is refused as a whole without it, naming the bad ones', () => {
    const { status, json } = desk.call('PUT', '/BankTransactions', { body: batch() });
    expect(status).toBe(400);
    expect(json).toMatchObject({
      ErrorNumber: 10,
      Type: 'ValidationException',
      Message: 'A validation exception occurred',
      Elements: [
        { Type: 'SPEND', ValidationErrors: [{ Message: 'One or more line items must be specified' }] },
      ],
    });
    expect(desk.call('GET', '/BankTransactions').json.BankTransactions).toEqual([]);
  });

  it.each([
    ['nothing', '', 'NoDataProcessedException'],
    ['an empty list', '{"BankTransactions":[]}', 'NoDataProcessedException'],
    ['what is no JSON', '{"BankTransactions":[', 'PostDataInvalidException'],
    ['a list that is none', '{"BankTransactions":"all"}', 'PostDataInvalidException'],
    ['an amount that is no number', '{"LineItems":[{"UnitAmount":"much"}]}', 'PostDataInvalidException'],
  ])('of %s is refused', (_, body, type) => {
    const { status, json } = desk.call('PUT', '/BankTransactions', { body });
    expect([status, json.Type]).toEqual([400, type]);
  });

  it('that does not say it is JSON is refused', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(desk.call('PUT', '/BankTransactions', { body: batch(), headers }).status).toBe(415);
  });

  it('of more than 3.5 MB is refused', () => {
    const Description = 'x'.repeat(3_500_000);
    expect(post(spend(desk, { LineItems: [line(desk, '900', 1, { Description })] })).status).toBe(413);
  });
});
