import { beforeEach, describe, expect, it } from 'vitest';
import { scopes } from '../../../functions/vendors/xero/grants.ts';
import { journal, line, openClient, spend, type Answer, type TestClient, type Json } from './test-client.ts';

let client: TestClient;
let token: string;

beforeEach(() => {
  client = openClient();
  token = tokenWith('accounting.reports.trialbalance.read');
});

const WITHOUT_REPORTS = scopes.entity.split(' ').filter((scope) => !scope.startsWith('accounting.reports'));

function tokenWith(...more: string[]): string {
  const code = client.consent([...WITHOUT_REPORTS, ...more].join(' '));
  return client.exchange({ grant_type: 'authorization_code', code }).json.access_token;
}

function report(query: Readonly<Record<string, string>>, as = token): Answer {
  return client.call('GET', `/Reports/TrialBalance?${new URLSearchParams(query).toString()}`, { token: as });
}

/** Returns the four columns of each account by its code. */
function columns(query: Readonly<Record<string, string>>): Record<string, string[]> {
  const [{ Rows }] = report(query).json.Reports;
  const rows: Json[] = Rows.filter((each: Json) => each.RowType === 'Section').flatMap(
    (each: Json) => each.Rows,
  );
  return Object.fromEntries(
    rows
      .filter((row) => row.RowType === 'Row')
      .map((row) => {
        const [name, ...values] = row.Cells.map((cell: Json) => cell.Value);
        return [/\((.+)\)$/.exec(name)?.[1], values];
      }),
  );
}

const pay = (Date: string, account: string, amount: number) =>
  client.call('PUT', '/BankTransactions', {
    body: spend(client, { Date, LineItems: [line(client, account, amount)] }),
  });

describe('the trial balance', () => {
  it('returns the movement of the month and the balance at the date, as text', () => {
    pay('2025-02-15', '900', 100);
    pay('2025-03-10', '900', 40.5);
    pay('2025-03-31', '900', 7);
    expect(columns({ date: '2025-03-30' })).toEqual({
      '090': ['', '40.50', '', '140.50'],
      900: ['40.50', '', '140.50', ''],
    });
    expect(columns({ date: '2025-02-28' })['900']).toEqual(['100.00', '', '100.00', '']);
    expect(columns({ date: '2025-04-30' })['900']).toEqual(['', '', '147.50', '']);
  });

  it('omits manual journals with paymentsOnly, and deleted documents always', () => {
    client.call('PUT', '/ManualJournals', { body: journal(client) });
    const { BankTransactionID } = pay('2025-01-15', '900', 5).json.BankTransactions[0];
    expect(columns({ date: '2025-01-31' })['900']).toEqual(['', '95.00', '', '95.00']);
    expect(columns({ date: '2025-01-31', paymentsOnly: 'true' })['900']).toEqual(['5.00', '', '5.00', '']);
    client.call('POST', `/BankTransactions/${BankTransactionID}`, { body: { Status: 'DELETED' } });
    expect(columns({ date: '2025-01-31' })['900']).toEqual(['', '100.00', '', '100.00']);
  });

  it('closes income and expenses into retained earnings at the end of the organisation’s year', () => {
    pay('2025-05-31', '437', 30);
    expect(columns({ date: '2025-05-31' })['437']).toEqual(['30.00', '', '30.00', '']);
    expect(columns({ date: '2025-07-31' })).toMatchObject({ 960: ['', '', '30.00', ''] });
    expect(columns({ date: '2025-07-31' })).not.toHaveProperty('437');
    client.control('PATCH', `organisations/${client.tenantId}`, { yearEndMonth: 12 });
    expect(columns({ date: '2025-07-31' })['437']).toEqual(['', '', '30.00', '']);
  });

  it('uses today without a date and refuses an invalid date', () => {
    expect(report({}).json.Reports[0].ReportDate).toBe('1 June 2025');
    expect(report({ date: 'yesterday' }).status).toBe(400);
  });
});

describe('access to reports', () => {
  it.each(['accounting.reports.read', 'accounting.reports.trialbalance.read'])(
    'allows the trial balance with the scope %s',
    (scope) => {
      expect(report({}, tokenWith(scope)).status).toBe(200);
    },
  );

  it('answers 404 for another report and 401 for a POST', () => {
    expect(client.call('GET', '/Reports/BalanceSheet', { token }).status).toBe(404);
    expect(client.call('POST', '/Reports/TrialBalance', { token, body: {} }).status).toBe(401);
  });

  it('answers 401 on the journals endpoint', () => {
    expect(client.call('GET', '/Journals', { token })).toMatchObject({
      status: 401,
      json: { Detail: 'AuthorizationUnsuccessful' },
    });
  });
});
