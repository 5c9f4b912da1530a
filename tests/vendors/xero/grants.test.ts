import { describe, expect, it } from 'vitest';
import { grantOf, tokensOf } from '../../../functions/vendors/xero/grants.ts';
import type { XeroTenantId } from '../../../functions/services/xero/port.ts';

const payload = Buffer.from(JSON.stringify({ authentication_event_id: 'event-1' })).toString('base64url');
const answer = { accessToken: `e30.${payload}.`, refreshToken: 'refresh', expiresInSeconds: 1800 };
const connection = { connectionId: 'c-1', tenantId: 't-1' as XeroTenantId, name: 'Demo Company (AU)' };

describe('a grant', () => {
  it('offers every organisation that is reached if nothing new was chosen', async () => {
    const asked: unknown[] = [];
    const granted = await grantOf('entity', answer, {}, async (token, event) => {
      asked.push([token, event]);
      return event === undefined ? [connection] : [];
    });
    expect(granted).toMatchObject({ connections: [connection] });
    expect(asked).toEqual([
      [answer.accessToken, 'event-1'],
      [answer.accessToken, undefined],
    ]);
  });

  it('accepts a sign-up without an authentication event or a name', async () => {
    const tokens = { accessToken: 'opaque', refreshToken: undefined, expiresInSeconds: 1800 };
    const granted = await grantOf('signup', tokens, { sub: 'subject' }, async () => []);
    expect(granted).toMatchObject({ profile: { givenName: '', surname: '', email: '' }, connections: [] });
  });

  it('is unreadable without an event, or without the refresh token that was requested', async () => {
    const unreadable = { kind: 'unavailable' };
    const opaque = { ...answer, accessToken: 'opaque' };
    await expect(grantOf('entity', opaque, {}, async () => [])).rejects.toMatchObject(unreadable);
    expect(() => tokensOf({ ...answer, refreshToken: undefined })).toThrow(
      expect.objectContaining(unreadable),
    );
  });
});
