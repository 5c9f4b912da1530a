import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { access, grant, worldOverHttp, type World } from '../../services/xero/worlds.ts';

describe('the app’s own token, over HTTP', () => {
  let world: World;
  beforeAll(async () => {
    world = await worldOverHttp();
  });
  afterAll(() => world.close());

  it('lists the connections of every Xero user and removes one, also twice', async () => {
    const { connections, xeroUserId } = await grant(world, 'entity', ['Harbour Street Bakery']);
    const [connection] = connections;
    expect(xeroUserId).toEqual(expect.any(String));
    const token = await world.xero.appToken();
    const listed = await world.xero.connections(token);
    expect(listed).toMatchObject([{ ...connection, updatedAt: expect.any(Number) }]);
    expect(Math.abs((listed[0]?.updatedAt ?? 0) - Date.now())).toBeLessThan(60_000);
    await world.xero.disconnect(token, connection?.connectionId ?? '');
    await world.xero.disconnect(token, connection?.connectionId ?? '');
    expect(await world.xero.connections(token)).toEqual([]);
  });

  it('opens no books', async () => {
    const { tenantId } = await access(world);
    const accessToken = await world.xero.appToken();
    await expect(world.xero.accounts({ accessToken, tenantId })).rejects.toMatchObject({ answered: 401 });
  });

  it('is not needed to read the actions and the edition of an organisation', async () => {
    const own = await access(world);
    await world.control('POST', 'behaviour', { actions: 'all' });
    expect((await world.xero.keyActions(own)).get('CreateManualJournal')).toBe(true);
    expect(await world.xero.organisation(own)).toMatchObject({ edition: 'AU', baseCurrency: 'AUD' });
  });
});
