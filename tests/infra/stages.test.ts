import { expect, test } from 'vitest';
import { stageNames, stageOf } from '../../infra/stages.ts';

test('a name selects its stage', () => {
  expect(stageNames).toEqual(['dev', 'staging', 'prod']);
  for (const name of stageNames) expect(stageOf(name).name).toBe(name);
});

test.each(['production', '', 'Prod', 'constructor', undefined, null])('%j is refused as a stage', (name) => {
  expect(() => stageOf(name)).toThrow('is no stage; there are dev, staging, prod.');
});

// Evidence for ASVS 14.1
test('production keeps its data, its logs for a year, and sends alarms to the operator', () => {
  expect(stageOf('prod')).toMatchObject({
    durable: true,
    firewall: true,
    logDays: 365,
    requireMfaWhenLinked: true,
  });
  expect(stageOf('prod').alarmsTo).not.toBeNull();
});
