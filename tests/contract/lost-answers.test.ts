/** Lost answers: the SDK does a single write again whose answer was lost, and its outcome is that of the second time. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf, usesOf } from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import { repeatingTable } from '../support/repeating-table.ts';
import { exampleOf } from './examples.ts';
import { A_DAY, createRewindableTable, createWorld, type World } from './world.ts';

let world: World;
let areAnswersLost = false;

beforeAll(async () => {
  const table = createRewindableTable();
  const repeating = repeatingTable(table);
  world = await createWorld({
    ...table,
    write: (write) => (areAnswersLost ? repeating : table).write(write),
  });
});

beforeEach(async () => world.rewind());

const writes = rowsOf(routes).filter(([, row]) => usesOf(row).has('table:write'));

describe('a route', () => {
  it.each(writes)('answers as usual although the answer to each single write is lost: %s', async (key) => {
    const { app, here, people } = world;
    const send = async (lost: boolean): Promise<number> => {
      areAnswersLost = lost;
      await world.rewind();
      const example = exampleOf(key, world, people.Owner);
      const params = { ...A_DAY, ...here, ...example.params };
      return (await app.send(key, { as: people.Owner.token, ...example, params })).status;
    };
    const usual = await send(false);
    expect(await send(true)).toBe(usual);
  });
});
