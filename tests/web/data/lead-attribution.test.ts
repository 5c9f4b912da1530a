import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attributionIn, keepAttribution } from '../../../web/data/lead-attribution.ts';
import { fakeStorage } from '../browser.ts';

beforeEach(() => vi.stubGlobal('sessionStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

it('prefers the medium of the sign-up route to that of an earlier visit', () => {
  keepAttribution('?utm_medium=email&utm_campaign=spring');
  expect(keepAttribution('', { utm_medium: 'affiliate' })).toEqual({
    utm_medium: 'affiliate',
    utm_campaign: 'spring',
  });
});

it('prefers the address to the sign-up route', () => {
  expect(keepAttribution('?utm_medium=partner&page=2', { utm_medium: 'affiliate' })).toEqual({
    utm_medium: 'partner',
  });
});

it('keeps the parameters that begin with utm, and clid, through pages without parameters', () => {
  expect(attributionIn('?utm_source=news&utmx=1&clid=7&gclid=8&token=secret')).toEqual({
    utm_source: 'news',
    utmx: '1',
    clid: '7',
  });
  expect(attributionIn(`?utm_source=${'x'.repeat(5000)}`)).toEqual({ utm_source: 'x'.repeat(200) });
  keepAttribution('?utm_source=news', { utm_medium: 'affiliate', utm_source: 'marketplace' });
  expect(keepAttribution('')).toEqual({ utm_medium: 'affiliate', utm_source: 'news' });
});
