import { expect, test } from 'vitest';
import { readInvite } from '../../../web/users/stored-invite.ts';
import { tokenOf } from '../browser.ts';

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
