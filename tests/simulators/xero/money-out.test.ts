/** Every way in which money leaves the bank beside SPEND, and the lists that show it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ODD_KINDS } from '../../../scripts/simulators/xero/core/records.ts';
import { controlXero } from '../../support/xero-in-process.ts';
import { freshClient, type Json } from './test-client.ts';

const client = freshClient();

let reader = '';

beforeEach(() => {
  const code = client.consent('openid profile email accounting.payments.read accounting.banktransactions');
  reader = client.exchange({ grant_type: 'authorization_code', code }).json.access_token;
});

function act(method: string, path: string, input: Json): { status: number; body: Json } {
  return controlXero(client.core, client.clock, method, path, { tenantId: client.tenantId, ...input });
}

const get = (path: string, query: Readonly<Record<string, string>> = {}): Json =>
  client.call('GET', `/${path}?${new URLSearchParams(query).toString()}`, { token: reader }).json;

const payments = (query: Readonly<Record<string, string>> = {}): Json[] => get('Payments', query).Payments;
const transactions = (query: Readonly<Record<string, string>> = {}): Json[] =>
  get('BankTransactions', { page: '1', ...query }).BankTransactions;

const bill = (amount: number, more: Json = {}) =>
  act('POST', 'bills', {
    date: '2025-02-01',
    contactName: 'Toyota Finance',
    lines: [{ accountId: client.account('900'), amount, taxType: 'BASEXCLUDED' }],
    payments: [],
    ...more,
  });

const payment = (more: Json = {}): Json => ({
  date: '2025-02-16',
  bankAccountId: client.account('090'),
  ...more,
});

const balanceOf = (code: string): number =>
  client.control('GET', 'state').organisations[0].balances[client.account(code)] ?? 0;

describe('a bill', () => {
  it('is paid, and its payment stands in the payments but not in the bank transactions', () => {
    const { body, status } = bill(1004.5, { number: 'B-901', payments: [payment()] });
    expect(status).toBe(201);
    const [paymentId] = body.paymentIds;
    expect(payments()).toEqual([
      expect.objectContaining({
        PaymentID: paymentId,
        PaymentType: 'ACCPAYPAYMENT',
        Status: 'AUTHORISED',
        Date: `/Date(${Date.UTC(2025, 1, 16)}+0000)/`,
        Amount: 1004.5,
        BankAmount: 1004.5,
        CurrencyRate: 1,
        IsReconciled: false,
        Account: { AccountID: client.account('090'), Code: '090' },
        Invoice: expect.objectContaining({
          Type: 'ACCPAY',
          InvoiceID: body.invoiceId,
          InvoiceNumber: 'B-901',
          Contact: { ContactID: expect.anything(), Name: 'Toyota Finance' },
        }),
      }),
    ]);
    expect(transactions()).toEqual([]);
    const [{ invoices }] = client.control('GET', 'state').organisations;
    expect(invoices).toMatchObject([
      { InvoiceID: body.invoiceId, Status: 'PAID', AmountDue: 0, Total: 1004.5 },
    ]);
    expect([balanceOf('090'), balanceOf('800'), balanceOf('900')]).toEqual([-1004.5, 0, 1004.5]);
  });

  it('is paid in the currency of the bank account', () => {
    const paid = payment({ bankAmount: 500 });
    expect(bill(325, { currency: 'USD', payments: [paid] }).status).toBe(201);
    expect(payments()[0]).toMatchObject({ Amount: 325, BankAmount: 500, CurrencyRate: 0.65 });
    expect([balanceOf('090'), balanceOf('800'), balanceOf('900')]).toEqual([-500, 0, 500]);
  });

  it('is not paid beyond what is due, twice, or from an account that is no bank account', () => {
    expect(
      bill(100, { payments: [payment({ amount: 60 }), payment({ amount: 60 })] }).body.message,
    ).toContain('exceeds the amount outstanding on this document: 40.00');
    expect(bill(100, { payments: [payment({ bankAccountId: client.account('900') })] }).status).toBe(400);
    expect(bill(100, { payments: [payment({ bankAmount: 99 })] }).status).toBe(400);
    expect(payments()).toEqual([]);
  });

  it('is voided once its payment is removed, which a reconciled one is not', () => {
    const { body } = bill(100, { payments: [payment({ reconciled: true })] });
    const [documentId] = body.paymentIds;
    const document = (id: string, action: string) => act('POST', 'documents', { documentId: id, action });
    expect(document(body.invoiceId, 'void').status).toBe(400);
    expect(document(documentId, 'delete').body.message).toContain('reconciled');
    expect(document(documentId, 'unreconcile').status).toBe(200);
    expect(document(documentId, 'delete').status).toBe(200);
    expect(document(documentId, 'delete').status).toBe(400);
    expect(payments()[0]).toMatchObject({ Status: 'DELETED' });
    expect(document(body.invoiceId, 'void').status).toBe(200);
    expect([balanceOf('090'), balanceOf('900')]).toEqual([0, 0]);
    expect(document('unknown', 'delete').status).toBe(404);
  });
});

describe('a batch', () => {
  it('pays bills by one bank line, whose total its payments name', () => {
    const invoiceIds = [bill(400).body.invoiceId, bill(604.5).body.invoiceId];
    const batch = { date: '2025-02-16', bankAccountId: client.account('090'), invoiceIds };
    const { body, status } = act('POST', 'batches', batch);
    expect(status).toBe(201);
    const found = payments();
    expect(found.map(({ PaymentID }) => PaymentID)).toEqual(body.paymentIds);
    expect(found.map(({ Amount }) => Amount)).toEqual([400, 604.5]);
    for (const { BatchPaymentID, BatchPayment } of found) {
      expect(BatchPaymentID).toBe(body.batchPaymentId);
      expect(BatchPayment).toMatchObject({ Type: 'PAYBATCH', TotalAmount: 1004.5, IsReconciled: false });
    }
    act('POST', 'documents', { documentId: body.paymentIds[0], action: 'reconcile' });
    expect(payments().map(({ IsReconciled }) => IsReconciled)).toEqual([true, true]);
    expect(payments()[0].BatchPayment).toMatchObject({ TotalAmount: '1004.50', IsReconciled: 'true' });
    expect(act('POST', 'batches', { ...batch, invoiceIds: ['unknown'] }).status).toBe(404);
    expect(act('POST', 'batches', batch).status).toBe(400);
  });
});

describe('a transfer', () => {
  const transfer = (amount = 1004.5): Json =>
    act('POST', 'transfers', {
      date: '2025-02-16',
      fromBankAccountId: client.account('090'),
      toBankAccountId: client.account('091'),
      amount,
    }).body;

  it('stands in the transfers and, side by side, in the bank transactions', () => {
    const { bankTransferId, fromTransactionId, toTransactionId } = transfer();
    expect(transactions()).toMatchObject([
      { BankTransactionID: fromTransactionId, Type: 'SPEND-TRANSFER', Total: 1004.5 },
      { BankTransactionID: toTransactionId, Type: 'RECEIVE-TRANSFER', Total: 1004.5 },
    ]);
    expect(transactions()[0]).not.toHaveProperty('Contact');
    expect(get('BankTransfers').BankTransfers).toMatchObject([
      { BankTransferID: bankTransferId, Amount: 1004.5, FromBankTransactionID: fromTransactionId },
    ]);
    expect([balanceOf('090'), balanceOf('091')]).toEqual([-1004.5, 1004.5]);
  });

  it('is deleted as a whole, by people alone', () => {
    const { bankTransferId, toTransactionId } = transfer();
    const body = { BankTransactionID: toTransactionId, Status: 'DELETED' };
    expect(client.call('POST', `/BankTransactions/${toTransactionId}`, { body }).status).toBe(400);
    expect(act('POST', 'documents', { documentId: toTransactionId, action: 'delete' }).status).toBe(200);
    expect(transactions().map(({ Status }) => Status)).toEqual(['DELETED', 'DELETED']);
    expect(get('BankTransfers').BankTransfers).toEqual([]);
    expect(get('BankTransfers', { includeDeleted: 'true' }).BankTransfers).toMatchObject([
      { BankTransferID: bankTransferId, Status: 'DELETED' },
    ]);
  });

  it('needs two bank accounts', () => {
    const accounts = { fromBankAccountId: client.account('090'), toBankAccountId: client.account('900') };
    expect(act('POST', 'transfers', { date: '2025-02-16', amount: 5, ...accounts }).status).toBe(400);
  });
});

describe('money spent or received', () => {
  const enter = (more: Json) =>
    act('POST', 'transactions', {
      date: '2025-02-16',
      contactName: 'Toyota Finance',
      bankAccountId: client.account('090'),
      lines: [{ accountId: client.account('620'), amount: 100, taxType: 'BASEXCLUDED' }],
      ...more,
    });

  it.each(['SPEND-PREPAYMENT', 'SPEND-OVERPAYMENT', 'RECEIVE-PREPAYMENT', 'RECEIVE-OVERPAYMENT', 'RECEIVE'])(
    'has the type %s where a person enters it so',
    (type) => {
      expect(enter({ type, reference: 'R-1', lineAmountTypes: 'Exclusive' }).status).toBe(201);
      const [found] = transactions();
      expect(found).toMatchObject({ Type: type, Reference: 'R-1', LineAmountTypes: 'Exclusive', Total: 100 });
      expect('PrepaymentID' in found).toBe(type.endsWith('PREPAYMENT'));
      expect('OverpaymentID' in found).toBe(type.endsWith('OVERPAYMENT'));
      expect(balanceOf('090')).toBe(type.startsWith('SPEND') ? -100 : 100);
    },
  );

  it('has no contact where a person names none', () => {
    expect(enter({ contactName: null }).status).toBe(201);
    expect(transactions()[0]).not.toHaveProperty('Contact');
    expect(enter({ contactName: undefined }).status).toBe(400);
  });

  it('is not created by the app with a type that Xero only shows', () => {
    const body = { Type: 'SPEND-TRANSFER', BankAccount: { AccountID: client.account('090') }, LineItems: [] };
    expect(client.call('PUT', '/BankTransactions', { body }).status).toBe(400);
  });
});

describe('GET /Payments', () => {
  beforeEach(() => {
    for (const date of ['2025-02-10', '2025-02-20', '2025-03-20'])
      bill(100, { payments: [payment({ date })] });
  });

  it('filters by its indexed fields, orders and pages', () => {
    const where =
      'PaymentType=="ACCPAYPAYMENT" AND Status=="AUTHORISED" AND Date>=DateTime(2025,02,01) AND Date<=DateTime(2025,02,28)';
    const found = get('Payments', { where, order: 'PaymentID ASC', page: '1', pageSize: '1' });
    expect(found.pagination).toEqual({ page: 1, pageSize: 1, pageCount: 2, itemCount: 2 });
    const ids = ['1', '2'].map(
      (page) => payments({ where, order: 'PaymentID ASC', page, pageSize: '1' })[0].PaymentID,
    );
    expect(ids).toEqual(ids.toSorted((a, b) => a.localeCompare(b)));
    expect(payments({ where: 'PaymentType=="ACCRECPAYMENT"' })).toEqual([]);
    expect(get('Payments', { where: 'Colour=="red"' }).Type).toBe('QueryParseException');
    expect(get('Payments', { where: 'PaymentType=="A" OR PaymentType=="B"' }).Type).toBe(
      'QueryParseException',
    );
  });

  it('reads one by its id, and is read only', () => {
    const [first] = payments();
    expect(get(`Payments/${first.PaymentID}`).Payments).toEqual([first]);
    expect(client.call('GET', '/Payments/unknown', { token: reader }).status).toBe(404);
    expect(client.call('PUT', '/Payments', { token: reader, body: {} }).status).toBe(401);
  });

  it('needs the scope of payments, which a person can leave unticked', () => {
    const query = new URLSearchParams({
      client_id: client.core.app.clientId,
      response_type: 'code',
      redirect_uri: client.core.app.redirectUris[0] ?? '',
      scope: 'openid accounting.payments.read accounting.settings',
    });
    const { location } = client.control('POST', 'consent', {
      authoriseUrl: `http://localhost:4001/identity/connect/authorize?${query.toString()}`,
      decision: 'allow',
      withoutScopes: ['accounting.payments.read'],
    });
    const code = new URL(location).searchParams.get('code') ?? '';
    const granted = client.exchange({ grant_type: 'authorization_code', code }).json;
    expect(granted.scope).toBe('openid accounting.settings');
    const token = granted.access_token;
    expect(client.call('GET', '/Payments', { token })).toMatchObject({
      status: 401,
      json: { Detail: 'AuthorizationUnsuccessful' },
    });
    expect(client.call('GET', '/Accounts', { token }).status).toBe(200);
  });

  it('is closed to users of invoices only', () => {
    client.control('PATCH', `organisations/${client.tenantId}`, { userRole: 'invoice-only' });
    for (const path of ['/Payments', '/BankTransactions', '/BankTransfers']) {
      expect(client.call('GET', path, { token: reader }).status).toBe(403);
    }
  });
});

describe('an odd document', () => {
  const enter = (kind: string) => act('POST', 'odd', { kind, date: '2025-02-16', total: 42.5 });

  const shown = (id: string): Json =>
    [...transactions(), ...client.call('GET', '/ManualJournals?page=1').json.ManualJournals].find(
      (one: Json) => one.BankTransactionID === id || one.ManualJournalID === id,
    );

  const shapes: Readonly<Record<string, (document: Json) => unknown>> = {
    'description-only-line': ({ LineItems }) => LineItems.some((one: Json) => one.LineAmount === undefined),
    'no-line-amount': ({ LineItems, Total }) => LineItems[0].LineAmount === undefined && Total === 42.5,
    'no-lines': ({ LineItems, Total }) => LineItems === undefined && Total === 42.5,
    'no-contact': ({ Contact }) => Contact === undefined,
    'empty-contact': ({ Contact }) => Object.keys(Contact).length === 0,
    'null-line-amount-types': ({ LineAmountTypes }) => LineAmountTypes === null,
    'null-reconciled': ({ IsReconciled }) => IsReconciled === null,
    'offset-date': ({ Date: date, DateString }) =>
      date === `/Date(${Date.UTC(2025, 1, 15, 13)}+1100)/` && DateString === undefined,
    'unknown-type': ({ Type }) => Type === 'SPEND-CARD',
    'foreign-currency': ({ CurrencyCode, CurrencyRate }) => CurrencyCode === 'USD' && CurrencyRate === 0.65,
    'no-total': ({ Total, LineItems }) => Total === undefined && LineItems[0].LineAmount === undefined,
    'journal-without-lines': ({ JournalLines }) => JournalLines === undefined,
    'journal-without-date': ({ Date: date, DateString }) => date === undefined && DateString === undefined,
    'blank-journal-line': ({ JournalLines }) => JournalLines.some((one: Json) => one.IsBlank),
    'archived-journal': ({ Status }) => Status === 'ARCHIVED',
    'draft-journal': ({ Status }) => Status === 'DRAFT',
  };

  it.each(ODD_KINDS)('has the shape of %s in lists, by id and in the state', (kind) => {
    const { body, status } = enter(kind);
    expect(status).toBe(201);
    const document = shown(body.documentId);
    expect([document, shapes[kind]?.(document)]).toEqual([document, true]);
    const path = kind.includes('journal') ? 'ManualJournals' : 'BankTransactions';
    expect(client.call('GET', `/${path}/${body.documentId}`).json[path]).toEqual([document]);
    const [{ bankTransactions, manualJournals }] = client.control('GET', 'state').organisations;
    expect([...bankTransactions, ...manualJournals]).toContainEqual(document);
  });

  it('is found by its own date and bank account, and keeps the books in balance', () => {
    const day = 'Date>=DateTime(2025,02,16) AND Date<=DateTime(2025,02,16)';
    for (const kind of ODD_KINDS) enter(kind);
    const isTransaction = (kind: string) => !kind.includes('journal');
    expect(transactions({ where: day })).toHaveLength(ODD_KINDS.filter(isTransaction).length);
    const [{ balances }] = client.control('GET', 'state').organisations;
    expect(Object.values<number>(balances).reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(
      0,
    );
    const { body } = act('POST', 'odd', {
      kind: 'no-contact',
      date: '2025-02-17',
      bankAccountId: client.account('091'),
    });
    expect(shown(body.documentId).BankAccount.Code).toBe('091');
  });
});
