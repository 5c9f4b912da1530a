import { afterEach, describe, expect, it } from 'vitest';
import { access, clientAt, worldOverHttp, type World } from './worlds.ts';

let world: World | undefined;

afterEach(async () => {
  await world?.close();
  world = undefined;
});

describe('the client', () => {
  it('gives up a call that takes too long, with an unknown outcome', async () => {
    const slow = await worldOverHttp();
    world = slow;
    const own = await access(slow);
    const impatient = clientAt(slow.origin, 60);
    await slow.control('POST', 'faults', { rules: [{ kind: 'delay', delayMs: 10_000 }] });
    const kind = 'unavailable';
    await expect(impatient.organisation(own)).rejects.toMatchObject({ kind });
    await expect(impatient.connections(own.accessToken)).rejects.toMatchObject({ kind });
    await expect(impatient.refresh('any')).rejects.toMatchObject({ kind });
  });

  it('finds nobody at home: nothing is known', async () => {
    const nobody = clientAt('http://localhost:1');
    const own = { accessToken: 'any', tenantId: 'any' };
    await expect(nobody.organisation(own)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(nobody.connections('any')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(nobody.refresh('any')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('asks for granular scopes only, and to sign up for no books at all', async () => {
    const nobody = clientAt('http://localhost:1');
    const asked = (kind: 'entity' | 'signup') => {
      const query = new URL(nobody.authoriseUrl(kind, { state: 's-1', nonce: 'n-1' })).searchParams;
      return {
        scope: query.get('scope'),
        to: query.get('redirect_uri'),
        state: query.get('state'),
        nonce: query.get('nonce'),
      };
    };
    expect(asked('entity')).toEqual({
      scope:
        'openid profile email offline_access accounting.banktransactions accounting.manualjournals accounting.settings accounting.contacts',
      to: 'http://localhost:4000/xero/authorise',
      state: 's-1',
      nonce: 'n-1',
    });
    expect(asked('signup')).toEqual({
      scope: 'openid profile email',
      to: 'http://localhost:4000/xero/signup',
      state: 's-1',
      nonce: 'n-1',
    });
  });

  it('sends more than 50 payments to nobody', async () => {
    const payments = Array.from({ length: 51 }, (_each, index) => ({ reference: `PD-${index}`, json: '{}' }));
    const own = { accessToken: 'any', tenantId: 'any' };
    await expect(clientAt('http://localhost:1').postPayments(own, payments, 'key')).rejects.toThrow(
      'At most 50',
    );
  });

  it('does not put into a filter what could end it', async () => {
    const own = { accessToken: 'any', tenantId: 'any' };
    const nobody = clientAt('http://localhost:1');
    await expect(nobody.findPayments(own, ['PD-1" OR Type=="SPEND'])).rejects.toThrow('Not fit for a filter');
    await expect(nobody.findJournal(own, 'a"b')).rejects.toThrow('Not fit for a filter');
  });
});
