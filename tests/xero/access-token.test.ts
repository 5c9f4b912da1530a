import { describe, expect, it } from 'vitest';
import type { Xero, XeroTenantId, XeroTokens } from '../../functions/services/xero/port.ts';
import { XeroError } from '../../functions/services/xero/error.ts';
import { accessToken, finishRefresh, sealTokens } from '../../functions/xero/access-token.ts';
import {
  keepAuthorisation,
  latestAuthorisation,
  readAuthorisation,
} from '../../functions/records/connections/authorisations.ts';
import { protocolRules } from '../../domain/posting/protocol.ts';
import type { XeroServices } from '../../functions/services/context.ts';
import { keys } from '../../functions/store/keys.ts';
import { type Table, TableUnavailable } from '../../functions/store/table.ts';
import { CALM, Process } from '../simulation/process.ts';
import { Random } from '../simulation/random.ts';
import { VirtualTime } from '../simulation/virtual-time.ts';
import { createWorld, populate } from '../simulation/world.ts';
import { createMemoryTable } from '../support/memory-table.ts';

const MINUTE = 60_000;
const ID = 'the-authorisation';

/** An authorisation whose tokens last half an hour, at a Xero that answers refreshes as told. */
async function begin(answer: (attempt: number) => Promise<XeroTokens>) {
  const time = new VirtualTime(Date.UTC(2025, 5, 1));
  const table = createMemoryTable({ now: () => time.now() });
  const refreshed: string[] = [];
  const xero = {
    refresh: async (refreshToken: string) => {
      refreshed.push(refreshToken);
      await time.sleep(400);
      return answer(refreshed.length);
    },
  } as unknown as Xero;
  const random = new Random(5);
  const spawn = () =>
    new Process({ time, random, table, xero, protocol: protocolRules, restores: [] }, CALM).services;
  await table.write({ put: { ...keys.anchor('entity') } });
  const first = { accessToken: 'access 0', refreshToken: 'refresh 0', expiresInSeconds: 1800 };
  const sealed = await sealTokens(spawn().vault, ID, first, time.now());
  const connections = [{ connectionId: 'c', tenantId: 't' as XeroTenantId, name: 'n' }];
  await keepAuthorisation(
    table,
    {
      authorisationId: ID,
      entityId: 'entity',
      xeroUserId: null,
      connections,
      ...sealed,
      lost: false,
      version: 1,
    },
    { userId: 'user', sessionId: 'session', tenantId: 'tenant' },
  );
  const token = (rejected?: string, change = (services: XeroServices) => services) =>
    accessToken(change(spawn()), ID, { until: time.now() + MINUTE, rejected }).then(
      (opened) => opened.accessToken,
    );
  return { time, table, refreshed, token };
}

const rotate = async (attempt: number): Promise<XeroTokens> => ({
  accessToken: `access ${attempt}`,
  refreshToken: `refresh ${attempt}`,
  expiresInSeconds: 1800,
});

describe('an access token', () => {
  it('is used until shortly before its end', async () => {
    const { time, refreshed, token } = await begin(rotate);
    await time.runUntil(time.now() + 27 * MINUTE);
    expect(await time.run(token())).toBe('access 0');
    await time.runUntil(time.now() + 2 * MINUTE);
    expect(await time.run(token())).toBe('access 1');
    expect(refreshed).toEqual(['refresh 0']);
  });

  // Evidence for Xero tokens
  it('is refreshed by one of many, and the others get the same', async () => {
    const { time, refreshed, token } = await begin(rotate);
    await time.runUntil(time.now() + 29 * MINUTE);
    const tokens = await time.run(Promise.all(Array.from({ length: 20 }, () => token())));
    expect(new Set(tokens)).toEqual(new Set(['access 1']));
    expect(refreshed).toHaveLength(1);
  });

  it('is refreshed once when Xero has just refused it, by whomever', async () => {
    const { time, refreshed, token } = await begin(rotate);
    expect(await time.run(token('access 0'))).toBe('access 1');
    expect(await time.run(token('access 0'))).toBe('access 1');
    expect(refreshed).toHaveLength(1);
  });

  it('is asked for again with the same refresh token when the answer was lost', async () => {
    const lost = async (attempt: number): Promise<XeroTokens> => {
      if (attempt < 3) throw new XeroError('unavailable');
      return rotate(attempt);
    };
    const { time, refreshed, token } = await begin(lost);
    expect(await time.run(token('access 0'))).toBe('access 3');
    expect(refreshed).toEqual(['refresh 0', 'refresh 0', 'refresh 0']);
  });

  it('can be refreshed later when Xero didn’t answer at all', async () => {
    const { time, token, refreshed } = await begin(async (attempt) => {
      if (attempt <= 3) throw new XeroError('unavailable');
      return rotate(attempt);
    });
    await expect(time.run(token('access 0'))).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await time.run(token('access 0'))).toBe('access 4');
    expect(new Set(refreshed)).toEqual(new Set(['refresh 0']));
  });

  it('counts as lost when Xero refuses the refresh token, and is not requested again', async () => {
    const { time, table, refreshed, token } = await begin(async () => {
      throw new XeroError('unauthorised');
    });
    await expect(time.run(token('access 0'))).rejects.toMatchObject({ kind: 'unauthorised' });
    await expect(time.run(token())).rejects.toMatchObject({ kind: 'unauthorised' });
    expect(refreshed).toHaveLength(1);
    expect((await readAuthorisation(table, ID))?.lost).toBe(true);
  });

  it('is refreshed 90 seconds after a process died while refreshing, and not before', async () => {
    const { time, table, refreshed, token } = await begin(rotate);
    const key = keys.refreshLease(ID);
    await table.write({ put: { ...key, holder: 'another process', until: time.now() + 90_000 } });
    await expect(time.run(token('access 0'))).rejects.toMatchObject({ kind: 'unavailable' });
    expect(refreshed).toEqual([]);
    expect(await time.run(token('access 0'))).toBe('access 1');
    expect(await table.get(key)).toBeUndefined();
  });

  it('is not refreshed when another process did so between the read and the lease', async () => {
    const { time, table, refreshed, token } = await begin(rotate);
    const late = (services: XeroServices): XeroServices => {
      const write: Table['write'] = async (asked) => {
        if (refreshed.length === 0) await token('access 0');
        return services.table.write(asked);
      };
      return { ...services, table: { ...services.table, write } };
    };
    expect(await time.run(token('access 0', late))).toBe('access 1');
    expect(refreshed).toHaveLength(1);
    expect(await table.get(keys.refreshLease(ID))).toBeUndefined();
  });

  it('is stored again, and not refreshed again, when the table does not answer', async () => {
    const { time, table, refreshed, token } = await begin(rotate);
    let failures = 0;
    const failing = (services: XeroServices): XeroServices => {
      const transact: Table['transact'] = async (...asked) => {
        await services.table.transact(...asked);
        if (++failures === 1) throw new TableUnavailable('No answer.');
      };
      return { ...services, table: { ...services.table, transact } };
    };
    expect(await time.run(token('access 0', failing))).toBe('access 1');
    expect(refreshed).toHaveLength(1);
    expect(await readAuthorisation(table, ID)).toMatchObject({ version: 2 });
    expect(await time.run(token())).toBe('access 1');
  });
});

describe('who dies with new tokens in hand', () => {
  /** A process refreshes at Xero and dies before it stores the new tokens. */
  async function dieRefreshing() {
    const world = createWorld(5, () => {});
    const { time } = world;
    await time.run(populate(world));
    const entityId = world.schedules[0]?.entityId ?? '';
    const authorisationId = (await latestAuthorisation(world.table, entityId)) ?? '';
    await time.runUntil(time.now() + 29 * MINUTE);
    const refreshes = () =>
      [...world.core.state.records.requests.values()].filter(({ path }) => path === '/connect/token').length;
    const before = refreshes();
    const dying = world.spawn();
    const { table } = dying.services;
    const transact: Table['transact'] = (...asked) => {
      dying.kill();
      return table.transact(...asked);
    };
    const services = { ...dying.services, table: { ...table, transact } };
    void accessToken(services, authorisationId, { until: time.now() + MINUTE });
    await time.runUntil(time.now() + MINUTE);
    expect([dying.isAlive, refreshes() - before]).toEqual([false, 1]);
    const later = world.spawn().services;
    return {
      wait: (minutes: number) => time.runUntil(time.now() + minutes * MINUTE),
      token: async () =>
        (await time.run(accessToken(later, authorisationId, { until: time.now() + MINUTE }))).accessToken,
      finish: () => time.run(finishRefresh(later, authorisationId, time.now() + MINUTE)),
      refreshes: () => refreshes() - before,
    };
  }

  it('survives a crash for half an hour, while the token before still works', async () => {
    const { wait, token, refreshes } = await dieRefreshing();
    await wait(25);
    await expect(token()).resolves.toEqual(expect.any(String));
    expect(refreshes()).toBe(2);
  });

  it('is followed by a job that finds what was begun, which then does no harm again', async () => {
    const { wait, token, finish, refreshes } = await dieRefreshing();
    await wait(12);
    await finish();
    await finish();
    expect(refreshes()).toBe(2);
    await wait(10);
    await expect(token()).resolves.toEqual(expect.any(String));
    expect(refreshes()).toBe(2);
  });

  it('is lost when no process refreshes within half an hour of a crash', async () => {
    const { wait, token } = await dieRefreshing();
    await wait(31);
    await expect(token()).rejects.toMatchObject({ kind: 'unauthorised' });
  });
});
