import { beforeEach, describe, expect, it } from 'vitest';
import { controlXero } from '../../../scripts/simulators/xero/in-process.ts';
import { journal, openDesk, spend, type Desk, type Json } from './desk.ts';

let desk: Desk;

beforeEach(() => {
  desk = openDesk();
});

const change = (patch: Json) => desk.control('PATCH', `organisations/${desk.tenantId}`, patch);
const organisation = () => desk.call('GET', '/Organisation').json.Organisations[0];

describe('an organisation', () => {
  it('tells its edition and whether it is a demo company', () => {
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
  ])('is added in the %s edition with %s and BASEXCLUDED: %s', (version, currency, hasBasExcluded) => {
    const { tenantId } = desk.control('POST', 'organisations', { name: 'Another', version });
    const code = desk.consent('openid accounting.settings', ['Another']);
    const token = desk.exchange({ grant_type: 'authorization_code', code }).json.access_token;
    const call = (path: string) => desk.call('GET', path, { token, tenantId }).json;
    expect(call('/Organisation').Organisations[0]).toMatchObject({
      Version: version,
      BaseCurrency: currency,
    });
    const types = call('/TaxRates').TaxRates.map((each: Json) => each.TaxType);
    expect(types.includes('BASEXCLUDED')).toBe(hasBasExcluded);
  });

  it('stored without an edition has that of its country', () => {
    const { organisations } = desk.core.state.records;
    for (const [id, { version: _version, ...old }] of organisations) organisations.set(id, old);
    expect(desk.control('GET', 'state').organisations.map((each: Json) => each.version)).toEqual([
      'AU',
      'AU',
      'NZ',
    ]);
  });

  it('is reset under the same name with a new tenant id, if it is a demo company', () => {
    desk.call('PUT', '/BankTransactions', { body: spend(desk) });
    const reset = controlXero(desk.core, desk.clock, 'POST', `organisations/${desk.tenantId}/reset`);
    expect(reset).toMatchObject({
      status: 201,
      body: { name: 'Demo Company (AU)', isDemoCompany: true, bankTransactions: [] },
    });
    expect(JSON.stringify(reset.body)).not.toContain(desk.tenantId);
    expect(desk.call('GET', '/Organisation').status).toBe(403);
    expect(desk.call('GET', '/connections').json).toEqual([]);
    const names = desk.control('GET', 'state').organisations.map((each: Json) => each.name);
    expect(names.toSorted()).toEqual(['Demo Company (AU)', 'Harbour Street Bakery', 'Kauri Outdoors (NZ)']);
  });

  it('is not reset if it is no demo company', () => {
    change({ isDemoCompany: false });
    const { status } = controlXero(desk.core, desk.clock, 'POST', `organisations/${desk.tenantId}/reset`);
    expect(status).toBe(404);
  });
});

describe('the user’s role', () => {
  const actions = (): Record<string, string> =>
    Object.fromEntries(
      desk.call('GET', '/Organisation/Actions').json.Actions.map((each: Json) => [each.Name, each.Status]),
    );

  it.each([
    ['adviser', 200, 'ALLOWED'],
    ['standard-reports', 200, 'ALLOWED'],
    ['standard', 403, 'NOT-ALLOWED'],
    ['invoice-only', 403, 'NOT-ALLOWED'],
    ['readonly', 403, 'NOT-ALLOWED'],
  ])('%s gets %i for every call of manual journals, and the action says %s', (userRole, status, action) => {
    const { ManualJournalID } = desk.call('PUT', '/ManualJournals', { body: journal(desk) }).json
      .ManualJournals[0];
    change({ userRole });
    expect(actions()['CreateManualJournal']).toBe(action);
    const answers = [
      desk.call('GET', '/ManualJournals'),
      desk.call('GET', `/ManualJournals/${ManualJournalID}`),
      desk.call('PUT', '/ManualJournals', { body: journal(desk) }),
    ];
    expect(answers.map((each) => each.status)).toEqual([status, status, status]);
    expect(desk.call('GET', '/BankTransactions').status).toBe(200);
  });

  it('is named in the detail of the refusal, which no idempotency key stores', () => {
    change({ userRole: 'standard' });
    const create = () => desk.call('PUT', '/ManualJournals', { body: journal(desk), key: 'k' });
    expect(create().json).toMatchObject({
      Type: null,
      Title: 'Forbidden',
      Status: 403,
      Detail:
        'You are not permitted to access this resource without the reporting role or higher privileges.',
    });
    change({ userRole: 'adviser' });
    expect(create().status).toBe(200);
  });
});
