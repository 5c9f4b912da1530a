import { describe, expect, it } from 'vitest';
import { authenticate } from '../../functions/access/authenticate.ts';
import type { TableReader } from '../../functions/store/table.ts';
import { createTestApp } from '../support/app.ts';
import { claimsOf, signUp } from '../support/people.ts';

describe('a session check', () => {
  // Evidence for ASVS 7.2.1
  it('reads session, user and membership in one consistent call', async () => {
    const app = await createTestApp();
    const { token, userId, tenantId } = await signUp(app);
    const calls: unknown[] = [];
    const table: TableReader = {
      ...app.table,
      getMany: async (keys, options) => {
        calls.push([keys.map(({ sk }) => sk.split('#')[0]), options?.consistent ?? true]);
        return app.table.getMany(keys, options);
      },
      get: async (key, options) => {
        calls.push(key);
        return app.table.get(key, options);
      },
      query: async (query) => {
        calls.push(query);
        return app.table.query(query);
      },
    };
    const caller = await authenticate({ authorization: `Bearer ${token}` }, { ...app, table });
    expect(caller).toMatchObject({ userId, tenantId, role: 'Owner' });
    expect(calls).toEqual([[['SESS', '@', 'T'], true]]);
  });

  // Evidence for ASVS 9.2.2
  it('learns nothing from a token but user, session and organisation', async () => {
    const app = await createTestApp();
    const { token } = await signUp(app);
    expect(Object.keys(claimsOf(token)).toSorted()).toEqual([
      'aud',
      'exp',
      'iat',
      'iss',
      'sid',
      'sub',
      'tid',
    ]);
  });
});
