import { describe, expect, it } from 'vitest';
import {
  hashPassword,
  needsRehash,
  NOBODYS_HASH,
  verifyPassword,
} from '../../functions/users/password-hash.ts';
import { createTestApp } from '../support/app.ts';
import { PASSWORD, signUp } from '../support/people.ts';

const ids = { uuid: () => 'unused', secret: () => Buffer.alloc(32, 7).toString('base64url') };

describe('A password', () => {
  it('is stored as argon2id of 19 MiB and two passes, with a salt of its own', async () => {
    const app = await createTestApp();
    const people = [await signUp(app), await signUp(app)];
    const hashes = [];
    for (const { userId } of people) {
      const item = await app.table.get({ pk: `U#${userId}`, sk: '@' });
      expect(item?.['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
      expect(JSON.stringify(item)).not.toContain(PASSWORD);
      hashes.push(item?.['passwordHash']);
    }
    expect(new Set(hashes).size).toBe(2);
  });

  it('is taken exactly as typed: capitals, spaces around it and every character count', async () => {
    const phc = await hashPassword(` ${PASSWORD} `, ids);
    expect(await verifyPassword(` ${PASSWORD} `, phc)).toBe(true);
    expect(await verifyPassword(PASSWORD, phc)).toBe(false);
    expect(await verifyPassword(` ${PASSWORD.toLowerCase()} `, phc)).toBe(false);
    const long = 'aA1!'.repeat(32);
    expect(await verifyPassword(`${long}x`, await hashPassword(long, ids))).toBe(false);
  });

  it('is the same, whichever code points a keyboard composes its characters of', async () => {
    const phc = await hashPassword('Z\u00fcrich-2025', ids);
    expect(await verifyPassword('Zu\u0308rich-2025', phc)).toBe(true);
  });

  it('is checked at today’s cost where there is no account', async () => {
    expect(needsRehash(NOBODYS_HASH)).toBe(false);
    expect(await verifyPassword(PASSWORD, NOBODYS_HASH)).toBe(false);
  });

  it('cannot be checked against what is no hash', async () => {
    await expect(verifyPassword(PASSWORD, PASSWORD)).rejects.toThrow('not an argon2id hash');
  });
});
