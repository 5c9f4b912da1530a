import { describe, expect, it, vi } from 'vitest';
import { countInGroup, itemOf, N, S, TableName, withDynamoDb } from './wire-client.ts';
import type { Answer } from './wire-client.ts';

let clock = Date.now();
const call = withDynamoDb({ ttlSweepMs: 5, now: () => clock });

const seconds = () => Math.floor(clock / 1_000);
const YEAR = 365 * 24 * 60 * 60;

function setExpiry(Enabled: boolean, AttributeName = 'ttl'): Promise<Answer> {
  return call('UpdateTimeToLive', { TableName, TimeToLiveSpecification: { AttributeName, Enabled } });
}

function put(id: string, ttl: object | undefined): Promise<Answer> {
  const Item = { id: S(id), group: S('g'), rank: N(1), ...(ttl && { ttl }) };
  return call('PutItem', { TableName, Item });
}

function isGone(id: string): Promise<unknown> {
  const look = async () => (await itemOf(call, id)) === undefined;
  return vi.waitUntil(look, { timeout: 300_000, interval: 5 });
}

/** Waits for sweeps that began after this call, so that every due item is gone. */
async function swept(): Promise<void> {
  await put('canary', N(seconds() - 1));
  await isGone('canary');
}

describe('an expired item', () => {
  it('removes an expired item with its index entries', async () => {
    await setExpiry(true);
    await put('a', N(seconds() + 60));
    await put('b', N(seconds() + 3_600));
    await swept();
    expect(await itemOf(call, 'a')).toBeDefined();
    clock += 62_000;
    await isGone('a');
    expect(await itemOf(call, 'b')).toBeDefined();
    expect(await countInGroup(call, 'g')).toBe(1);
  });

  it('removes an item that was stored before TTL was enabled', async () => {
    await put('a', N(seconds() - 10));
    await setExpiry(true);
    await isGone('a');
    expect(await countInGroup(call, 'g')).toBe(0);
  });

  it('follows changes of the expiry time by transactions and updates', async () => {
    await setExpiry(true);
    await put('a', N(seconds() + 60));
    await put('b', N(seconds() + 60));
    await put('c', undefined);
    const update = (id: string, ttl: number) => ({
      TableName,
      Key: { id: S(id) },
      UpdateExpression: 'SET #ttl = :ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':ttl': N(ttl) },
    });
    await call('UpdateItem', update('a', seconds() + 3_600));
    await call('TransactWriteItems', { TransactItems: [{ Update: update('c', seconds() + 60) }] });
    clock += 62_000;
    await isGone('b');
    await isGone('c');
    await swept();
    expect(await itemOf(call, 'a')).toBeDefined();
  });
});

describe('an item is kept', () => {
  it.each([
    ['without the attribute', () => undefined],
    ['with text in it', () => S(String(seconds() - 10))],
    ['with a time more than five years ago', () => N(seconds() - 6 * YEAR)],
    ['with milliseconds in it', () => N(clock - 10_000)],
  ])('keeps an item %s', async (_name, ttl) => {
    await setExpiry(true);
    await put('a', ttl());
    await swept();
    expect(await itemOf(call, 'a')).toBeDefined();
  });

  it('keeps expired items while TTL is off, also after it was on', async () => {
    await put('a', N(seconds() + 60));
    await setExpiry(true);
    await setExpiry(false);
    clock += 62_000;
    await setExpiry(true, 'another');
    const Item = { id: S('canary'), another: N(seconds() - 1) };
    await call('PutItem', { TableName, Item });
    await isGone('canary');
    expect(await itemOf(call, 'a')).toBeDefined();
  });
});

describe('the setting', () => {
  const described = async () => (await call('DescribeTimeToLive', { TableName })).body;

  it('describes the TTL setting, and deletes it with its table', async () => {
    expect(await described()).toStrictEqual({ TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } });
    expect((await setExpiry(true)).body).toStrictEqual({
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
    expect(await described()).toStrictEqual({
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' },
    });
    await call('DeleteTable', { TableName });
    expect((await described())['TimeToLiveDescription']).toBeUndefined();
  });

  it('refuses a TTL setting that is unchanged, incomplete or for an unknown table', async () => {
    expect((await setExpiry(false)).type).toBe('ValidationException');
    await setExpiry(true);
    expect((await setExpiry(true)).type).toBe('ValidationException');
    expect((await call('UpdateTimeToLive', { TableName })).type).toBe('ValidationException');
    expect((await call('DescribeTimeToLive', { TableName: 'none' })).type).toBe('ResourceNotFoundException');
  });
});
