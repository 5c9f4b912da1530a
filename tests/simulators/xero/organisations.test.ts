import { describe, expect, it } from 'vitest';
import { controlXero } from '../../support/xero-in-process.ts';
import { journal, freshClient, spend, type Json } from './test-client.ts';

const client = freshClient();

const change = (patch: Json) => client.control('PATCH', `organisations/${client.tenantId}`, patch);
const organisation = () => client.call('GET', '/Organisation').json.Organisations[0];

describe('an organisation', () => {
  it('returns the edition and whether it is a demo company', () => {
    expect(organisation()).toMatchObject({ Version: 'AU', CountryCode: 'AU', IsDemoCompany: true });
    change({ version: 'UK', isDemoCompany: false });
    expect(organisation()).toMatchObject({ Version: 'UK', IsDemoCompany: false });
  });

  it.each([
    ['AU', 'AUD', true],
    ['NZ', 'NZD', false],
    ['UK', 'GBP', false],
    ['US', 'USD', false],
    ['GLOBAL', 'SGD', false],
  ])(
    'adds an organisation of the %s edition with %s and BASEXCLUDED: %s',
    (version, currency, hasBasExcluded) => {
      const { tenantId } = client.control('POST', 'organisations', { name: 'Another', version });
      const code = client.consent('openid accounting.settings', ['Another']);
      const token = client.exchange({ grant_type: 'authorization_code', code }).json.access_token;
      const call = (path: string) => client.call('GET', path, { token, tenantId }).json;
      expect(call('/Organisation').Organisations[0]).toMatchObject({
        Version: version,
        BaseCurrency: currency,
      });
      const types = call('/TaxRates').TaxRates.map((each: Json) => each.TaxType);
      expect(types.includes('BASEXCLUDED')).toBe(hasBasExcluded);
    },
  );

  it('resets a demo company under the same name with a new tenant id', () => {
    client.call('PUT', '/BankTransactions', { body: spend(client) });
    const reset = controlXero(client.core, client.clock, 'POST', `organisations/${client.tenantId}/reset`);
    expect(reset).toMatchObject({
      status: 201,
      body: { name: 'Demo Company (AU)', isDemoCompany: true, bankTransactions: [] },
    });
    expect(JSON.stringify(reset.body)).not.toContain(client.tenantId);
    expect(client.call('GET', '/Organisation').status).toBe(403);
    expect(client.call('GET', '/connections').json).toEqual([]);
    const names = client.control('GET', 'state').organisations.map((each: Json) => each.name);
    expect(names.toSorted()).toEqual(['Demo Company (AU)', 'Harbour Street Bakery', 'Kauri Outdoors (NZ)']);
  });

  it('refuses to reset an organisation that is no demo company', () => {
    change({ isDemoCompany: false });
    const { status } = controlXero(
      client.core,
      client.clock,
      'POST',
      `organisations/${client.tenantId}/reset`,
    );
    expect(status).toBe(404);
  });
});

describe('the user’s role', () => {
  const actions = (): Record<string, string> =>
    Object.fromEntries(
      client.call('GET', '/Organisation/Actions').json.Actions.map((each: Json) => [each.Name, each.Status]),
    );

  it.each([
    ['adviser', 200, 'ALLOWED'],
    ['standard-reports', 200, 'ALLOWED'],
    ['standard', 403, 'NOT-ALLOWED'],
    ['invoice-only', 403, 'NOT-ALLOWED'],
    ['readonly', 403, 'NOT-ALLOWED'],
  ])(
    'answers the role %s with %i on every call of manual journals, and the action with %s',
    (userRole, status, action) => {
      const { ManualJournalID } = client.call('PUT', '/ManualJournals', { body: journal(client) }).json
        .ManualJournals[0];
      client.control('POST', 'behaviour', { actions: 'all' });
      change({ userRole });
      expect(actions()['CreateManualJournal']).toBe(action);
      const answers = [
        client.call('GET', '/ManualJournals'),
        client.call('GET', `/ManualJournals/${ManualJournalID}`),
        client.call('PUT', '/ManualJournals', { body: journal(client) }),
      ];
      expect(answers.map((each) => each.status)).toEqual([status, status, status]);
      expect(client.call('GET', '/BankTransactions').status).toBe(200);
    },
  );
});
