import { describe, expect, it } from 'vitest';
import { controlXero } from '../../support/xero-in-process.ts';
import { freshClient, type Json } from './test-client.ts';

const client = freshClient();

describe('an organisation', () => {
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

  it('resets a demo company under the same name with a new tenant id, and no other organisation', () => {
    const reset = (id: string) => controlXero(client.core, client.clock, 'POST', `organisations/${id}/reset`);
    const { status, body } = reset(client.tenantId);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Demo Company (AU)', isDemoCompany: true });
    expect(JSON.stringify(body)).not.toContain(client.tenantId);
    const [, other] = client.core.state.records.organisations.keys();
    expect(reset(other ?? '').status).toBe(404);
  });
});
