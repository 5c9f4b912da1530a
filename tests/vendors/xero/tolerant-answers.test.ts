import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../functions/vendors/xero/operations.ts';
import { xeroBooks } from '../../../functions/vendors/xero/books.ts';
import { connectionsAnswer } from '../../../functions/vendors/xero/answers.ts';
import { trialBalanceAnswer } from '../../../functions/vendors/xero/trial-balance-answer.ts';
import { failureOf } from '../../../functions/vendors/xero/failures.ts';
import type { XeroTenantId } from '../../../functions/services/xero/port.ts';

const access = { accessToken: 'token', tenantId: 'tenant' as XeroTenantId };

/** Books whose every answer is `body`, and the elements that they left out. */
function booksAnswering(body: unknown) {
  const leftOut: [string, number][] = [];
  const books = xeroBooks(
    async (_access, _operation: Operation) => ({ status: 200, headers: {}, body }),
    (list, problems) => void leftOut.push([list, problems.length]),
  );
  return { books, leftOut };
}

const account = (more: object) => ({
  AccountID: 'a',
  Code: '404',
  Name: 'Bank Fees',
  Class: 'EXPENSE',
  Type: 'EXPENSE',
  Status: 'ACTIVE',
  ...more,
});

const taxRate = (more: object) => ({
  TaxType: 'INPUT',
  Name: 'GST on Expenses',
  Status: 'ACTIVE',
  EffectiveRate: 10,
  CanApplyToAssets: true,
  CanApplyToEquity: true,
  CanApplyToExpenses: true,
  CanApplyToLiabilities: true,
  CanApplyToRevenue: false,
  ...more,
});

describe('a list of Xero', () => {
  // Evidence for Xero unknown-kinds
  it('loses an account of an unknown class only, and reports it', async () => {
    const { books, leftOut } = booksAnswering({
      Accounts: [account({}), account({ AccountID: 'b', Class: 'COMMITMENT' }), account({ AccountID: 'c' })],
    });
    expect((await books.accounts(access)).map(({ id }) => id)).toEqual(['a', 'c']);
    expect(leftOut).toEqual([['getAccounts', 1]]);
  });

  it('loses a tax rate without an effective rate only', async () => {
    const { books, leftOut } = booksAnswering({
      TaxRates: [taxRate({ TaxType: 'ODD', EffectiveRate: null }), taxRate({})],
    });
    expect((await books.taxRates(access)).map(({ taxType }) => taxType)).toEqual(['INPUT']);
    expect(leftOut).toEqual([['getTaxRates', 1]]);
  });

  it('loses a contact whose name is not a text only', async () => {
    const { books } = booksAnswering({
      Contacts: [
        { ContactID: 'x', Name: 7, ContactStatus: 'ACTIVE' },
        { ContactID: 'y', Name: 'Truck', ContactStatus: 'ACTIVE' },
      ],
    });
    expect(await books.findContact(access, 'truck')).toMatchObject({ id: 'y' });
  });

  it('reports nothing when every element is readable', async () => {
    const { books, leftOut } = booksAnswering({ Accounts: [account({ SomethingNew: {} })] });
    expect(await books.accounts(access)).toHaveLength(1);
    expect(leftOut).toEqual([]);
  });

  it('tells whether each action is allowed, and ignores an action of an unknown shape', async () => {
    const { books } = booksAnswering({
      Actions: [
        { Name: 'CreateManualJournal', Status: 'ALLOWED' },
        { Name: 'UseMulticurrency', Status: 'NOT-ALLOWED' },
        { Name: 'Odd' },
      ],
    });
    expect([...(await books.keyActions(access))]).toEqual([
      ['CreateManualJournal', true],
      ['UseMulticurrency', false],
    ]);
  });

  it('fails as a whole when it is no list', async () => {
    const { books } = booksAnswering({ Accounts: {} });
    await expect(books.accounts(access)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('leaves out a connection without a readable date', () => {
    const connection = (more: object) => ({
      id: 'c',
      tenantId: 't',
      tenantType: 'ORGANISATION',
      tenantName: 'Demo Company (AU)',
      updatedDateUtc: '2026-07-09T23:40:30.1833130',
      ...more,
    });
    const { elements, leftOut } = connectionsAnswer.parse([
      connection({}),
      connection({ id: 'd', updatedDateUtc: 'yesterday' }),
    ]);
    expect(elements).toEqual([
      {
        connectionId: 'c',
        tenantId: 't',
        name: 'Demo Company (AU)',
        updatedAt: Date.UTC(2026, 6, 9, 23, 40, 30, 183),
      },
    ]);
    expect(leftOut).toHaveLength(1);
  });
});

describe('a search for documents', () => {
  const search = {
    type: 'SPEND',
    from: '2026-01-01',
    to: '2026-01-31',
    contactId: null,
    page: 1,
  } as const;

  it.each([
    ['without an id', { Reference: 'r' }],
    ['with an unreadable reference', { BankTransactionID: 'a', Reference: 7 }],
  ])('fails for a document %s, since it proves nothing', async (_what, document) => {
    const { books } = booksAnswering({ BankTransactions: [{ BankTransactionID: 'b' }, document] });
    await expect(books.findDocuments(access, search)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('a list of payments of bills', () => {
  const payment = (more: object) => ({
    PaymentID: 'p',
    Date: '/Date(1738368000000+0000)/',
    Amount: 10,
    Account: { AccountID: 'bank' },
    ...more,
  });
  const range = { from: '2025-02-01', to: '2025-02-28', page: 1 } as const;
  const read = (...Payments: object[]) => {
    const scope = Buffer.from(JSON.stringify({ scope: ['accounting.payments.read'] })).toString('base64url');
    const own = { ...access, accessToken: `e30.${scope}.` };
    return booksAnswering({ Payments }).books.billPayments(own, range);
  };
  const batch = (TotalAmount: unknown) => ({ BatchPayment: { BatchPaymentID: 'b', TotalAmount } });

  it.each([
    [{ Amount: '12.50' }, 1250, null],
    [{ BankAmount: '11.00' }, 1100, null],
    [batch('25.00'), 1000, { id: 'b', total: 2500 }],
    [batch(25), 1000, { id: 'b', total: 2500 }],
    [batch('1,250.00'), 1000, { id: 'b', total: null }],
    [batch({}), 1000, { id: 'b', total: null }],
  ])('reads the amounts of %j', async (more, total, found) => {
    const { payments, unreadable } = await read(payment(more));
    expect(unreadable).toEqual([]);
    expect(payments).toMatchObject([{ id: 'p', total, batch: found }]);
  });

  it.each([{ Amount: 'ten' }, { Amount: null }, { Account: null }, { Date: 'soon' }])(
    'tells a payment apart that has %j',
    async (odd) => {
      const { payments, unreadable } = await read(payment(odd), payment({ PaymentID: 'q' }));
      expect(payments.map(({ id }) => id)).toEqual(['q']);
      expect(unreadable).toMatchObject([{ id: 'p' }]);
    },
  );
});

describe('an answer of 403', () => {
  const failure = (Detail: string) => failureOf({ status: 403, headers: {}, body: { Detail } });

  it('names the role that is needed, with Xero’s own detail', () => {
    const error = failure('You are not permitted to access this resource');
    expect(error).toMatchObject({ kind: 'forbidden', status: 409, title: 'Xero-Permission' });
    expect(error.message).toMatch(/Adviser, or Standard with reporting permission/);
    expect(error.message).toContain('You are not permitted to access this resource');
  });

  it.each(['AuthenticationUnsuccessful', 'AuthorizationUnsuccessful', ''])(
    'is not judged by its words “%s”, which it does not show',
    (Detail) => {
      const error = failure(Detail);
      expect(error).toMatchObject({ kind: 'forbidden', title: 'Xero-Permission' });
      expect(error.message).not.toContain('Xero says');
    },
  );
});

describe('trialBalanceAnswer', () => {
  const cells = (...values: string[]) =>
    values.map((Value) => ({ Value, Attributes: [{ Id: 'account', Value: 'a' }] }));
  const report = (headings: string[], row: string[]) => ({
    Reports: [
      {
        Rows: [
          { RowType: 'Header', Cells: headings.map((Value) => ({ Value })) },
          { RowType: 'Section', Title: 'Liabilities', Rows: [{ RowType: 'Row', Cells: cells(...row) }] },
          {
            RowType: 'Section',
            Title: '',
            Rows: [{ RowType: 'SummaryRow', Cells: [{ Value: 'Total' }, { Value: '1' }] }],
          },
        ],
      },
    ],
  });
  const HEADINGS = ['Account', 'Debit', 'Credit', 'YTD Debit', 'YTD Credit'];

  it('reads the year-to-date columns, and "" as 0', () => {
    const parsed = trialBalanceAnswer.parse(report(HEADINGS, ['Loan (900)', '', '5.00', '', '1234.56']));
    expect(parsed).toEqual([{ accountId: 'a', label: 'Loan (900)', cents: -123_456 }]);
  });

  it('finds the columns by their headings', () => {
    const headings = ['Account', 'YTD Debit', 'YTD Credit', 'Debit', 'Credit'];
    const parsed = trialBalanceAnswer.parse(report(headings, ['Loan', '7.00', '', '1.00', '']));
    expect(parsed).toEqual([{ accountId: 'a', label: 'Loan', cents: 700 }]);
  });

  it('refuses a report without year-to-date columns, or with other amounts than numbers', () => {
    expect(
      trialBalanceAnswer.safeParse(report(['Account', 'Debit', 'Credit'], ['Loan', '1', ''])).success,
    ).toBe(false);
    expect(trialBalanceAnswer.safeParse(report(HEADINGS, ['Loan', '', '', '1,234.56', ''])).success).toBe(
      false,
    );
  });
});
