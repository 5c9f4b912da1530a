import { expect, test } from 'vitest';
import { stageNames, stageOf } from '../../infra/stages.ts';

test('A stage is found by its name', () => {
  expect(stageNames).toEqual(['dev', 'staging', 'prod']);
  for (const name of stageNames) expect(stageOf(name).name).toBe(name);
});

test.each(['production', '', 'Prod', 'constructor', undefined, null])(
  '%j is no stage and is refused',
  (name) => {
    expect(() => stageOf(name)).toThrow('is no stage; there are dev, staging, prod.');
  },
);

test('Production keeps its data, is behind a firewall, and wakes somebody', () => {
  expect(stageOf('prod')).toMatchObject({ durable: true, firewall: true });
  expect(stageOf('prod').alarmsTo).not.toBeNull();
});
