import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerPart, registersPart } from '../../../web/registers/post-entries.ts';
import { fakeService, fakeStorage, json } from '../browser.ts';
import { upTo } from '../../support/numbers.ts';

const entityId = 'e';
const params = (registerId: string) => ({ entityId, registerId });
const posted = (number: number) => ({ number, state: 'posted' });
const refused = (number: number, code: string) => ({ number, code, message: `Refused: ${code}` });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', fakeStorage());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs a part; returns what it told its posting. */
async function run(part: ReturnType<typeof registersPart>) {
  const told: { posted: string[]; failures: string[] } = { posted: [], failures: [] };
  const done = part.post({
    isStopped: () => false,
    goesOn: async () => false,
    onBatch: () => {},
    onPosted: (answer) => {
      told.posted.push(...answer.posted.map(({ id }) => id));
      told.failures.push(...answer.failures.map(({ id, message }) => `${id}: ${message}`));
    },
  });
  await vi.advanceTimersByTimeAsync(120_000);
  await done;
  return told;
}

const callbacks = { onPosted: () => {}, onFailure: () => {} };

test('makes the same call again for the entries that one did not reach', async () => {
  const answers = [
    [
      { registerId: 'a', entries: [posted(1)], errors: [refused(2, 'sync/not-reached')] },
      { registerId: 'b', entries: [], errors: [refused(1, 'register/account-unusable')] },
    ],
    [{ registerId: 'a', entries: [posted(2)], errors: [] }],
  ];
  const calls = fakeService(() => json({ registers: answers.shift() ?? [] }));
  const chosen = [
    { params: params('a'), number: 1 },
    { params: params('a'), number: 2 },
    { params: params('b'), number: 1 },
  ];
  const told = await run(registersPart(entityId, '2025-02-28', chosen, callbacks));
  expect(told).toEqual({
    posted: ['a 1', 'a 2'],
    failures: ['b 1: Refused: register/account-unusable'],
  });
  expect(calls.map(({ body }) => body)).toEqual([
    { registerIds: ['a', 'b'], through: '2025-02-28' },
    { registerIds: ['a'], through: '2025-02-28' },
  ]);
});

test('gives up on entries that no call reaches, with the reason', async () => {
  const calls = fakeService(() =>
    json({ registers: [{ registerId: 'a', entries: [], errors: [refused(1, 'xero/throttled')] }] }),
  );
  const chosen = [{ params: params('a'), number: 1 }];
  const told = await run(registersPart(entityId, '2025-02-28', chosen, callbacks));
  expect(told).toEqual({ posted: [], failures: ['a 1: Refused: xero/throttled'] });
  expect(calls.length).toBe(5);
});

test('posts the chosen entries of a register by fifty', async () => {
  const calls = fakeService(({ body }) => {
    const { numbers } = body as { numbers: number[] };
    return json({ entries: numbers.map(posted), errors: [] });
  });
  const numbers = upTo(60);
  const told = await run(registerPart(params('a'), numbers, callbacks));
  expect(told.posted.length).toBe(60);
  expect(calls.map(({ body }) => (body as { numbers: number[] }).numbers.length)).toEqual([50, 10]);
});
