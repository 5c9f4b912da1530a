import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { XeroTenantId } from '../../../functions/services/xero/port.ts';
import { listen, stop } from '../../../scripts/simulators/serve.ts';
import { access, clientAt, grant, stateOf, worldOverHttp, type World } from '../../services/xero/worlds.ts';

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

  it('renews its access in one call, so that a process that ends after it has the new tokens', async () => {
    const own = await worldOverHttp();
    world = own;
    const { refreshToken } = (await grant(own)).tokens;
    const before = (await stateOf(own)).requests.length;
    await clientAt(own.origin).refresh(refreshToken);
    const made = (await stateOf(own)).requests.slice(before);
    expect(made.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /connect/token']);
  });

  it.each([
    ['lines that are no list', { LineItems: 'none' }],
    ['empty lines', { LineItems: '' }],
    ['an empty instant', { UpdatedDateUTC: '' }],
    ['an instant without a number', { DateString: '/Date()/' }],
    ['a text for its contact', { Contact: '' }],
  ])('reads a list in which an element has %s', async (_what, odd) => {
    const whole = {
      BankTransactionID: 'b',
      Type: 'SPEND',
      Status: 'AUTHORISED',
      Date: '/Date(1738368000000+0000)/',
      Total: 10,
    };
    const list = { BankTransactions: [{ ...whole, BankTransactionID: 'a', ...odd }, whole] };
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list)),
    );
    try {
      const client = clientAt(`http://127.0.0.1:${await listen(server, 0)}`);
      const own = { accessToken: 'any', tenantId: 'any' as XeroTenantId };
      const page = await client.standingTransactions(own, { from: '2025-02-01', to: '2025-02-28', page: 1 });
      const ids = [...page.documents, ...page.unreadable].map(({ id }) => id);
      expect(ids.toSorted()).toEqual(['a', 'b']);
      expect(page.documents.map(({ id }) => id)).toContain('b');
    } finally {
      await stop(server);
    }
  });

  it('reports an unknown outcome if no server answers', async () => {
    const offline = clientAt('http://localhost:1');
    const own = { accessToken: 'any', tenantId: 'any' as XeroTenantId };
    await expect(offline.organisation(own)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(offline.connections('any')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(offline.refresh('any')).rejects.toMatchObject({ kind: 'unavailable' });
  });

  // Evidence for ASVS 10.2, Xero sign-up
  it('requests granular scopes only, and none of the books to sign up', async () => {
    const offline = clientAt('http://localhost:1');
    const asked = (kind: 'entity' | 'signup') => {
      const query = new URL(offline.authoriseUrl(kind, { state: 's-1', nonce: 'n-1' })).searchParams;
      return {
        scope: query.get('scope'),
        to: query.get('redirect_uri'),
        state: query.get('state'),
        nonce: query.get('nonce'),
      };
    };
    expect(asked('entity')).toEqual({
      scope:
        'openid profile email offline_access accounting.banktransactions accounting.manualjournals accounting.settings accounting.contacts accounting.reports.trialbalance.read accounting.payments.read',
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

  it('rejects more than 50 documents before it sends them', async () => {
    const documents = Array.from({ length: 51 }, (_each, index) => ({
      reference: `PD-${index}`,
      json: '{}',
    }));
    const own = { accessToken: 'any', tenantId: 'any' as XeroTenantId };
    const offline = clientAt('http://localhost:1');
    await expect(offline.createDocuments(own, 'SPEND', documents, 'key')).rejects.toThrow('At most 50');
  });

  // Evidence for ASVS 1.2
  it('rejects a contact id that could end a filter', async () => {
    const own = { accessToken: 'any', tenantId: 'any' as XeroTenantId };
    const offline = clientAt('http://localhost:1');
    const search = { type: 'SPEND', from: '2025-02-15', to: '2025-02-15', page: 1 } as const;
    const contactId = 'c-1") OR Type=="RECEIVE';
    await expect(offline.findDocuments(own, { ...search, contactId })).rejects.toThrow(
      'Not fit for a filter',
    );
  });
});
