import { describe, expect, it } from 'vitest';
import type { Part } from '../../functions/compose/base.ts';
import { lambdaEntry } from '../../functions/compose/entry.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';

const ENVIRONMENT = {
  STAGE: 'local',
  ORIGIN: 'https://app.example',
  TABLE_NAME: 'table',
  TOKEN_PUBLIC_KEY: '{}',
};
const MINUTE = 60_000;

/** An entry that answers with the number of its composition. `fails` decides about each. */
function entryOf(fails: (composition: number) => boolean) {
  let compositions = 0;
  let now = 0;
  const part: Part = async () => {
    compositions++;
    if (fails(compositions)) throw new Error('The secret is unreadable.');
    return { composition: compositions } as never;
  };
  const entry = lambdaEntry(
    (services) => async () => (services as unknown as { composition: number }).composition,
    [part],
    ENVIRONMENT,
    () => {},
    () => now,
  );
  return {
    call: () => entry({}, lambdaContext('entry', 0)),
    wait: (minutes: number) => void (now += minutes * MINUTE),
  };
}

describe('a function’s entry', () => {
  it('keeps its services, and composes them anew after a quarter of an hour', async () => {
    const { call, wait } = entryOf(() => false);
    const answers = [await call(), await call()];
    wait(14);
    answers.push(await call());
    wait(1);
    answers.push(await call(), await call());
    expect(answers).toEqual([1, 1, 1, 2, 2]);
  });

  // Evidence for ASVS 11.2
  it('hashes passwords at the cost that OWASP advises', async () => {
    let cost: unknown;
    const part: Part = async (_config, { passwordCost }) => {
      cost = passwordCost;
      return {};
    };
    const handler = () => async () => undefined;
    await lambdaEntry(handler, [part], ENVIRONMENT, () => {})({}, lambdaContext('entry', 0));
    expect(cost).toEqual({ memory: 19_456, passes: 2, parallelism: 1 });
  });

  it('keeps its services when their renewal fails', async () => {
    const { call, wait } = entryOf((composition) => composition === 2);
    await call();
    wait(15);
    expect(await call()).toBe(1);
    wait(15);
    expect(await call()).toBe(3);
  });

  it('repeats a composition that failed', async () => {
    const { call } = entryOf((composition) => composition === 1);
    await expect(call()).rejects.toThrow('The secret is unreadable.');
    expect(await call()).toBe(2);
  });
});
