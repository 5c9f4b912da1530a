import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAttribution } from '../../../web/data/lead-attribution.ts';
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
