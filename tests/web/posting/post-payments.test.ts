import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postPayments } from '../../../web/posting/post-payments.ts';
import { Unreachable } from '../../../web/data/problem.ts';
import { fakeService, fakeStorage, json } from '../browser.ts';

const params = { entityId: 'e', scheduleId: 's' };
const chosen = Array.from({ length: 60 }, (_each, index) => ({ params, id: `p${index}` }));
const posted = () => json({ schedulePayments: [], errors: [] });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', fakeStorage());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const watch = (goesOn: () => Promise<boolean>) => ({
  decisions: [],
  onBatch: () => {},
  onPosted: () => {},
  isStopped: () => false,
  goesOn,
});

test('makes the call again that a cut line left without an answer', async () => {
  let answers = 0;
  const calls = fakeService(() => {
    answers += 1;
    return answers === 2 ? Promise.reject(new TypeError('Failed to fetch')) : posted();
  });
  let asked = 0;
  await postPayments(
    chosen,
    watch(async () => {
      asked += 1;
      return true;
    }),
  );
  expect(asked).toBe(1);
  expect(
    calls.map(({ body }) => (body as { SyncSchedulePayments: string[] }).SyncSchedulePayments.length),
  ).toEqual([50, 10, 10]);
});

test('waits while the cut call still posts', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => json({ code: 'sync/busy' }, 409),
    posted,
  ];
  const calls = fakeService(() => (answers.shift() ?? posted)());
  const done = postPayments(
    chosen.slice(0, 1),
    watch(async () => true),
  );
  await vi.advanceTimersByTimeAsync(15_000);
  await done;
  expect(calls.length).toBe(3);
});

test('ends when the user does not go on', async () => {
  const calls = fakeService(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(
    postPayments(
      chosen,
      watch(async () => false),
    ),
  ).rejects.toBeInstanceOf(Unreachable);
  expect(calls.length).toBe(1);
});

test('names the number and the schedule of each payment that failed', async () => {
  fakeService(() =>
    json({
      schedulePayments: [{ id: 'p0', number: 7, xeroSynchronized: false }],
      errors: [{ id: 'p0', code: 'payment/locked', message: 'It is locked.' }],
    }),
  );
  const failures: unknown[] = [];
  await postPayments(chosen.slice(0, 1), {
    ...watch(async () => false),
    onPosted: (answer) => failures.push(...answer.failures),
  });
  expect(failures).toEqual([{ params, id: 'p0', number: 7, message: 'It is locked.' }]);
});
