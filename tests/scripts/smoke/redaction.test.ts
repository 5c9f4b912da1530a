import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../scripts/smoke/redaction.ts';

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const CODE = 'b1946ac92492d2347c6235b4d2611184';

describe('the redaction', () => {
  const redactor = createRedactor();
  const redact = <Value>(value: Value): Value => redactor.redact(value);

  it.each([
    ['a bearer token', 'authorization: Bearer abc.def-123', 'abc.def-123'],
    ['basic credentials', 'Basic Y2xpZW50OnNlY3JldA==', 'Y2xpZW50OnNlY3JldA'],
    ['a JSON web token in a text', `the token ${JWT} expired`, JWT],
    ['a key of Stripe', 'Invalid API Key provided: sk_live_51Habc', 'sk_live_51Habc'],
    ['a restricted key of Stripe', 'rk_test_51Habc', 'rk_test_51Habc'],
    ['a signing secret', 'secret whsec_abc123', 'whsec_abc123'],
    ['a code in an address', `http://localhost:4000/xero/authorise?code=${CODE}&scope=a`, CODE],
    ['a code in a form', `code=${CODE}&grant_type=authorization_code`, CODE],
    ['a refresh token in a form', `grant_type=refresh_token&refresh_token=${CODE}`, CODE],
    ['a page of the billing portal', `https://billing.stripe.com/p/session/test_${CODE}`, CODE],
    ['a checkout page', `https://checkout.stripe.com/c/pay/cs_test_${CODE}#fid`, CODE],
  ])('removes %s', (_what, text, secret) => {
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).toContain('[redacted ');
  });

  it.each([
    'authorization',
    'Authorization',
    'set-cookie',
    'stripe-signature',
    'access_token',
    'refresh_token',
  ])('removes the whole value of %s, whatever it looks like', (name) => {
    expect(JSON.stringify(redact({ headers: { [name]: 'plain words' } }))).not.toContain('plain');
  });

  it('leaves evidence as it is: account codes, ids, request ids, error codes', () => {
    const evidence = {
      body: { Accounts: [{ Code: '800', AccountID: 'c7c37b83' }], error: { code: 'resource_missing' } },
      headers: { 'x-rate-limit-problem': 'minute', 'request-id': 'req_abc', 'retry-after': '12' },
      status: 429,
      nothing: null,
    };
    expect(redact(evidence)).toEqual(evidence);
  });

  it('marks equal secrets equally, and does not change what is redacted already', () => {
    const [one, other] = [redact(`Bearer ${JWT}`), redact('Bearer another-token')];
    expect(redact(`Bearer ${JWT}`)).toBe(one);
    expect(one).not.toBe(other);
    expect(redact(one)).toBe(one);
  });

  it('removes a learnt secret wherever it occurs, in an address too', () => {
    const word = fc.string({ minLength: 6, maxLength: 30, unit: 'binary-ascii' });
    fc.assert(
      fc.property(word, word, (secret, around) => {
        fc.pre(!around.includes(secret) && !'[redacted ]'.includes(secret));
        const other = createRedactor();
        other.learn(secret);
        const report = other.redact({
          body: { [`${around}${secret}`]: [`${around} ${secret}${secret}`] },
          url: `https://example.com/${encodeURIComponent(secret)}`,
        });
        const texts = [...Object.keys(report.body), ...Object.values(report.body).flat()];
        for (const text of texts) expect(text).not.toContain(secret);
        expect(report.url).not.toContain(`/${encodeURIComponent(secret)}`);
      }),
      { seed: 7 },
    );
  });
});
