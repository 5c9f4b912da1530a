import { describe, expect, it } from 'vitest';
import {
  hashPassword,
  needsRehash,
  unmatchableHash,
  verifyPassword,
} from '../../functions/users/password-hash.ts';
import { owaspCost } from '../../functions/services/password-cost.ts';
import { createTestApp } from '../support/app.ts';
import { PASSWORD, signUp } from '../support/people.ts';

const services = {
  ids: { uuid: () => 'unused', secret: () => Buffer.alloc(32, 7).toString('base64url') },
  passwordCost: owaspCost,
};

describe('a password', () => {
  // Evidence for ASVS 11.2
  it('is stored as argon2id of 19 MiB and two passes with its own salt', async () => {
    const app = await createTestApp({ passwordCost: owaspCost });
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

  // Evidence for ASVS 6.2.8, ASVS 6.2.9
  it('keeps capitals, surrounding spaces and every character of a password', async () => {
    const phc = await hashPassword(` ${PASSWORD} `, services);
    expect(await verifyPassword(` ${PASSWORD} `, phc)).toBe(true);
    expect(await verifyPassword(PASSWORD, phc)).toBe(false);
    expect(await verifyPassword(` ${PASSWORD.toLowerCase()} `, phc)).toBe(false);
    const long = 'aA1!'.repeat(32);
    expect(await verifyPassword(`${long}x`, await hashPassword(long, services))).toBe(false);
  });

  it('matches a password in any Unicode composition of its characters', async () => {
    const phc = await hashPassword('Z\u00fcrich-2025', services);
    expect(await verifyPassword('Zu\u0308rich-2025', phc)).toBe(true);
  });

  it('costs the same check for an unknown account', async () => {
    const unmatchable = unmatchableHash(owaspCost);
    expect(needsRehash(unmatchable, owaspCost)).toBe(false);
    expect(await verifyPassword(PASSWORD, unmatchable)).toBe(false);
  });

  it('rejects a check against a malformed hash', async () => {
    await expect(verifyPassword(PASSWORD, PASSWORD)).rejects.toThrow('not an argon2id hash');
  });
});
