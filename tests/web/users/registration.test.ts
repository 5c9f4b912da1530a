import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { attributionIn, keepAttribution } from '../../../web/data/lead-attribution.ts';
import { registrationErrors, type RegistrationForm } from '../../../web/users/registration.ts';
import { readInvite } from '../../../web/users/stored-invite.ts';
import { fakeStorage, tokenOf } from '../browser.ts';

const form: RegistrationForm = {
  givenName: 'Anna',
  surname: 'Nguyen',
  tenantName: 'Nguyen Bookkeeping',
  email: 'anna@example.com',
  password: 'Sch3dule!',
  confirmation: 'Sch3dule!',
};

describe('a registration form', () => {
  test('accepts a registration with all fields and matching passwords', () => {
    expect(registrationErrors(form, false)).toEqual({});
  });

  test.each<[keyof RegistrationForm, Partial<RegistrationForm>, string]>([
    ['givenName', { givenName: ' ' }, 'Please provide a first name'],
    ['surname', { surname: '' }, 'Please provide a last name'],
    ['email', { email: 'anna@' }, 'Please provide a valid email'],
    [
      'password',
      { password: 'Sch3du!', confirmation: 'Sch3du!' },
      'Password must be longer than 7 characters.',
    ],
    ['confirmation', { confirmation: 'Other3!x' }, 'Passwords do not match'],
  ])('names the mistake in %s', (field, change, message) => {
    expect(registrationErrors({ ...form, ...change }, false)).toEqual({ [field]: message });
  });

  test('requires an organisation unless an invitation brings one', () => {
    expect(Object.keys(registrationErrors({ ...form, tenantName: '' }, false))).toEqual(['tenantName']);
    expect(registrationErrors({ ...form, tenantName: '' }, true)).toEqual({});
  });
});

describe('lead attribution', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', fakeStorage()));
  afterEach(() => vi.unstubAllGlobals());

  test('keeps the parameters that begin with utm, and clid', () => {
    expect(attributionIn('?utm_source=news&utmx=1&clid=7&gclid=8&token=secret')).toEqual({
      utm_source: 'news',
      utmx: '1',
      clid: '7',
    });
  });

  test('keeps the lead attribution through pages without parameters', () => {
    keepAttribution('?utm_source=news', { utm_medium: 'affiliate', utm_source: 'marketplace' });
    expect(keepAttribution('')).toEqual({ utm_medium: 'affiliate', utm_source: 'news' });
  });
});

test('an invitation names the user and the organisation, and any other text is refused', () => {
  const token = tokenOf({ email: 'bo@example.com', tenantName: 'Nguyen', registered: true });
  expect(readInvite(token)).toEqual({
    token,
    email: 'bo@example.com',
    tenantName: 'Nguyen',
    registered: true,
  });
  expect(readInvite(tokenOf({ email: 'bo@example.com' }))).toBeNull();
  expect(readInvite('nonsense')).toBeNull();
  expect(readInvite(null)).toBeNull();
});
