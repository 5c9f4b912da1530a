/** The lease of a Xero organisation during posting. */
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { type Key, type SingleWrite, WriteRefused } from '../../functions/store/table.ts';
import { inXero, postingCalls, syncedNumbers, syncNumbers } from '../support/syncing.ts';
import { prepareSchedule, type Prepared } from '../support/xero.ts';
import { upTo } from '../support/numbers.ts';

const SECOND = 1000;
const REFUSAL = {
  status: 409,
  body: {
    code: 'sync/busy',
    detail: 'Another sync with this Xero organisation is running. Please try again in a minute.',
  },
};

let prepared: Prepared;
let key: Key;

beforeEach(async () => {
  prepared = await prepareSchedule();
  key = keys.postingLease(prepared.app.books().tenantId);
});

const isOfLease = (write: SingleWrite): boolean =>
  'put' in write && write.put.pk === key.pk && write.put.sk === key.sk;

const stored = () => prepared.app.table.get(key);
const takeOver = () =>
  prepared.app.table.write({
    put: { ...key, holder: 'another', until: prepared.app.clock.now() + 75 * SECOND },
  });

describe('the lease of a Xero organisation', () => {
  it('makes a page wait ten seconds for another process, and refuses it then', async () => {
    const { clock } = prepared.app;
    await takeOver();
    const began = clock.now();
    expect(await syncNumbers(prepared, [1])).toMatchObject(REFUSAL);
    expect(clock.now() - began).toBeGreaterThan(9 * SECOND);
    expect(clock.now() - began).toBeLessThanOrEqual(10 * SECOND);
    expect(inXero(prepared)).toEqual([]);
    clock.advance(65 * SECOND);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
  });

  it('lasts 75 seconds, is renewed before each call, and is released', async () => {
    const { table, clock } = prepared.app;
    const write = table.write.bind(table);
    const lasting: number[] = [];
    table.write = async (asked) => {
      if (isOfLease(asked)) lasting.push(Number('put' in asked && asked.put['until']) - clock.now());
      return write(asked);
    };
    await syncNumbers(prepared, [1]);
    const calls = postingCalls(prepared).length;
    expect(lasting).toEqual(Array.from({ length: 1 + calls }, () => 75 * SECOND));
    expect(await stored()).toBeUndefined();
  });

  it('answers with what Xero did when another process takes the batch over during the call', async () => {
    const { table } = prepared.app;
    const write = table.write.bind(table);
    table.write = async (asked) => {
      const isClosing = 'update' in asked && asked.set?.['isClosed'] === true;
      if (isClosing) throw new WriteRefused([{ index: 0, reason: 'condition', item: undefined }]);
      return write(asked);
    };
    const { status, body } = await syncNumbers(prepared, [1]);
    expect([status, body.errors]).toEqual([200, []]);
    table.write = write;
    prepared.app.clock.advance(11 * 60 * SECOND);
    expect((await syncNumbers(prepared, [1])).status).toBe(200);
    expect(await syncedNumbers(prepared)).toEqual([1]);
    expect(inXero(prepared)).toHaveLength(1);
  });

  it('answers with the batches that were posted before another process took it over', async () => {
    const { table } = prepared.app;
    const write = table.write.bind(table);
    table.write = async (asked) => {
      if (isOfLease(asked) && inXero(prepared).length > 0) {
        table.write = write;
        await takeOver();
      }
      return write(asked);
    };
    const numbers = upTo(60);
    const { status, body } = await syncNumbers(prepared, numbers);
    expect(status).toBe(200);
    expect(body.errors.map(({ message }) => message)).toEqual(Array(10).fill(REFUSAL.body.detail));
    expect(await syncedNumbers(prepared)).toEqual(numbers.slice(0, 50));
  });

  it('stops a process that lost it before anything is sent', async () => {
    const { table } = prepared.app;
    const write = table.write.bind(table);
    let writes = 0;
    table.write = async (asked) => {
      if (isOfLease(asked) && ++writes === 2) {
        table.write = write;
        await takeOver();
      }
      return write(asked);
    };
    expect(await syncNumbers(prepared, [1])).toMatchObject(REFUSAL);
    expect(inXero(prepared)).toEqual([]);
    expect(await stored()).toMatchObject({ holder: 'another' });
  });
});
